// What a unit gave at its own communication points: others see it interpolated.
#pragma once

#include <array>
#include <span>
#include <vector>

namespace accordo {

/// The latest points of a unit that runs ahead, with a number of values each. Between two of them, each value
/// is the polynomial through the right one and those before it, of degree 3 where there are enough.
class Trail {
 public:
  static constexpr int kDegree = 3;
  static constexpr int kMost =
      32;  ///< points: those ahead of the others, and what the polynomials need before

  explicit Trail(std::size_t values) : width_(values), values_(kMost * values), sizes_(values) {}

  int size() const { return size_; }
  double front() const { return times_[slot(0)]; }
  /// How many points are later than this.
  int count_after(double t) const {
    int count = 0;
    while (count < size_ && times_[slot(count)] > t) ++count;
    return count;
  }

  /// Forgets all points: after a jump they say nothing.
  void clear() { size_ = 0; }
  /// Forgets the points later than this.
  void drop_after(double t) {
    while (size_ > 0 && front() > t) newest_ = newest_ == 0 ? kMost - 1 : newest_ - 1, --size_;
  }
  /// A new point. The values are the caller's to write; then note() must be called.
  std::span<double> add(double t);
  void note();

  /// Weights of the points' values, to be applied to all of them alike.
  struct Weights {
    int newest = 0, count = 0;
    std::array<double, kDegree + 1> value{}, slope{};
    std::array<double, kDegree + 1> change{};  ///< from the polynomial of one degree less
  };
  /// At a time between the oldest point and the newest one; beyond, that of the nearest point.
  Weights weights(double t) const;
  double value(const Weights& w, std::size_t i) const { return sum(w, w.value, i); }
  double slope(const Weights& w, std::size_t i) const { return sum(w, w.slope, i); }
  /// By how much the polynomial of one degree less differs, relative to the largest value so far, at most.
  double error(const Weights& w) const;
  /// The same in the middle between the latest two points, and the order of that error; 0 where it is not
  /// known.
  struct Miss {
    double error = 0;
    int order = 0;
  };
  Miss latest_miss() const;

 private:
  std::size_t slot(int back) const {
    return static_cast<std::size_t>(newest_ >= back ? newest_ - back : newest_ - back + kMost);
  }
  double sum(const Weights& w, const std::array<double, kDegree + 1>& factors, std::size_t i) const;

  std::size_t width_;
  std::array<double, kMost> times_{};
  std::vector<double> values_, sizes_;
  int newest_ = 0, size_ = 0;
};

}  // namespace accordo
