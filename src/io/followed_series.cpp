#include "io/followed_series.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "signal/signal.hpp"

namespace accordo {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
constexpr double kFar = std::numeric_limits<double>::infinity();

/// The line that ends in sample i; before the first one and after the last the value stays.
struct Line {
  double length = kFar, slope = 0;

  Line(const TimeSeries& s, std::size_t i) {
    if (i == 0 || i == s.t.size()) return;
    length = s.t[i] - s.t[i - 1];
    slope = length > 0 ? (s.v[i] - s.v[i - 1]) / length : kUnknown;
  }
};

std::size_t position(const std::vector<double>& list, std::vector<double>::const_iterator at) {
  return static_cast<std::size_t>(at - list.begin());
}

}  // namespace

double variation(const TimeSeries& series, double from, double to) {
  double least = std::min(series.value(from), series.value(to));
  double most = std::max(series.value(from), series.value(to));
  for (std::size_t i = 0; i < series.t.size(); ++i) {
    if (series.t[i] < from || series.t[i] > to) continue;
    least = std::min(least, series.v[i]);
    most = std::max(most, series.v[i]);
  }
  return most - least;
}

FollowedSeries::FollowedSeries(std::shared_ptr<const TimeSeries> series, double most)
    : series_(std::move(series)), most_(most) {
  for (std::size_t i = 0; i < series_->t.size(); ++i) {
    const Line left(*series_, i), right(*series_, i + 1);
    double& slope = slopes_.emplace_back(kUnknown);
    if (std::isnan(left.slope) || std::isnan(right.slope)) continue;  // a jump
    // Where a curve is sampled, this is what its lines are off by.
    const double bend = std::abs(right.slope - left.slope) * std::min(left.length, right.length) / 8;
    if (bend > most_) {
      corners_.push_back(series_->t[i]);
    } else if (std::isinf(left.length) || std::isinf(right.length)) {
      slope = (left.slope + right.slope) / 2;
    } else {  // that of the parabola through three samples
      slope = (left.slope * right.length + right.slope * left.length) / (left.length + right.length);
    }
  }
}

double FollowedSeries::slope(const Instant& at) const {
  const std::vector<double>& t = series_->t;
  const auto next = std::upper_bound(t.begin(), t.end(), at.t);
  if (next != t.begin() && *(next - 1) == at.t) {
    const auto i = position(t, next) - 1;
    return std::isnan(slopes_[i]) ? series_->slope(at) : slopes_[i];
  }
  if (next == t.begin() || next == t.end()) return 0;
  const auto i = position(t, next) - 1;
  return smooth_slope(i, (at.t - t[i]) / (t[i + 1] - t[i]));
}

/// Of the cubic from sample `i` to the next one, whose ends have the slopes of the samples; a line has its
/// own.
double FollowedSeries::smooth_slope(std::size_t i, double s) const {
  const double line = Line(*series_, i + 1).slope;
  const double left = std::isnan(slopes_[i]) ? line : slopes_[i];
  const double right = std::isnan(slopes_[i + 1]) ? line : slopes_[i + 1];
  return left * (1 + s * (3 * s - 4)) + right * s * (3 * s - 2) + line * 6 * s * (1 - s);
}

double FollowedSeries::deviation(double from, double to) const {
  const std::vector<double>& t = series_->t;
  const double h = to - from;
  const Instant begin = Instant::right_of(from), end = Instant::left_of(to);
  const auto a = hermite(value(begin), h * slope(begin), value(end), h * slope(end));
  double worst = 0;
  for (auto sample = std::upper_bound(t.begin(), t.end(), from); sample != t.end() && *sample < to;
       ++sample) {
    const double s = (*sample - from) / h;
    const double v = series_->v[position(t, sample)];
    worst = std::max(worst, std::abs(a[0] + s * (a[1] + s * (a[2] + s * a[3])) - v));
  }
  return worst / most_;
}

}  // namespace accordo
