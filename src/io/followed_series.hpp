// A time series as macro-steps follow it: where they have to end, and how it goes on in between.
#pragma once

#include <memory>
#include <vector>

#include "io/series.hpp"

namespace accordo {

/// Knows which corners of a series matter: there macro-steps end. At the others the line bends by so little
/// that the slope may pass from one side to the other smoothly, and a cubic may lead over many of them.
class FollowedSeries {
 public:
  /// A corner matters where the line to which it belongs leaves the smooth course by more than `most`.
  FollowedSeries(std::shared_ptr<const TimeSeries> series, double most);

  /// Corners that matter, ascending; jumps are not among them.
  const std::vector<double>& corners() const { return corners_; }
  double value(const Instant& at) const { return series_->value(at); }
  /// Of the smooth course, on the side from which a corner that matters is seen; NaN where it is seen from
  /// none.
  double slope(const Instant& at) const;
  /// By how much a cubic over this interval, from values and slopes at its ends, misses the samples in
  /// between, at most: 1 is as much as a corner may have that does not matter.
  double deviation(double from, double to) const;

 private:
  double smooth_slope(std::size_t segment, double s) const;

  std::shared_ptr<const TimeSeries> series_;
  double most_;
  std::vector<double>
      slopes_;  ///< per sample, of both lines; NaN where it is a corner that matters, or a jump
  std::vector<double> corners_;
};

/// By how much the series varies from one time to another.
double variation(const TimeSeries& series, double from, double to);

}  // namespace accordo
