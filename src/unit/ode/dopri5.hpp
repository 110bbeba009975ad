// The explicit default: Dormand and Prince's method of order 5(4), by Boost.odeint.
#pragma once

#include <boost/numeric/odeint/stepper/controlled_runge_kutta.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_dopri5.hpp>

#include "unit/ode/adaptive.hpp"

namespace accordo {

/// J. R. Dormand and P. J. Prince, J. Comput. Appl. Math. 6 (1980) 19-26. Derivatives are handed to odeint
/// explicitly, so that its stepper holds scratch only and a rollback is a copy of our few numbers.
class Dopri5Integrator final : public AdaptiveIntegrator {
 public:
  Dopri5Integrator(int size, const IntegratorSettings& settings);
  const char* name() const override { return "dopri5"; }

 private:
  bool attempt(OdeSystem& system, const Step& step, double t, double& dt) override;
  int order() const override { return 5; }
  const char* remedy() const override {
    return "the unit is probably stiff: give it 'integrator: rosenbrock'";
  }

  using Method = boost::numeric::odeint::runge_kutta_dopri5<std::vector<double>>;
  boost::numeric::odeint::controlled_runge_kutta<Method> stepper_;
};

}  // namespace accordo
