// FMUs that come with C sources but without a library for this machine: compiled on request.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace accordo::exporter {

struct BuildRequest {
  std::filesystem::path fmu, output;  ///< no output named: beside the FMU, named after the platform
  bool force = false;                 ///< replace what is there: the file, and a library in the FMU
  std::string compiler;               ///< empty: $CC, else cc, gcc or clang, whichever there is
};

struct BuiltFmu {
  std::filesystem::path file;
  std::string platform;
  std::vector<std::string> libraries;  ///< their names
  std::size_t sources = 0;             ///< files compiled
  bool remembered = false;             ///< nothing was: the same sources had been compiled before
};

/// Compiles the sources in a child process and writes a copy of the FMU with the library in it. Libraries are
/// kept in the user's cache by the content of all sources. Throws Error.
BuiltFmu build_fmu(const BuildRequest& request);

}  // namespace accordo::exporter
