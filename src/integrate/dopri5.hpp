// The explicit default: Dormand and Prince's method of order 5(4), by Boost.odeint.
#pragma once

#include "integrate/adaptive.hpp"

namespace accordo {

/// J. R. Dormand and P. J. Prince, J. Comput. Appl. Math. 6 (1980) 19-26. Derivatives are handed to odeint
/// explicitly, so that its stepper holds scratch only and a rollback is a copy of our few numbers; and its
/// control of steps is our own, so that units with other tolerances can share the stepper.
class Dopri5Integrator final : public AdaptiveIntegrator {
 public:
  Dopri5Integrator(int size, const IntegratorSettings& settings);
  ~Dopri5Integrator() override;
  const char* name() const override { return "dopri5"; }

 private:
  bool attempt(OdeSystem& system, const Step& step, double t, double& dt, Trial& trial) override;
  const double* bulge(double t, double dt, const Trial& trial) override;
  int order() const override { return 5; }
  std::span<const double> stage_points() const override;
  const char* remedy() const override {
    return "the unit is probably stiff: give it 'integrator: rosenbrock'";
  }

  struct Stages;
  WorkingMemory<Stages> stages_;
};

}  // namespace accordo
