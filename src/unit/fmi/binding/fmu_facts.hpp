// What can be told of an FMU without running it.
#pragma once

#include <string>
#include <vector>

namespace accordo::fmi {

struct FmuFacts {
  std::string file;         ///< as the user names it; empty: no FMU
  std::string hash;         ///< SHA-256 of the contents that are used
  std::string fmi_version;  ///< as written
  std::string tool;         ///< that made it
  std::vector<std::string> kinds;
  std::vector<std::string> platforms;  ///< that it has libraries for
  bool sources = false;
  std::string library;                 ///< for this machine, within the FMU; empty: none that can be read
  std::vector<std::string> functions;  ///< of FMI that the library exports
  std::vector<std::string> needs;      ///< libraries that it asks for
  std::string tested;                  ///< on which day; empty: never, here
};

}  // namespace accordo::fmi
