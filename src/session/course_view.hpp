// Where the error estimates of a run were largest, for those who judge it.
#pragma once

#include <vector>

#include "record/step_history.hpp"

namespace accordo {

/// The estimates of a run's buckets. The first steps, and those behind announced events, do not count: inputs
/// that start from zero are all error at first.
class CourseView {
 public:
  CourseView(const Course& course, double start, std::vector<double> events);

  /// The largest, and where.
  double peak() const { return peak_; }
  double peak_time() const { return peak_time_; }
  /// Whether all else is far below: something jumped there.
  bool peak_isolated() const { return isolated_; }
  /// The largest, apart from a peak that stands alone.
  double sustained() const { return isolated_ ? rest_ : peak_; }

 private:
  double peak_ = 0, peak_time_ = 0, rest_ = 0;
  bool isolated_ = false;
};

}  // namespace accordo
