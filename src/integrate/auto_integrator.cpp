#include "integrate/auto_integrator.hpp"

#include <algorithm>

#include "integrate/stiffness.hpp"

namespace accordo {
namespace {

/// A macro-step of more internal steps than this is busy: at |λ|h of some 30, rosenbrock starts to pay.
constexpr int kBusy = 12;
constexpr int kLongestWait = 4096;
/// dopri5 is stable to |λ| dt = 3.3 on the real axis; a step limited by stability hovers just below.
constexpr double kStabilityBound = 2.0;
constexpr int kMostStates = 500;

}  // namespace

/// The states on the way; the caller's own stay as they are until all is well.
struct AutoIntegrator::Reached {
  explicit Reached(int states) : x(index(states)) {}
  std::vector<double> x;
};

AutoIntegrator::AutoIntegrator(int size, const IntegratorSettings& settings)
    : settings_(settings), dopri5_(size, settings), reached_(size) {
  now_.look_after = kBusy + 1;
  saved_ = now_;
}
AutoIntegrator::~AutoIntegrator() = default;

void AutoIntegrator::advance(OdeSystem& system, const Step& step, bool continuous, double* x) {
  if (now_.stiff) return rosenbrock_->advance(system, step, continuous, x);
  std::vector<double>& reached = reached_.get().x;
  std::copy_n(x, reached.size(), reached.begin());
  const double t = advance_explicit(system, step, continuous, reached.data());
  if (t != step.end) {
    const Progress rest =
        rosenbrock_->run(system, step, t, false, AdaptiveIntegrator::kMaxAttempts, reached.data());
    if (rest.t != step.end) rosenbrock_->give_up(rest.t);
  }
  std::copy(reached.begin(), reached.end(), x);
}

/// Returns the time reached: the end of the step, or where it switched.
double AutoIntegrator::advance_explicit(OdeSystem& system, const Step& step, bool continuous, double* x) {
  const bool may_switch = system.has_jacobian() && system.size() <= kMostStates;
  double t = step.t;
  int attempts = 0;
  while (attempts < AdaptiveIntegrator::kMaxAttempts) {
    const int until_look = std::max(kBusy + 1, now_.look_after - now_.since_look);
    const int budget = may_switch ? until_look : AdaptiveIntegrator::kMaxAttempts;
    const Progress part = dopri5_.run(system, step, t, continuous, budget, x);
    attempts += part.attempts;
    if (attempts > kBusy) now_.since_look += part.attempts;
    const double mean = (part.t - t) / std::max(1, part.accepted);
    t = part.t;
    continuous = true;
    if (t == step.end) return t;
    if (!may_switch) break;
    now_.since_look = 0;
    now_.look_after = std::min(2 * now_.look_after, kLongestWait);
    if (limited_by_stability(system, t, x, mean)) return t;
  }
  dopri5_.give_up(t);
}

bool AutoIntegrator::limited_by_stability(OdeSystem& system, double t, const double* x, double dt) {
  Matrix J(system.size(), system.size());
  Vector f_t(system.size());
  system.jacobian(t, x, J, f_t);
  if (fastest_decay(J) * dt < kStabilityBound) return false;
  now_.stiff = true;
  if (!rosenbrock_) rosenbrock_ = std::make_unique<RosenbrockIntegrator>(system.size(), settings_);
  rosenbrock_->forget();
  rosenbrock_->take_over(dopri5_);
  rosenbrock_->set_next_step_size(dopri5_.next_step_size());
  return true;
}

void AutoIntegrator::save() {
  saved_ = now_;
  dopri5_.save();
  if (rosenbrock_) rosenbrock_->save();
}

void AutoIntegrator::restore() {
  now_ = saved_;
  dopri5_.restore();
  if (rosenbrock_) rosenbrock_->restore();
}

void AutoIntegrator::forget() {
  dopri5_.forget();
  if (rosenbrock_) rosenbrock_->forget();
}

long long AutoIntegrator::evaluations() const {
  return dopri5_.evaluations() + (rosenbrock_ ? rosenbrock_->evaluations() : 0);
}

}  // namespace accordo
