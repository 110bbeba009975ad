#include "integrate/rk4.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "base/index.hpp"

namespace accordo {

struct Rk4Integrator::Stages {
  explicit Stages(int states) : x(index(states)), start(x), stage(x), k1(x), k2(x), k3(x), k4(x) {}
  std::vector<double> x, start, stage, k1, k2, k3, k4;
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
  for (long long i = 0; i < count; ++i)
    guarded_step(system, step, step.t + static_cast<double>(i) * dt, dt, stages);
  std::copy(stages.x.begin(), stages.x.end(), x);
}

/// A piece of a micro-step in which something would hide is given as many micro-steps as a macro-step has by
/// default: there is no error control that would do it.
void Rk4Integrator::guarded_step(OdeSystem& system, const Step& step, double t, double dt, Stages& stages) {
  if (!system.guards() && !system.watches()) return pass_step(system, t, dt, stages);
  static constexpr std::array points{0.0, 0.5, 1.0};
  constexpr int parts = 10;
  const double shortest = kShortestGuarded * step.h;
  double from = 0;
  while (from < dt) {
    const double left = dt - from;
    const double piece = system.guarded({.t = t + from, .dt = left, .shortest = shortest, .points = points});
    if (piece == dt) return watched_step(system, {.t = t, .dt = dt, .shortest = shortest}, stages);
    const double part = piece / parts;
    for (int i = 0; i < parts; ++i)
      watched_step(system, {.t = t + from + i * part, .dt = part, .shortest = shortest}, stages);
    if (piece == left) return;
    from += piece;
  }
}

/// A micro-step, repeated in shorter pieces while something hides in it.
void Rk4Integrator::watched_step(OdeSystem& system, const Stretch& whole, Stages& stages) {
  if (!system.watches()) return pass_step(system, whole.t, whole.dt, stages);
  double from = 0, piece = whole.dt;
  while (from < whole.dt) {
    stages.start = stages.x;
    system.attempting();
    micro_step(system, whole.t + from, piece, stages);
    if (piece / 2 >= whole.shortest && system.hides()) {
      stages.x = stages.start;
      piece /= 2;
      continue;
    }
    pass_on(system, whole.t + from, piece, stages);
    if (piece == whole.dt - from) return;
    from += piece;
    piece = std::min(2 * piece, whole.dt - from);
  }
}

/// A micro-step that nothing can hide in.
void Rk4Integrator::pass_step(OdeSystem& system, double t, double dt, Stages& stages) {
  if (system.follows()) stages.start = stages.x;
  micro_step(system, t, dt, stages);
  pass_on(system, t, dt, stages);
}

/// The slope at the end takes an evaluation of its own, for whoever follows.
void Rk4Integrator::pass_on(OdeSystem& system, double t, double dt, Stages& stages) {
  if (!system.follows()) return;
  system.rhs(t + dt, stages.x.data(), stages.k4.data());
  ++evaluations_;
  system.passed({.t = t,
                 .end = t + dt,
                 .x = stages.start.data(),
                 .slope = stages.k1.data(),
                 .x_end = stages.x.data(),
                 .slope_end = stages.k4.data()});
}

void Rk4Integrator::micro_step(OdeSystem& system, double t, double dt, Stages& stages) {
  auto& [x, start, stage, k1, k2, k3, k4] = stages;
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
