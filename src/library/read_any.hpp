// A system from a file, whatever its kind.
#pragma once

#include <filesystem>
#include <optional>

#include "io/scenario/scenario_reader.hpp"

namespace accordo {

/// Reads a scenario, a system structure, or a single FMU as the scenario of one unit; nothing when it is none
/// of them. `ignore_units`: connections of a system structure are not converted.
std::optional<LoadedScenario> read_any(const std::filesystem::path& file, Problems& problems,
                                       bool ignore_units = false);

}  // namespace accordo
