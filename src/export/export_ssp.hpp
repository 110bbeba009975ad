// A whole scenario as a system structure package for other tools.
#pragma once

#include <filesystem>
#include <vector>

#include "export/options.hpp"
#include "model/scenario.hpp"

namespace accordo::exporter {

/// Writes an .ssp: native units as FMUs of their own, units that are FMUs as copies, time series as they are,
/// and what SSP has no words for as an annotation. Returns what is lost. Throws an Error, as export_fmu does.
std::vector<Problem> export_ssp(const Scenario& scenario, const Options& options,
                                const std::filesystem::path& file);

}  // namespace accordo::exporter
