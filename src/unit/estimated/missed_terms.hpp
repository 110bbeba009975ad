// What a linear model misses of a unit, φ = f - A x - B u and c = y - C x - D u, seen at the latest
// communication points and continued over the next step. Always with the current matrices: points expressed
// with those of their own time lose an order where outputs are not linear.
#pragma once

#include <array>

#include "unit/estimated/estimator.hpp"
#include "unit/estimated/operators.hpp"

namespace accordo {

/// φ(s) = φ_0 + φ_1 s + φ_2 s² on the step, and c with its slope by s at the end of it.
struct Missed {
  Missed(int states, int outputs);
  int degree = -1;  ///< of φ; -1: φ = 0
  Vector phi;       ///< 3·states: φ_0, φ_1, φ_2; those above the degree are not to be read
  Vector c;         ///< 2·outputs: c(1), c'(1)
};

/// The four latest points.
class MissedTerms {
 public:
  MissedTerms(int states, int inputs, int outputs);

  int count() const { return count_; }
  void reset() { count_ = 0; }
  /// A new latest point, its numbers not yet known. Points that do not lie before it are dropped: a step was
  /// taken back, or the same instant is seen again.
  void open(double t);

  double t(int j) const { return t_[slot(j)]; }
  // The numbers of point j, 0 being the latest. dy: NaN where the slope of an output is unknown.
  double* x(int j) { return part(j, 0); }
  double* f(int j) { return part(j, states_); }
  double* u(int j) { return part(j, 2 * states_); }
  double* du(int j) { return part(j, 2 * states_ + inputs_); }
  double* y(int j) { return part(j, 2 * states_ + 2 * inputs_); }
  double* dy(int j) { return part(j, 2 * states_ + 2 * inputs_ + outputs_); }

  /// Expresses point j with these matrices.
  void express(const LinearModel& model, int j);

  /// What is missed on a step of length h from the latest point. `full`: φ is the parabola through three
  /// points, c the cubic through values and slopes of two (the parabola through three values where the slope
  /// now is unknown, through the value before where only the slope before is); fewer points: lower degrees.
  /// `flexible`: per coordinate the parabola, line or constant that would have predicted the latest point
  /// best. `frozen`: constants. `hold`: c constant, φ left out.
  void predict(EstimatorKnobs::ModelDefect kind, double h, Missed& out) const;

  /// The same one degree lower, to compare with: φ the line; c without the slope before (cubic → parabola),
  /// without the value before (parabola → line). Where there is nothing lower (constants, φ left out), one
  /// degree higher: the difference tells the error just as well.
  void predict_otherwise(EstimatorKnobs::ModelDefect kind, double h, Missed& out) const;

  /// With what is missed at the end of the step known: φ the parabola through the point before, now and the
  /// end; c the cubic through the same values with its slope now (the parabola, where that slope is unknown).
  /// Without a point before: a degree lower. The parabola of c with its slope now alone would make slopes
  /// worse than predicted.
  void interpolate(double h, const double* phi_end, const double* c_end, Missed& out) const;

 private:
  using Cubic = std::array<double, 4>;
  using ModelDefect = EstimatorKnobs::ModelDefect;
  static constexpr int kPoints = 4;

  void predict(ModelDefect kind, double h, bool otherwise, Missed& out) const;
  void set_phi(int i, const Cubic& a, Missed& out) const;
  void set_c(int i, const Cubic& a, Missed& out) const;

  std::size_t slot(int j) const { return static_cast<std::size_t>((latest_ + j) % kPoints); }
  double* part(int j, int offset) { return data_.col(static_cast<Eigen::Index>(slot(j))).data() + offset; }
  const double* part(int j, int offset) const {
    return data_.col(static_cast<Eigen::Index>(slot(j))).data() + offset;
  }
  const double* phi(int j) const { return part(j, missed_at_); }
  const double* c(int j) const { return part(j, missed_at_ + states_); }
  const double* dc(int j) const { return part(j, missed_at_ + states_ + outputs_); }

  int states_, inputs_, outputs_, missed_at_;
  int count_ = 0, latest_ = 0;
  std::array<double, kPoints> t_{};
  Matrix data_;  ///< one column per point
};

}  // namespace accordo
