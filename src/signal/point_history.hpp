// The latest communication points, and polynomials through them.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "signal/signal.hpp"

namespace accordo {

/// Values at the latest points in time, newest first; holds at most three.
class PointHistory {
 public:
  static constexpr int kDepth = 3;

  explicit PointHistory(std::size_t n) {
    for (auto& v : values_) v.assign(n, 0);
  }

  int size() const { return size_; }
  double time(int back) const { return times_[slot(back)]; }
  const std::vector<double>& value(int back) const { return values_[slot(back)]; }

  void clear() { size_ = 0; }
  void push(double t, std::span<const double> v) {
    newest_ = newest_ + 1 == kDepth ? 0 : newest_ + 1;
    size_ = size_ < kDepth ? size_ + 1 : kDepth;
    times_[static_cast<std::size_t>(newest_)] = t;
    std::copy(v.begin(), v.end(), values_[static_cast<std::size_t>(newest_)].begin());
  }

 private:
  std::size_t slot(int back) const {
    return static_cast<std::size_t>(newest_ >= back ? newest_ - back : newest_ - back + kDepth);
  }

  std::array<std::vector<double>, kDepth> values_;
  std::array<double, kDepth> times_{};
  int newest_ = 0;
  int size_ = 0;
};

/// The polynomial of degree `order` through the latest order+1 points (fewer where fewer exist), on the step
/// of length h that starts at the newest of them.
void extrapolate(const PointHistory& past, double h, int order, Signal& out);

/// Where that polynomial ends, for one component.
double extrapolated_end(const PointHistory& past, double h, int order, std::size_t component);

/// The same for one component that is known at the end of the step too: through `end` at s = 1 and the latest
/// `order` points. Order 0 holds the end value.
void interpolate(const PointHistory& past, double h, int order, int component, double end, Signal& out);

}  // namespace accordo
