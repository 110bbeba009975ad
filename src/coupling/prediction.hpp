// Where the inputs will end, from the units' estimators alone: one linear solve, nothing stepped (MISSILES
// paper, eq. 53). Units without an estimator take part with outputs extrapolated from the past.
#pragma once

#include <vector>

#include "coupling/global_system.hpp"
#include "coupling/interface.hpp"
#include "signal/point_history.hpp"

namespace accordo {

/// Tells the estimators about new communication points, each once: restart → observe_point → accepted →
/// observe_point → …
class PointObserver {
 public:
  PointObserver(Ensemble& e, const Interface& interface)
      : e_(e), interface_(interface), v1_(e.driven().empty() ? 0 : e.u().size()), w1_(v1_.size()) {}

  void restart();
  /// The open step starts at t: a new point, unless the step before was rejected.
  void observe_point(double t);
  void accepted() { observed_ = false; }
  /// Points observed since the latest restart.
  int count() const { return count_; }
  /// Values and slopes in time of all inputs at the latest one.
  std::span<const double> values() const { return v1_.empty() ? interface_.values() : v1_; }
  std::span<const double> slopes() const { return w1_.empty() ? interface_.slopes() : w1_; }

 private:
  Ensemble& e_;
  const Interface& interface_;
  std::vector<double> v1_, w1_;  ///< the interface's and the driven inputs'; empty where none is driven
  bool observed_ = false;
  int count_ = 0;
};

class Prediction {
 public:
  /// The ensemble's estimators must be in place.
  Prediction(Ensemble& e, const Interface& interface, const PointObserver& points,
             const LinearSolverKnobs& solver);

  /// After an event, or at the start.
  void restart(const Instant& at);
  /// z ← the solution for a step from the interface's present start, the point being observed.
  void predict(const Step& step, double* z);
  /// z ← the solution after the corrector, which evaluates the units where z leads; same factors.
  void correct(const Step& step, double* z);
  /// How the solution would change with what the linear models miss taken one degree lower. Call after
  /// predict.
  const std::vector<double>& change_low();
  /// The step was committed.
  void accepted() { known_ = false; }

  /// r ← (I − ΦᵀK)⁻¹ r for the latest step that was predicted.
  void apply_inverse(double* r) { system_.apply_inverse(r); }
  const GlobalSystem& system() const { return system_; }

 private:
  void solve(const Step& step, double* z);
  void guess(double h);
  void start_with_slopes(double h);
  /// out ← Φᵀ of these outputs and slopes, as unknowns; offsets of the links only for whole values.
  void gather(const Sample& outputs, bool offsets, double* z) const;

  Ensemble& e_;
  const Interface& interface_;
  const PointObserver& points_;
  GlobalSystem system_;
  bool all_estimated_;
  double h_ = 0;        ///< that the system belongs to
  bool known_ = false;  ///< the outputs at the present point are in past_
  PointHistory past_;   ///< of outputs, for units without an estimator
  Signal ahead_, inputs_;
  Sample answers_;
  std::vector<double> hw1_, low_;
  std::vector<double> guess_;    ///< of the solution, where the system iterates
  std::vector<double> du_, dy_;  ///< slopes at the latest restart, NaN where units give none
};

}  // namespace accordo
