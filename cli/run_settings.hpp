// What several commands that run scenarios have in common.
#pragma once

#include <CLI/CLI.hpp>
#include <atomic>
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

/// From now on the first Ctrl-C sets the flag returned, so that runs end in good order; a second one ends the
/// program at once.
const std::atomic<bool>& catch_interrupts();

}  // namespace accordo::cli
