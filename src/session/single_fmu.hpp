// A single FMU as a scenario of one unit.
#pragma once

#include <filesystem>
#include <optional>

#include "base/error.hpp"
#include "model/scenario.hpp"

namespace accordo {

/// The unit is named after the file; times, tolerance and step are those of the FMU's default experiment.
/// Nothing after reporting why the FMU cannot be read.
std::optional<Scenario> scenario_of_fmu(const std::filesystem::path& file, Problems& problems);

}  // namespace accordo
