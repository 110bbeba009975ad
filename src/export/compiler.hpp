// The system's C compiler.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace accordo::exporter {

/// Makes a shared library of `source`, which must lie in the same folder as what it includes. Throws an
/// Error: no such compiler, or what it says.
void compile_library(const std::string& compiler, const std::filesystem::path& source,
                     const std::filesystem::path& library, const std::vector<std::string>& definitions);

}  // namespace accordo::exporter
