// The variables of an FMU with what it says about them, for `accordo info`.
#pragma once

#include <filesystem>
#include <string>

#include "base/json.hpp"

namespace accordo {

/// A table of names, types, causalities, start values and descriptions. Unless `all`, only inputs, outputs
/// and parameters that have a description; empty where there is none of them. Runs no code of the FMU.
std::string variables_text(const std::filesystem::path& fmu, bool all);

/// The member `variables`: all of them.
void write_variables(JsonWriter& json, const std::filesystem::path& fmu);

}  // namespace accordo
