// Where a sequence of residual norms is heading, for methods that have no descent condition of their own.
#pragma once

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "solve/solver.hpp"

namespace accordo {

/// Compares the largest residuals of successive blocks of ten iterations: noise and rotating errors make
/// single residuals jump, their envelope grows only when the iteration diverges.
class Trend {
 public:
  explicit Trend(double first) : first_(first), best_(first) {}

  /// Stagnated, diverged, or nothing to say yet.
  std::optional<Solution::End> add(double residual) {
    barren_ = residual < best_ ? 0 : barren_ + 1;
    best_ = std::min(best_, residual);
    envelope_ = std::max(envelope_, residual);
    if (barren_ >= kBlock / 2 && residual > kMuch * first_) return Solution::End::diverged;
    if (++count_ % kBlock != 0) return {};
    const bool grows = envelope_ > kClearly * previous_;
    previous_ = std::exchange(envelope_, 0);
    if (barren_ >= kBlock && grows) return Solution::End::diverged;
    if (barren_ >= 2 * kBlock) return Solution::End::stagnated;
    return {};
  }

 private:
  static constexpr int kBlock = 10;
  static constexpr double kClearly = 1.4;  // below 1.05¹⁰; bounded noise stays under it
  static constexpr double kMuch = 100;     // more than a chain of amplifying units does before it settles

  double first_, best_;
  double envelope_ = 0, previous_ = std::numeric_limits<double>::infinity();
  int count_ = 0, barren_ = 0;
};

}  // namespace accordo
