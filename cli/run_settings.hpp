// What several commands that run scenarios have in common.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "session/settings.hpp"

namespace accordo::cli {

/// Adds the options that change a scenario, apart from method, step and tolerance: --set, --stop, --threads,
/// ….
void add_settings(CLI::App& command, Settings& settings);

/// Adds --kind alone.
void add_kind(CLI::App& command, Settings& settings);

/// The parts of lists that are separated by commas.
std::vector<std::string> split_lists(const std::vector<std::string>& lists);

/// The numbers of such lists, each once.
std::vector<double> numbers(const std::vector<std::string>& lists, const char* flag, Problems& problems);

}  // namespace accordo::cli
