#include "integrate/dopri5.hpp"

#include <algorithm>
#include <array>
#include <boost/numeric/odeint/stepper/runge_kutta_dopri5.hpp>
#include <cmath>
#include <utility>

#include "signal/signal.hpp"

namespace accordo {
namespace odeint = boost::numeric::odeint;

struct Dopri5Integrator::Stages {
  explicit Stages(int states) : error(index(states)), inside(error), bulge(2 * error.size()) {
    method.adjust_size(error);
  }
  odeint::runge_kutta_dopri5<std::vector<double>> method;
  std::vector<double> error, inside, bulge;
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
  auto& [method, error, inside, bulge] = stages_.get();
  method.do_step(rhs, trial.x, trial.slope, t, trial.x_new, trial.slope_new, dt, error);
  double worst = 0;  // passes over NaN: our caller looks for it in what an accepted step gives
  for (std::size_t i = 0; i < error.size(); ++i) {
    const double change = trial.slope_new[i] - trial.slope[i];
    worst = std::max(worst, std::abs(error[i]) / tolerance(i, trial, error[i], change));
  }
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

/// The method's own interpolant is a polynomial of that form, so that two values of it tell everything.
const double* Dopri5Integrator::bulge(double t, double dt, const Trial& trial) {
  Stages& stages = stages_.get();
  const std::size_t n = stages.inside.size();
  for (const double s : {0.25, 0.75}) {
    stages.method.calc_state(t + s * dt, stages.inside, trial.x, trial.slope, t, trial.x_new, trial.slope_new,
                             t + dt);
    for (std::size_t i = 0; i < n; ++i) {
      const auto a = hermite(trial.x[i], dt * trial.slope[i], trial.x_new[i], dt * trial.slope_new[i]);
      const double cubic = ((a[3] * s + a[2]) * s + a[1]) * s + a[0];
      stages.bulge[s < 0.5 ? i : n + i] = 256.0 / 9 * (stages.inside[i] - cubic);
    }
  }
  for (std::size_t i = 0; i < n; ++i) {  // a + b/4 and a + 3b/4
    const double first = stages.bulge[i], second = stages.bulge[n + i];
    stages.bulge[n + i] = 2 * (second - first);
    stages.bulge[i] = first - (second - first) / 2;
  }
  return stages.bulge.data();
}

}  // namespace accordo
