#include "core/trail.hpp"

#include <algorithm>
#include <cmath>

#include "base/index.hpp"

namespace accordo {

std::span<double> Trail::add(double t) {
  newest_ = newest_ + 1 == kMost ? 0 : newest_ + 1;
  size_ = std::min(size_ + 1, kMost);
  times_[index(newest_)] = t;
  return {values_.data() + index(newest_) * width_, width_};
}

void Trail::note() {
  const double* latest = values_.data() + index(newest_) * width_;
  for (std::size_t i = 0; i < width_; ++i) sizes_[i] = std::max(sizes_[i], std::abs(latest[i]));
}

/// Lagrange's polynomials, their slopes, and by how much those with one point less differ.
Trail::Weights Trail::weights(double t) const {
  Weights w;
  while (w.newest + 1 < size_ && t <= times_[slot(w.newest + 1)]) ++w.newest;
  const auto node = [&](int j) { return times_[slot(w.newest + j)]; };
  if (t >= node(0) || w.newest + 1 == size_) {  // at a point, or beyond them all
    w.count = 1;
    w.value[0] = 1;
    if (size_ == 1 || t < node(0)) return w;
  }
  const bool at_point = w.count == 1;
  w.count = std::min(size_ - w.newest, kDegree + 1);
  for (int j = 0; j < w.count; ++j) {
    double value = 1, slope = 0, lower = j + 1 < w.count ? 1 : 0;
    for (int m = 0; m < w.count; ++m) {
      if (m == j) continue;
      const double factor = (t - node(m)) / (node(j) - node(m));
      slope = slope * factor + value / (node(j) - node(m));
      value *= factor;
      if (m + 1 < w.count) lower *= factor;
    }
    w.slope[index(j)] = slope;
    if (at_point) continue;  // exactly what the unit gave
    w.value[index(j)] = value;
    w.change[index(j)] = value - lower;
  }
  return w;
}

double Trail::sum(const Weights& w, const std::array<double, kDegree + 1>& factors, std::size_t i) const {
  double total = 0;
  for (int j = 0; j < w.count; ++j) {
    if (factors[index(j)] != 0) total += factors[index(j)] * values_[slot(w.newest + j) * width_ + i];
  }
  return total;
}

double Trail::error(const Weights& w) const {
  double worst = 0;
  for (std::size_t i = 0; i < width_; ++i) {
    const double off = std::abs(sum(w, w.change, i));
    if (off > 0) worst = std::max(worst, sizes_[i] > 0 ? off / sizes_[i] : 1.0);
  }
  return worst;
}

Trail::Miss Trail::latest_miss() const {
  if (size_ < 3) return {};
  const Weights w = weights((times_[slot(0)] + times_[slot(1)]) / 2);
  return {error(w), w.count - 1};
}

}  // namespace accordo
