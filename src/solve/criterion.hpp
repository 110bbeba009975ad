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

/// max(|z_i|, a_i) + 1: the size against which the residual of unknown i is measured.
inline double size_of_unknown(const Criterion& criterion, std::span<const double> z, int i) {
  const double amplitude = criterion.amplitude.empty() ? 0 : criterion.amplitude[index(i)];
  return std::max(std::abs(z[index(i)]), amplitude) + 1;
}

/// The power of two at or below that size, by which methods divide unknown i: exact, and of a like size
/// for all.
inline double scale_of_unknown(const Criterion& criterion, std::span<const double> z, int i) {
  const double size = size_of_unknown(criterion, z, i);  // at least 1: never subnormal
  constexpr std::uint64_t exponent = 0x7ff0000000000000U;
  return std::isfinite(size) ? std::bit_cast<double>(std::bit_cast<std::uint64_t>(size) & exponent) : 1.0;
}

/// The largest |γ_i| / (max(|z_i|, a_i) + 1) with γ = z − ψ(z); infinite where a component is not a number.
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
