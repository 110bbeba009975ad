// The interface of a run from step to step: its unknowns, how far they may be off, what the estimators have
// been told, and what they predict.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "coupling/estimation.hpp"
#include "coupling/interface_error.hpp"
#include "coupling/look_ahead.hpp"
#include "coupling/prediction.hpp"

namespace accordo {

struct StepInterfaceKnobs {
  Shape shape = Shape::hermite;
  bool difference_slopes = false;
  bool slopes_at_start = true;     ///< the run starts with the units' slopes
  bool flat_when_unknown = false;  ///< inputs whose slope nobody gives start flat; else with any slope
  bool extrapolates = false;       ///< inputs may go on as over the step before
  std::optional<EstimatorKnobs> estimator = {};  ///< of all units that can have one; none: no estimators
  enum class Predict { never, where_all_are_estimated, always } predict = Predict::never;
  LinearSolverKnobs linear_solver = {};
  Resync resync = Resync::consistent;
};

/// Owns what Interface, InterfaceError, PointObserver and Prediction carry, and moves them together:
///
///   restart → open → observe? → predict? → correct? → accepted → missed?, resync? → open | restart
///
/// A step that is rejected is followed by open(): until accepted() nothing has changed that matters. missed()
/// may come before accepted(), too: it is relative to the sizes as they are.
class StepInterface {
 public:
  /// Places estimators beside units, where they are wanted.
  StepInterface(Ensemble& e, const StepInterfaceKnobs& knobs);
  StepInterface(const StepInterface&) = delete;  // its parts know each other
  StepInterface& operator=(const StepInterface&) = delete;

  const Interface& unknowns() const { return interface_; }
  const InterfaceError& error() const { return error_; }
  std::size_t size() const { return interface_.size(); }
  /// Whether there is something to predict with.
  bool predicts() const { return prediction_.has_value(); }

  /// At the start and after events: from the ensemble's present values and the units' slopes.
  void restart(const Instant& at);
  /// After a jump that the method itself has found: likewise, with slopes 0.
  void restart_flat();
  /// After that: sizes of inputs from the linear models, and a first step; none where not all units have one.
  std::optional<double> look_ahead(double t, double longest, double tolerance);
  void open(const StepQuestion& question);

  /// Tells the estimators where the step starts, once however often it is repeated.
  void observe() { points_.observe_point(step_.t); }
  /// Where they could not be told.
  void reset() { points_.restart(); }
  /// z ← where the inputs will end according to the linear models of all units.
  void predict(std::span<double> z);
  /// z ← the same with f and g evaluated where z leads. By how much that has moved it.
  double correct(std::span<double> z);
  /// By how much z would differ if what linear models miss were taken one degree lower; 0 on the first step.
  double order_difference(std::span<const double> z);
  /// Whether predict() has found finite values for the open step: apply_inverse() belongs to it.
  bool predicted() const { return predicted_; }
  /// r ← (I − ΦᵀK)⁻¹ r.
  void apply_inverse(double* r) { prediction_->apply_inverse(r); }

  /// The inputs that end at z, and their interpolation error.
  Proposal proposal(std::span<const double> z, Signal& inputs);
  std::optional<double> interpolation(std::span<const double> z) {
    return error_.interpolation(z.data(), step_.h);
  }

  /// The step was committed with inputs that were to end at z.
  void accepted(std::span<const double> z);
  /// How far the committed units ended from z. The ensemble must have kept what they gave.
  double missed(std::span<const double> z);
  /// The next step starts from what missed() has found. Slopes stay: C1 is given up by as much as the units'
  /// answers differ from what was predicted.
  void resync();

  Work work() const { return prediction_ ? prediction_->system().work() : Work{}; }

 private:
  Ensemble& e_;
  Interface interface_;
  InterfaceError error_;
  PointObserver points_;
  std::optional<Prediction> prediction_;
  std::unique_ptr<LookAhead> look_ahead_;
  bool slopes_;  ///< at the next restart the units' slopes are taken
  bool flat_when_unknown_, extrapolates_;
  Resync resync_;
  Step step_;  ///< that is open
  bool predicted_ = false;
  std::vector<double> answer_, change_;  ///< in the shape of z: what the units gave, and a scratch
  std::vector<double> u_, du_, dy_;      ///< scratch
};

}  // namespace accordo
