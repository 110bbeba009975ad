// A unit's equations under the inputs of the present macro-step, as integrators see them.
#pragma once

#include <vector>

#include "integrate/dense_path.hpp"
#include "integrate/integrator.hpp"
#include "unit/ode/dynamics.hpp"

namespace accordo {

/// x' = f(t, x, u(t)) on the present macro-step.
class DrivenSystem final : public OdeSystem {
 public:
  DrivenSystem(Dynamics& dynamics, int states, int inputs);
  /// Unless null, `path` follows the internal steps. The inputs are copied then: they may be asked for after
  /// the step.
  void open(const Step& step, SignalView inputs, DensePath* path = nullptr);
  const Step& step() const { return step_; }
  const TimeWindow& window() const { return window_; }
  int size() const override { return states_; }
  void rhs(double t, const double* x, double* dx) override;
  bool has_jacobian() const override { return true; }
  void jacobian(double t, const double* x, Matrix& J, Vector& f_t) override;
  bool guards() const override { return guard_ != nullptr; }
  bool watches() const override { return watched_; }
  void origin(double t, const double* x, bool evaluated) override;
  void attempting() override { guard_->attempting(); }
  bool hides() override { return guard_->hides(); }
  double guarded(const Stretch& stretch) override { return guard_->longest(stretch, window_); }
  /// The inputs at this time of the step; valid until the next call of anything here.
  const double* inputs_at(double t);
  /// du ← their slopes in time.
  void input_slopes_at(double t, double* du) const;
  bool follows() const override { return path_ != nullptr; }
  void passed(const InternalStep& step) override { path_->add(step); }

 private:
  Dynamics& dynamics_;
  StepGuard* guard_;
  bool watched_;
  int states_;
  Step step_;
  TimeWindow window_;
  SignalView inputs_;
  std::vector<double> kept_;  ///< coefficients of inputs that were copied
  DensePath* path_ = nullptr;
  std::vector<double> u_;
  std::unique_ptr<LinearModel> linear_;  ///< made when first needed: few units are stiff
};

}  // namespace accordo
