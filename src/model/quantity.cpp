#include "model/quantity.hpp"

#include <algorithm>
#include <cmath>

namespace accordo {
namespace {

constexpr std::size_t kRadian = 7;

/// Without the radian, which counts as 1.
bool same_dimension(const Quantity& a, const Quantity& b) {
  return std::equal(a.exponents.begin(), a.exponents.begin() + kRadian, b.exponents.begin());
}

/// For units that are defined, and of one dimension.
Affine conversion_of(const Quantity& from, const Quantity& to) {
  constexpr double digits = 1e-12;  // tools write one factor with more or fewer digits: that is no gain
  const double gain = from.factor / to.factor;
  Affine by{std::abs(gain - 1) <= digits ? 1 : gain, 0};
  if (!from.relative && !to.relative) by.offset = (from.offset - to.offset) / to.factor;
  return by;
}

/// What is defined; else what the name usually means.
Quantity presumed(const Quantity& quantity) {
  if (quantity.defined) return quantity;
  Quantity named = quantity_named(quantity.unit);
  named.relative = quantity.relative;
  return named;
}

/// Whether two names are usually words for one unit: m/s and m.s-1, rad and 1.
bool are_synonyms(const Quantity& a, const Quantity& b) {
  const Quantity x = presumed(a), y = presumed(b);
  return x.defined && y.defined && same_dimension(x, y) && conversion_of(x, y).is_identity();
}

}  // namespace

Convertible convert(const Quantity& from, const Quantity& to, Affine& conversion) {
  conversion = {};
  if (from.unit.empty() || to.unit.empty() || from.unit == to.unit) return Convertible::yes;
  if (!from.defined || !to.defined) return are_synonyms(from, to) ? Convertible::yes : Convertible::unknown;
  if (!same_dimension(from, to)) return Convertible::no;
  conversion = conversion_of(from, to);
  return Convertible::yes;
}

bool cycles_and_angles(const Quantity& a, const Quantity& b) {
  constexpr std::array<int, 7> per_second{0, 0, -1, 0, 0, 0, 0};
  const auto counts = [&](const Quantity& q) {
    return q.defined && std::equal(per_second.begin(), per_second.end(), q.exponents.begin());
  };
  const auto is_hertz = [](const Quantity& q) { return std::string_view(q.unit).ends_with("Hz"); };
  if (!counts(a) || !counts(b)) return false;
  return (is_hertz(a) && b.exponents[kRadian] != 0) || (is_hertz(b) && a.exponents[kRadian] != 0);
}

}  // namespace accordo
