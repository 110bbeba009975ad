// From which error on a result does not deserve trust. The numbers were chosen on runs of all built-in cases
// with all methods: docs/book/trust.md shows how often the verdict is right with them.
#pragma once

#include <algorithm>

namespace accordo {

constexpr double kGood = 0.01;  // relative error of a result that deserves trust, where no tolerance is given
constexpr double kOfTolerance = 10;  // times the tolerance: likewise, where there is one
constexpr double kCoarse = 0.1;      // no result deserves trust whose error may be larger

/// A result is good whose error is below. `tolerance`: of each step; 0: none is followed.
inline double good_error(double tolerance) {
  return tolerance > 0 ? std::min(kOfTolerance * tolerance, kCoarse) : kGood;
}

}  // namespace accordo
