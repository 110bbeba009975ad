// How far one run is from another: the one measure of errors.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "record/trajectory.hpp"

namespace accordo {

struct SignalDifference {
  std::string name;
  double percent = 0;               ///< 100·‖y − y_ref‖₂/‖y_ref‖₂
  double time = 0;                  ///< where |y − y_ref| is largest
  bool zero_reference = false;      ///< y_ref is 0 throughout: there is no relative error
  bool constant_reference = false;  ///< y_ref has one value throughout
  bool unknown_reference = false;   ///< y_ref is not a number somewhere: there is no error
  bool finite = true;               ///< y is a number everywhere
};

struct Difference {
  std::vector<SignalDifference> signals;
  std::size_t points = 0;   ///< rows that were compared
  std::size_t between = 0;  ///< of them, those that lie between rows of the reference
  std::size_t outside = 0;  ///< rows before its first or behind its last, not compared

  /// Mean over the signals that have an error; NaN where none has.
  double mean_percent() const;
  /// The signal with the largest error; null where none has one.
  const SignalDifference* worst() const;
};

/// At the rows of `run`, over the signals of `run`; the reference must have them all.
Difference difference(const Trajectory& run, const Trajectory& reference);

}  // namespace accordo
