// The part of an exported FMU's C code that is the same for all models; kept in runtime/.
#pragma once

#include <string>
#include <vector>

namespace accordo::exporter {

/// A file of C code.
struct SourceFile {
  std::string name;
  std::string text;
};

/// All files of runtime/.
const std::vector<SourceFile>& runtime_sources();

}  // namespace accordo::exporter
