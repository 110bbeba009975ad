// What a system of the library is made of.
#pragma once

#include <accordo/system.hpp>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "model/scenario.hpp"

namespace accordo::v0 {

struct System::Body {
  Scenario scenario;
  std::map<std::string, std::shared_ptr<Unit>> own;  ///< units of the user's, by name
  Problems problems;                                 ///< that were found while it was built
  std::vector<accordo::Problem> warnings;            ///< of the file that it is from
  std::shared_ptr<const void> files;                 ///< keeps what was extracted from an archive
};

}  // namespace accordo::v0
