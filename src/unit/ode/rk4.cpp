#include "unit/ode/rk4.hpp"

#include <algorithm>
#include <cmath>

namespace accordo {

Rk4Integrator::Rk4Integrator(int size, const IntegratorSettings& settings)
    : micro_step_(settings.micro_step) {
  for (auto* v : {&x_, &stage_, &k1_, &k2_, &k3_, &k4_}) v->resize(static_cast<std::size_t>(size));
}

void Rk4Integrator::advance(OdeSystem& system, const Step& step, bool, double* x) {
  // A macro-step meant as a multiple of the micro-step must not gain one more by rounding.
  const double wanted = micro_step_ > 0 ? std::ceil(step.h / micro_step_ - 1e-9) : 10;
  constexpr double most = 1e9;  // hours of work; far more would not even fit the counter
  if (wanted > most) {
    throw UnitFailure("more than 1e9 micro-steps in one macro-step: choose a larger micro_step");
  }
  const auto count = std::max(1LL, static_cast<long long>(wanted));
  const double dt = step.h / static_cast<double>(count);
  std::copy_n(x, x_.size(), x_.begin());
  for (long long i = 0; i < count; ++i) micro_step(system, step.t + static_cast<double>(i) * dt, dt);
  std::copy(x_.begin(), x_.end(), x);
}

void Rk4Integrator::micro_step(OdeSystem& system, double t, double dt) {
  const std::size_t n = x_.size();
  system.rhs(t, x_.data(), k1_.data());
  for (std::size_t i = 0; i < n; ++i) stage_[i] = x_[i] + dt / 2 * k1_[i];
  system.rhs(t + dt / 2, stage_.data(), k2_.data());
  for (std::size_t i = 0; i < n; ++i) stage_[i] = x_[i] + dt / 2 * k2_[i];
  system.rhs(t + dt / 2, stage_.data(), k3_.data());
  for (std::size_t i = 0; i < n; ++i) stage_[i] = x_[i] + dt * k3_[i];
  system.rhs(t + dt, stage_.data(), k4_.data());
  evaluations_ += 4;
  for (std::size_t i = 0; i < n; ++i) {
    x_[i] += dt / 6 * (k1_[i] + 2 * k2_[i] + 2 * k3_[i] + k4_[i]);
    if (!std::isfinite(x_[i])) throw NonFiniteState(static_cast<int>(i), t);
  }
}

}  // namespace accordo
