// The sub-commands of the program, one file each.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "library/read_any.hpp"
#include "model/scenario.hpp"
#include "session/result.hpp"
#include "session/session.hpp"
#include "session/settings.hpp"

namespace accordo::cli {

// Each adds a sub-command; `code` receives the exit code when it is the one that runs.
void add_run(CLI::App& app, int& code);
void add_compare(CLI::App& app, int& code);
void add_linearize(CLI::App& app, int& code);
void add_check(CLI::App& app, int& code);
void add_info(CLI::App& app, int& code);
void add_methods(CLI::App& app, int& code);
void add_cases(CLI::App& app, int& code);
void add_export(CLI::App& app, int& code);
void add_fmu(CLI::App& app, int& code);
void add_report(CLI::App& app, int& code);

/// Says what is wrong with the command line, with the nearest flag or sub-command.
void explain_usage(const CLI::App& app, const CLI::ParseError& error, int argc, char** argv);

/// Reads and checks any of them; null after problems. `before`: what is to be done with the scenario before
/// the code of any FMU is run.
std::unique_ptr<Session> open_session(const std::filesystem::path& file, const Settings& settings,
                                      Problems& problems,
                                      const std::function<void(const Scenario&)>& before = {});

/// On standard error.
void print_warnings(const Session& session);
/// Why an FMU is used as this kind, and which other one it has.
std::string why_kind(const UnitInfo& unit);
/// What units have said by themselves: all of it where that is wanted, else that there is something.
void print_words(const Session& session, const Result& result, bool all);

/// Writes to a file, or to standard output when none is named.
void write_or_print(const std::string& file, const std::string& text);

}  // namespace accordo::cli
