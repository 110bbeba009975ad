// Where the errors of a run's steps were largest, for its assessment.
#pragma once

#include <vector>

#include "record/step_monitor.hpp"

namespace accordo {

/// Residuals or estimates of a run's buckets. The first steps, and those after announced events, do not
/// count: inputs that start from zero are all error at first.
class StepView {
 public:
  StepView(const StepStatistics& step_statistics, double StepBucket::*value, double start,
           std::vector<double> events);

  /// The largest.
  double peak() const { return peak_; }
  /// Whether all else is far below: something jumped there.
  bool peak_isolated() const { return isolated_; }
  /// The largest, apart from a peak that stands alone.
  double sustained() const { return isolated_ ? rest_ : peak_; }

 private:
  double peak_ = 0, rest_ = 0;
  bool isolated_ = false;
};

}  // namespace accordo
