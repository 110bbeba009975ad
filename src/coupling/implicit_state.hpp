// What the implicit methods carry from step to step, and the map whose fixed point they seek.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "coupling/implicit.hpp"
#include "coupling/interface_error.hpp"
#include "coupling/prediction.hpp"

namespace accordo {

/// ψ = Φᵀζ over the open step, and what is carried from step to step.
class ImplicitState final : public CouplingState, public FixedPoint {
 public:
  ImplicitState(Ensemble& ensemble, const ImplicitKnobs& knobs);

  /// A trial of all units under z; the outcome dispatched to the inputs. A unit that cannot follow says so in
  /// `trouble`.
  bool evaluate(const double* at, double* out) override;
  bool apply_inverse(double* r) override;

  /// Begins a step.
  void open(const Step& next, const Proposal& proposal);
  /// Where no unit is fed by another there is nothing to agree on: each steps once, and none is saved.
  void propose_as_is(Proposal& proposal);
  /// Tells the estimators where the step starts. A linearization that is no number is missed only where
  /// trials are estimates: units that can be tried are.
  bool note();
  /// z ← the linear prediction. False where the linear models do not determine it.
  bool foresee();
  /// z ← the papers' first guess: what the units answer to inputs that come back to where they are.
  bool ask_for_guess();

  /// Whether the prediction, or a single trial, shows that the step is much too long for its tolerance: it is
  /// then proposed with that error.
  bool hopeless(Proposal& proposal);
  /// How well the step was foreseen: where trials are estimates, by how much two orders of them differ; else
  /// by how much the units disagreed with the prediction.
  double embedded();
  /// The error of a step that no linear model foresaw, from where the inputs of the step before would have
  /// led, had they gone on; `left`: residuals that the solver leaves.
  double surprise(double left);

  /// Whether any answers are estimates.
  bool predicts() const { return !predicted_.empty(); }

  Ensemble& e;
  Interface interface;
  PointNotes notes;
  InterfaceError error;
  std::optional<Prediction> prediction;
  bool foreseen = false;  ///< the present step was predicted: apply_inverse belongs to it
  std::unique_ptr<Solver> solver;
  Step step;
  Signal inputs;  ///< under which the units have been tried
  std::vector<double> z, psi, amplitude;
  std::vector<double> guess;           ///< the prediction
  std::vector<double> latest, answer;  ///< the latest evaluation: at which z, and what came of it
  std::optional<Error> trouble;
  Solution solution;
  std::optional<double> post;
  std::vector<double> u;  ///< room for where the next step starts
  bool started = false;

 private:
  template <class Trials>
  bool attempt(const double* out, Trials trials);
  void sweep(const double* at, double* out);
  bool is_predicted(int unit) const {
    return !estimated_.empty() && estimated_[static_cast<std::size_t>(unit)] != 0;
  }
  const Sample& answers();

  std::vector<int> sequence_;
  std::vector<unsigned char> estimated_;      ///< per unit; empty: none
  std::vector<int> tried_units_, predicted_;  ///< units whose answers are real, and those whose are estimates
  bool tried_ = false;  ///< hopeless() has tried the prediction: the solver's first evaluation is known
};

}  // namespace accordo
