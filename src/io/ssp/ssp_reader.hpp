// System Structure and Parameterization, versions 1.0 and 2.0, as a way to describe scenarios.
#pragma once

#include <filesystem>
#include <optional>

#include "base/error.hpp"
#include "io/scenario/scenario_reader.hpp"
#include "io/ssp/files.hpp"

namespace accordo::ssp {

/// Whether this is a folder into which a package was unpacked.
bool is_structure_folder(const std::filesystem::path& path);

/// Whether connections follow units of measurement, as the standard says, or pass values as they are.
enum class UnitConversion { standard, none };

/// Reads an .ssp package, such a folder, or a bare .ssd; all problems go to `problems`. Nothing comes back
/// when the file is no system structure at all.
std::optional<LoadedScenario> read_ssp(const std::filesystem::path& file, Problems& problems,
                                       UnitConversion conversion = UnitConversion::standard);

/// The same with files from elsewhere: `ssd` is the description among them, `file` what the user named.
std::optional<LoadedScenario> read_ssp(const std::filesystem::path& file, const std::filesystem::path& ssd,
                                       const std::shared_ptr<Files>& files, Problems& problems,
                                       UnitConversion conversion = UnitConversion::standard);

}  // namespace accordo::ssp
