// A native unit as an FMU for other tools.
#pragma once

#include <filesystem>

#include "export/options.hpp"
#include "model/scenario.hpp"

namespace accordo::exporter {

/// Writes an `equations:` or `linear:` unit as a self-contained FMU: description, library for this machine
/// and C sources. The experiment becomes the FMU's default experiment. Throws an Error: problems of the unit,
/// no C compiler, a file that cannot be written.
void export_fmu(const UnitSpec& unit, const ExperimentSpec& experiment, const Options& options,
                const std::filesystem::path& file);

}  // namespace accordo::exporter
