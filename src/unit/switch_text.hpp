// Where a unit's equations switch by states or inputs, for messages.
#pragma once

#include <string>

#include "base/error.hpp"

namespace accordo {

struct SwitchText {
  std::string text;      ///< what changes its sign there, as an expression
  std::string variable;  ///< the state whose derivative it is in, or the output
  SourceLocation place;
};

}  // namespace accordo
