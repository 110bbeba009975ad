// How messages call the file that they are about.
#pragma once

#include <string>

namespace accordo::archive {

/// An FMU, or something else that is made like one.
struct FileKind {
  std::string noun = "FMU";
  std::string prefix = "fmu";  ///< of the ids of problems

  std::string id(const char* rest) const { return prefix + "-" + rest; }
};

}  // namespace accordo::archive
