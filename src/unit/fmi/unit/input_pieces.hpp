// Parts of polynomial inputs, and their replacement by ones of lower degree.
#pragma once

#include "signal/signal.hpp"

namespace accordo::fmi {

/// The polynomial with coefficients a (up to `degree`) on [from, to] of its interval, in local time of that
/// part.
inline std::array<double, kCoefficients> part_of(const double* a, int degree, double from, double to) {
  std::array<double, kCoefficients> b{};
  for (int p = degree; p >= 0; --p) {  // Horner: b ← b·(from + (to - from) s) + a_p
    for (int q = degree; q >= 0; --q) {
      const auto i = static_cast<std::size_t>(q);
      b[i] = b[i] * from + (q > 0 ? b[i - 1] * (to - from) : 0);
    }
    b[0] += a[p];
  }
  return b;
}

/// The polynomial of at most this degree that stands in for b on [0, 1]: the mean; the line through both
/// ends; the parabola through both ends with the same mean.
inline void reduce(std::array<double, kCoefficients>& b, int degree) {
  static_assert(kCoefficients == 4, "cubic signals");
  if (degree >= 3) return;
  const double end = b[0] + b[1] + b[2] + b[3];
  const double mean = b[0] + b[1] / 2 + b[2] / 3 + b[3] / 4;
  const double bulge = degree < 2 ? 0 : 6 * (mean - (b[0] + end) / 2);
  if (degree == 0) {
    b = {mean, 0, 0, 0};
  } else {
    b = {b[0], end - b[0] + bulge, -bulge, 0};
  }
}

}  // namespace accordo::fmi
