// How far one run is from another: the one measure of errors.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "record/trajectory.hpp"

namespace accordo {

/// ‖y‖² is the integral of y² over time: how points cluster does not matter. Where a jump comes sooner or
/// later than in the reference, what counts is that time as a part of the duration, not the jump's size.
struct SignalDifference {
  std::string name;
  double percent = 0;               ///< 100·‖y − y_ref‖/‖y_ref‖
  double percent_of_range = 0;      ///< the same as a part of how much y_ref changes, in the mean over time
  double time = 0;                  ///< where |y − y_ref| is largest
  double jump_later = 0;            ///< a jump comes later by this, or sooner (negative): the largest
  double jump_time = 0;             ///< in the reference or in the run
  bool zero_reference = false;      ///< y_ref is 0 throughout: there is no relative error
  bool constant_reference = false;  ///< y_ref has one value throughout
  bool unknown_reference = false;   ///< y_ref is not a number somewhere: there is no error
  bool finite = true;               ///< y is a number everywhere
};

struct Difference {
  std::vector<SignalDifference> signals;
  std::size_t points = 0;   ///< rows that were compared
  std::size_t between = 0;  ///< of them, those that lie between rows of the reference
  std::size_t outside = 0;  ///< rows before its first or after its last, not compared

  /// Mean over the signals that have an error; NaN where none has.
  double mean_percent() const;
  /// The signal with the largest part of its range; null where none has one.
  const SignalDifference* worst() const;
  /// The signal with the most displaced jump; null where there is none.
  const SignalDifference* most_displaced() const;
};

/// At the rows of `run`, over the signals of `run`, errors that were recorded beside them aside; the
/// reference must have them all.
Difference difference(const Trajectory& run, const Trajectory& reference);

}  // namespace accordo
