#include "integrate/rk4.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/index.hpp"

namespace accordo {

struct Rk4Integrator::Stages {
  explicit Stages(int states) : x(index(states)), stage(x), k1(x), k2(x), k3(x), k4(x) {}
  std::vector<double> x, stage, k1, k2, k3, k4;
};

Rk4Integrator::Rk4Integrator(int size, const IntegratorSettings& settings)
    : micro_step_(settings.micro_step), working_(size) {}
Rk4Integrator::~Rk4Integrator() = default;

void Rk4Integrator::advance(OdeSystem& system, const Step& step, bool, double* x) {
  // A macro-step meant as a multiple of the micro-step must not gain one more by rounding.
  const double wanted = micro_step_ > 0 ? std::ceil(step.h / micro_step_ - 1e-9) : 10;
  constexpr double most = 1e9;  // hours of work; far more would not even fit the counter
  if (wanted > most) {
    throw UnitFailure("more than 1e9 micro-steps in one macro-step: choose a larger micro_step");
  }
  const auto count = std::max(1LL, static_cast<long long>(wanted));
  const double dt = step.h / static_cast<double>(count);
  Stages& stages = working_.get();
  std::copy_n(x, stages.x.size(), stages.x.begin());
  for (long long i = 0; i < count; ++i) micro_step(system, step.t + static_cast<double>(i) * dt, dt, stages);
  std::copy(stages.x.begin(), stages.x.end(), x);
}

void Rk4Integrator::micro_step(OdeSystem& system, double t, double dt, Stages& stages) {
  auto& [x, stage, k1, k2, k3, k4] = stages;
  const std::size_t n = x.size();
  system.rhs(t, x.data(), k1.data());
  for (std::size_t i = 0; i < n; ++i) stage[i] = x[i] + dt / 2 * k1[i];
  system.rhs(t + dt / 2, stage.data(), k2.data());
  for (std::size_t i = 0; i < n; ++i) stage[i] = x[i] + dt / 2 * k2[i];
  system.rhs(t + dt / 2, stage.data(), k3.data());
  for (std::size_t i = 0; i < n; ++i) stage[i] = x[i] + dt * k3[i];
  system.rhs(t + dt, stage.data(), k4.data());
  evaluations_ += 4;
  for (std::size_t i = 0; i < n; ++i) {
    x[i] += dt / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
    if (!std::isfinite(x[i])) throw NonFiniteState(static_cast<int>(i), t);
  }
}

}  // namespace accordo
