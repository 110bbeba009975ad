// What a variable is measured in. Plain data; how one becomes the other is in model/quantity.hpp.
#pragma once

#include <array>
#include <string>

namespace accordo {

/// A unit of measurement by its name, and what it means where that is known: base = factor·value + offset.
struct Quantity {
  std::string unit;                ///< as it is written; empty: none is declared
  bool defined = false;            ///< what follows is known
  std::array<int, 8> exponents{};  ///< of kg, m, s, A, K, mol, cd, rad
  double factor = 1, offset = 0;
  bool relative = false;  ///< a difference: offsets do not count
};

}  // namespace accordo
