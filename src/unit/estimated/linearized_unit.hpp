// A unit at the latest communication points: where it stood, its linear model, and what that missed there.
#pragma once

#include "unit/estimated/missed_terms.hpp"
#include "unit/unit.hpp"

namespace accordo {

class LinearizedUnit {
 public:
  /// refresh: as in EstimatorKnobs. `x`: where the states of a linear unit are kept; null: here.
  LinearizedUnit(Unit& unit, double refresh, double* x);
  LinearizedUnit(const LinearizedUnit&) = delete;
  LinearizedUnit& operator=(const LinearizedUnit&) = delete;

  /// After an event: the next point counts as the first, and is linearized.
  void reset() { points_.reset(); }
  /// The unit stands at a new point. Throws NonFinite.
  void observe_point(const Instant& at, const double* u, const double* du);

  /// Its A, B, C, D are the current ones; what else is in it belongs to the point of linearization.
  const LinearModel& model() const { return model_; }
  /// The states at the latest point.
  const double* states() { return linear_ ? x_ : points_.x(0); }
  /// Counts the changes of the matrices.
  long long version() const { return version_; }
  long long linearizations() const { return linearizations_; }

  /// What the model misses on a step of length h from here; `otherwise`: a degree lower, to compare with.
  void missed(EstimatorKnobs::ModelDefect kind, double h, bool otherwise, Missed& out) const;
  /// The same with f and g evaluated at the end of the step, in the states x and under the inputs u. Throws
  /// NonFinite.
  void missed_between(const Instant& end, double h, const double* x, const double* u, Missed& out);

 private:
  void observe_linear(const Instant& at);
  void linearize(const Instant& at, const double* x, const double* u);
  void check_dimensions() const;
  void take_linearization(const double* du);
  void take_slopes(const Instant& at, const double* du);
  void hide_unknown_slopes(const double* du);
  bool moved();
  bool moved(const double* now, const double* before, const Matrix& by_states, const Matrix& by_inputs);
  void adopt();
  void check_finite(const double* f, const double* g, double t) const;

  Unit& unit_;
  double refresh_;
  int states_, inputs_, outputs_;
  bool linear_;
  LinearModel model_, fresh_;
  MissedTerms points_;  ///< empty for linear units: they need no past
  Vector own_x_;
  double* x_;       ///< linear units: the states now
  Vector phi_, c_;  ///< linear units: the constant terms; others: at the end of a step
  Vector move_, size_;
  long long version_ = 0, linearizations_ = 0;
};

}  // namespace accordo
