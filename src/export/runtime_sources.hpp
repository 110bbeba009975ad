// C code that the program contains as text.
#pragma once

#include <string>
#include <vector>

namespace accordo::exporter {

/// A file of C code.
struct SourceFile {
  std::string name;
  std::string text;
};

/// All files of runtime/: the part of an exported FMU's code that is the same for all models.
const std::vector<SourceFile>& runtime_sources();
/// All files of headers/: those of FMI 2 and FMI 3, for sources of FMUs that come without.
const std::vector<SourceFile>& headers_sources();

}  // namespace accordo::exporter
