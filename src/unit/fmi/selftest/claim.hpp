// What an FMU declares beside what was verified of it, for people.
#pragma once

#include <string>

namespace accordo::fmi {

struct Claim {
  std::string capability, declared, verified;
  std::string note;  ///< why they differ; may be empty
};

}  // namespace accordo::fmi
