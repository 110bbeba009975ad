// What signals do between communication points, as far as these tell: where units do not show it.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace accordo {

/// All columns at one instant; slopes in time are NaN where nobody gives them.
struct Knot {
  double t = 0;
  std::vector<double> value, slope;
};

/// Where slopes are known at both ends of a step, the cubic through them; else the polynomial through up to
/// four points. How far that may be off follows from how the highest derivative changes from step to step,
/// and is kept.
///
/// restart → add → add → (at | add)* → restart …
class PointCourse {
 public:
  explicit PointCourse(std::size_t columns);

  /// Something may have jumped here: what was before tells nothing of what comes.
  void restart(const Knot& knot);
  void add(const Knot& knot);
  /// Those of the latest point, where it came without.
  void set_slopes(const std::vector<double>& slopes) { knots_[latest_].slope = slopes; }

  /// The value of a column at a time within the latest step.
  double at(std::size_t column, double t);
  /// The largest error that was estimated of a value that was asked for, as a part of the half range of its
  /// column.
  double error() const;
  /// The column that has it.
  std::size_t worst() const;

 private:
  static constexpr std::size_t kKept = 4;

  const Knot& knot(std::size_t back) const { return knots_[(latest_ + kKept - back) % kKept]; }
  bool sloped(std::size_t column) const;
  double cubic(std::size_t column, double t);
  double polynomial(std::size_t column, double t);
  double relative(std::size_t column) const;

  std::array<Knot, kKept> knots_;  ///< the latest points, in a ring
  std::size_t latest_ = 0, count_ = 0;
  std::vector<double> low_, high_, error_;
  std::vector<double> top_, before_;  ///< third derivatives of the latest cubics
  double top_h_ = 0, before_h_ = 0;
};

}  // namespace accordo
