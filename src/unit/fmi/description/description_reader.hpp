// Reads modelDescription.xml: lenient where real FMUs are wrong and the meaning is clear, strict where it is
// not.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "unit/fmi/description/model_description.hpp"
#include "unit/fmi/description/package.hpp"

namespace accordo::fmi {

/// Reads the text of a modelDescription.xml; `file` is its name in messages. Throws Error(Exit::usage) with
/// every problem that makes it unusable; faults that were tolerated are in `warnings`.
ModelDescription read_model_description(std::string_view text, const std::string& file);

/// Reads the one of an opened FMU.
ModelDescription read_model_description(const Package& package);

/// Reads that of an .fmu archive, of which nothing else is extracted, or of an unpacked folder.
ModelDescription read_model_description(const std::filesystem::path& fmu);

}  // namespace accordo::fmi
