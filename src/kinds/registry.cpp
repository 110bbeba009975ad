#include "kinds/registry.hpp"

#include <algorithm>
#include <array>

#include "kinds/equations/kind.hpp"
#include "kinds/fmu/kind.hpp"
#include "kinds/linear/kind.hpp"

namespace accordo {

std::span<const UnitKind* const> unit_kinds() {
  static const std::array kinds{
      &equations_kind(),
      &linear_kind(),
      &fmu_kind(),
  };
  return kinds;
}

const UnitKind& kind_of(const UnitSpec& unit) {
  const auto is = [&](const UnitKind* kind) { return kind->key.name == unit.body->kind_key; };
  return **std::find_if(unit_kinds().begin(), unit_kinds().end(), is);
}

}  // namespace accordo
