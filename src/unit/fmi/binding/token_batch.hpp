// Discrete variables of one type, for one call.
#pragma once

#include <vector>

#include "unit/fmi/description/value_list.hpp"
#include "unit/token.hpp"

namespace accordo::fmi {

struct TokenBatch {
  Type type = Type::int32;
  References references;
  std::size_t first = 0;  ///< in the unit's list of ports
};

using TokenPorts = std::vector<TokenBatch>;

}  // namespace accordo::fmi
