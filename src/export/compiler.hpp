// The system's C compiler.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace accordo::exporter {

/// Runs a compiler with these words, killed with all it has started after so many seconds, and returns what
/// it says. Throws an Error: no such compiler, or what it says, or that it took too long.
std::string run_compiler(std::vector<std::string> words, double seconds);

/// Makes a shared library of `source`, which must lie in the same folder as what it includes. Throws an
/// Error: no such compiler, or what it says.
void compile_library(const std::string& compiler, const std::filesystem::path& source,
                     const std::filesystem::path& library, const std::vector<std::string>& definitions);

}  // namespace accordo::exporter
