// Scenario files.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/error.hpp"
#include "model/scenario.hpp"

namespace accordo {

/// Reads a scenario; all its problems go to `problems`, each with its place. What could be read comes back,
/// so that it can be checked as well (`partial` says that units or connections are missing); nothing does
/// when the file is no scenario at all. Times are not compared here: the command line may still change them.
std::optional<Scenario> read_scenario(const std::filesystem::path& path, Problems& problems);

/// The same from text; `path` gives the scenario its name, messages their file and relative paths their
/// folder.
std::optional<Scenario> read_scenario_text(const std::string& text, const std::filesystem::path& path,
                                           Problems& problems);

}  // namespace accordo
