// A unit's equations under the inputs of the present macro-step, as integrators see them.
#pragma once

#include <vector>

#include "integrate/integrator.hpp"
#include "unit/ode/dynamics.hpp"

namespace accordo {

/// x' = f(t, x, u(t)) on the present macro-step.
class DrivenSystem final : public OdeSystem {
 public:
  DrivenSystem(Dynamics& dynamics, int states, int inputs);
  void open(const Step& step, SignalView inputs);
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

 private:
  Dynamics& dynamics_;
  StepGuard* guard_;
  bool watched_;
  int states_;
  Step step_;
  TimeWindow window_;
  SignalView inputs_;
  std::vector<double> u_;
  std::unique_ptr<LinearModel> linear_;  ///< made when first needed: few units are stiff
};

}  // namespace accordo
