#include "integrate/dopri5.hpp"

#include <algorithm>
#include <array>
#include <boost/numeric/odeint/stepper/runge_kutta_dopri5.hpp>
#include <cmath>
#include <utility>

namespace accordo {
namespace odeint = boost::numeric::odeint;

struct Dopri5Integrator::Stages {
  explicit Stages(int states) : error(index(states)) { method.adjust_size(error); }
  odeint::runge_kutta_dopri5<std::vector<double>> method;
  std::vector<double> error;
};

Dopri5Integrator::Dopri5Integrator(int size, const IntegratorSettings& settings)
    : AdaptiveIntegrator(size, settings), stages_(size) {}
Dopri5Integrator::~Dopri5Integrator() = default;

std::span<const double> Dopri5Integrator::stage_points() const {
  // Without 0.2: that stage has no weight, neither in the result nor in the error estimate.
  static constexpr std::array points{0.0, 0.3, 0.8, 8.0 / 9, 1.0};
  return points;
}

bool Dopri5Integrator::attempt(OdeSystem& system, const Step&, double t, double& dt, Trial& trial) {
  bool first = system.watches();
  const auto rhs = [&](const std::vector<double>& x, std::vector<double>& dx, double at) {
    evaluate(system, at, x.data(), dx.data());
    if (std::exchange(first, false)) system.attempting();  // again: the first stage has no weight
  };
  auto& [method, error] = stages_.get();
  method.do_step(rhs, trial.x, trial.slope, t, trial.x_new, trial.slope_new, dt, error);
  double worst = 0;  // passes over NaN: our caller looks for it in what an accepted step gives
  for (std::size_t i = 0; i < error.size(); ++i)
    worst = std::max(worst, std::abs(error[i]) / tolerance(trial.x[i]));
  if (worst > 1) {
    dt *= std::max(0.9 * std::pow(worst, -1.0 / 3), 0.2);
    return false;
  }
  constexpr double least = 1.0 / (5 * 5 * 5 * 5 * 5);  // five times longer at most
  if (worst <= least) {
    dt *= 0.9 * 5;
  } else if (worst < 0.5) {
    dt *= 0.9 * std::pow(worst, -1.0 / 5);
  }
  return true;
}

}  // namespace accordo
