#include "unit/ode/dopri5.hpp"

namespace accordo {
namespace odeint = boost::numeric::odeint;

Dopri5Integrator::Dopri5Integrator(int size, const IntegratorSettings& settings)
    : AdaptiveIntegrator(size, settings),
      // Weights 1 for the state and 0 for its derivative: the tolerance means what IntegratorSettings says.
      stepper_(odeint::default_error_checker<double, Method::algebra_type, Method::operations_type>(
          settings.absolute_tolerance, settings.relative_tolerance, 1, 0)) {
  stepper_.adjust_size(x_);
  stepper_.stepper().adjust_size(x_);
}

bool Dopri5Integrator::attempt(OdeSystem& system, const Step&, double t, double& dt) {
  const auto rhs = [&](const std::vector<double>& x, std::vector<double>& dx, double at) {
    evaluate(system, at, x.data(), dx.data());
  };
  // odeint's norm passes over NaN; our caller looks for it in what an accepted step gives.
  return stepper_.try_step(rhs, x_, slope_, t, x_new_, slope_new_, dt) == odeint::success;
}

}  // namespace accordo
