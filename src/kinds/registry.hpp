// The kinds of units that there are.
#pragma once

#include "kinds/kind.hpp"

namespace accordo {

/// In the order of the reference.
std::span<const UnitKind* const> unit_kinds();

/// The kind of a unit that has a body.
const UnitKind& kind_of(const UnitSpec& unit);

}  // namespace accordo
