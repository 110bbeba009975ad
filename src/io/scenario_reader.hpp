// Scenario files.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/error.hpp"
#include "model/scenario.hpp"

namespace accordo {

/// Reads a scenario; all its problems go to `problems`, each with its place. Nothing comes back when units or
/// connections could not be read; with problems elsewhere only, the rest does, so that it can be checked as
/// well.
std::optional<Scenario> read_scenario(const std::filesystem::path& path, Problems& problems);

/// The same from text; `path` gives the scenario its name, messages their file and relative paths their
/// folder.
std::optional<Scenario> read_scenario_text(const std::string& text, const std::filesystem::path& path,
                                           Problems& problems);

}  // namespace accordo
