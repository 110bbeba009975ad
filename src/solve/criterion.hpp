// The test of convergence, component by component, shared by all solvers.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>

#include "base/index.hpp"
#include "solve/solver.hpp"

namespace accordo {

/// The size against which the residual of unknown i is measured.
inline double size_of_unknown(const Criterion& criterion, std::span<const double> z, int i) {
  const double value = z[index(i)];
  if (criterion.sizes.empty()) return std::abs(value) + 1;
  const double origin = criterion.origin.empty() ? 0 : criterion.origin[index(i)];
  return std::max(std::abs(value - origin), criterion.sizes[index(i)]);
}

/// The power of two at or below that size, by which methods divide unknown i: exact, and of a like size
/// for all.
inline double scale_of_unknown(const Criterion& criterion, std::span<const double> z, int i) {
  const double size = size_of_unknown(criterion, z, i);
  constexpr std::uint64_t exponent = 0x7ff0000000000000U;
  constexpr double smallest = 1e-290, largest = 1e290;  // their inverses are numbers, too
  return size > smallest && size < largest
             ? std::bit_cast<double>(std::bit_cast<std::uint64_t>(size) & exponent)
             : 1.0;
}

/// The largest |γ_i|, relative to the size of unknown i, with γ = z − ψ(z); infinite where a component is not
/// a number.
inline double largest_residual(const Criterion& criterion, std::span<const double> z, const double* gamma) {
  double largest = 0;
  for (int i = 0; i < static_cast<int>(z.size()); ++i) {
    const double residual = std::abs(gamma[i]) / size_of_unknown(criterion, z, i);
    if (std::isnan(residual)) return std::numeric_limits<double>::infinity();
    largest = std::max(largest, residual);
  }
  return largest;
}

/// An exact solution is good enough whatever the tolerance.
inline bool satisfied(const Criterion& criterion, double residual) {
  return residual < criterion.tolerance || residual == 0;
}

}  // namespace accordo
