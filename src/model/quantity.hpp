// Units of measurement: how values in one become values in another, and what names of units mean.
#pragma once

#include <string_view>

#include "unit/quantity.hpp"

namespace accordo {

/// y = gain·x + offset
struct Affine {
  double gain = 1, offset = 0;

  /// This first, then the other.
  Affine then(const Affine& next) const { return {next.gain * gain, next.gain * offset + next.offset}; }
  bool is_identity() const { return gain == 1 && offset == 0; }
};

/// Whether values in one unit can become values in another; unknown: one of them is a name and no more, and
/// names are only compared.
enum class Convertible { yes, no, unknown };

/// How values in `from` become values in `to`; the identity where that is not known, or where one of them has
/// no unit. `rad` counts as 1. Units of one name are the same, whatever their definitions say.
Convertible convert(const Quantity& from, const Quantity& to, Affine& conversion);

/// Whether one counts turns or cycles (Hz) and the other angles (rad/s): where `rad` counts as 1, these look
/// alike, and differ by 2π.
bool cycles_and_angles(const Quantity& a, const Quantity& b);

/// The unit of this name: SI and what is used beside it, with prefixes, products, quotients and powers as
/// Modelica writes them ("kg.m2/s", "J/(kg.K)"). Not defined where the name is not known.
Quantity quantity_named(std::string_view name);

}  // namespace accordo
