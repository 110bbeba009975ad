// The monolithic solution of a case at any instant, to compare runs with that choose their own steps.
#pragma once

#include "tests/support/runs.hpp"

namespace accordo::testing {

class Reference {
 public:
  /// Of the same case, recorded alike; its method and options do not matter.
  explicit Reference(RunOf run);

  /// Mean over the columns of ‖a − b‖₂ / ‖b‖₂ over time, at the run's own communication points.
  double error_of(const Trajectory& run) const;
  /// What the verdict promises about: the RMS over time of the difference, relative to the range of a signal,
  /// of the signal where that is largest.
  double share_of_range(const Trajectory& run) const;

 private:
  std::vector<double> at(double t) const;

  Trajectory fine_;
  std::vector<double> events_;
};

}  // namespace accordo::testing
