#include "record/point_course.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "signal/signal.hpp"

namespace accordo {

PointCourse::PointCourse(std::size_t columns)
    : low_(columns, std::numeric_limits<double>::infinity()),
      high_(columns, -std::numeric_limits<double>::infinity()),
      error_(columns),
      top_(columns),
      before_(columns) {
  for (Knot& k : knots_) {
    k.value.resize(columns);
    k.slope.resize(columns);
  }
}

void PointCourse::restart(const Knot& knot) {
  count_ = 0;
  top_h_ = before_h_ = 0;
  add(knot);
}

void PointCourse::add(const Knot& knot) {
  latest_ = (latest_ + 1) % kKept;
  Knot& kept = knots_[latest_];
  kept.t = knot.t;
  std::copy(knot.value.begin(), knot.value.end(), kept.value.begin());
  std::copy(knot.slope.begin(), knot.slope.end(), kept.slope.begin());
  count_ = std::min(count_ + 1, kKept);
  for (std::size_t i = 0; i < low_.size(); ++i) {
    low_[i] = std::min(low_[i], kept.value[i]);
    high_[i] = std::max(high_[i], kept.value[i]);
  }
  if (count_ < 2) return;
  before_h_ = top_h_;
  top_h_ = kept.t - this->knot(1).t;
  before_.swap(top_);
  for (std::size_t i = 0; i < top_.size(); ++i) {
    top_[i] = std::numeric_limits<double>::quiet_NaN();
    if (!sloped(i)) continue;
    const Knot& a = this->knot(1);
    const auto p = hermite(a.value[i], top_h_ * a.slope[i], kept.value[i], top_h_ * kept.slope[i]);
    top_[i] = 6 * p[3] / (top_h_ * top_h_ * top_h_);
  }
}

bool PointCourse::sloped(std::size_t column) const {
  return std::isfinite(knot(0).slope[column]) && std::isfinite(knot(1).slope[column]);
}

double PointCourse::at(std::size_t column, double t) {
  return sloped(column) ? cubic(column, t) : polynomial(column, t);
}

/// Its error is u⁗ (t - a)² (t - b)²/24.
double PointCourse::cubic(std::size_t column, double t) {
  const Knot &a = knot(1), &b = knot(0);
  const double h = b.t - a.t, s = (t - a.t) / h;
  if (before_h_ > 0) {
    const double fourth = (top_[column] - before_[column]) / ((top_h_ + before_h_) / 2);
    const double part = (t - a.t) * (b.t - t), error = std::abs(fourth) * part * part / 24;
    if (error > error_[column]) error_[column] = error;  // not where the step before had no slopes
  }
  const auto p = hermite(a.value[column], h * a.slope[column], b.value[column], h * b.slope[column]);
  return ((p[3] * s + p[2]) * s + p[1]) * s + p[0];
}

/// Newton's form, from the two ends of the step backwards: the line, and the terms of a cubic where these
/// show that the signal is smooth. A jump would be overshot. What is left out counts as the error, or the
/// last term.
double PointCourse::polynomial(std::size_t column, double t) {
  constexpr double smooth = 0.25;  // of the term before
  std::array<double, kKept> difference{}, term{};
  for (std::size_t k = 0; k < count_; ++k) difference[k] = knot(k).value[column];
  double product = 1;
  for (std::size_t order = 1; order < count_; ++order) {
    for (std::size_t k = 0; k + order < count_; ++k)
      difference[k] = (difference[k] - difference[k + 1]) / (knot(k).t - knot(k + order).t);
    product *= t - knot(order - 1).t;
    term[order] = difference[0] * product;
  }
  const bool full = count_ == kKept && std::abs(term[3]) <= smooth * std::abs(term[2]);
  const double error = full ? std::abs(term[3]) : std::abs(term[2]) + std::abs(term[3]);
  error_[column] = std::max(error_[column], error);
  return knot(0).value[column] + term[1] + (full ? term[2] + term[3] : 0);
}

double PointCourse::relative(std::size_t column) const {
  const double half = (high_[column] - low_[column]) / 2;
  return error_[column] > 0 && half > 0 ? error_[column] / half : 0;
}

double PointCourse::error() const {
  return error_.empty() ? 0 : relative(worst());
}

std::size_t PointCourse::worst() const {
  std::size_t worst = 0;
  for (std::size_t i = 1; i < error_.size(); ++i) {
    if (relative(i) > relative(worst)) worst = i;
  }
  return worst;
}

}  // namespace accordo
