// Parts of the program that are loaded on demand.
#pragma once

#include <string>

namespace accordo {

/// Where modules are looked for: the folder in $ACCORDO_MODULES, else beside the program and in its
/// lib/accordo.
struct FoundModule {
  std::string file;    ///< empty: not found
  std::string looked;  ///< the folders, for people
};
FoundModule find_module(const char* name);

}  // namespace accordo
