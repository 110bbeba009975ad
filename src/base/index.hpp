// Indices are int, as in all numerical code here; the standard containers want std::size_t.
#pragma once

#include <cstddef>

namespace accordo {

constexpr std::size_t index(int i) {
  return static_cast<std::size_t>(i);
}

}  // namespace accordo
