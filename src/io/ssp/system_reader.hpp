// System structure descriptions (SSD).
#pragma once

#include <filesystem>
#include <optional>

#include "io/ssp/files.hpp"
#include "io/ssp/structure.hpp"
#include "xml/findings.hpp"

namespace accordo::ssp {

/// The type of our annotation.
constexpr const char* kAnnotation = "org.accordo.experiment";

/// Reads an SSD and what it refers to: parameter files, other SSDs, descriptions of FMUs. What is wrong goes
/// to `found`; nothing comes back when the file is no SSD at all.
std::optional<Structure> read_structure(const std::filesystem::path& file, Files& files,
                                        xml::Findings& found);

}  // namespace accordo::ssp
