#include "integrate/adaptive.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/index.hpp"

namespace accordo {
namespace {

/// The next internal step: as wanted, but neither beyond the end nor leaving a sliver before it.
double clip(double wanted, double left) {
  if (left <= 1.01 * wanted) return left;
  if (left < 2 * wanted) return left / 2;
  return wanted;
}

/// The first state that is not finite or whose derivative is not; -1 if all are.
int first_not_finite(const std::vector<double>& x, const std::vector<double>& slope) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (!std::isfinite(x[i]) || !std::isfinite(slope[i])) return static_cast<int>(i);
  }
  return -1;
}

constexpr double kVeryShort = 1e-6;  // of a macro-step

/// Steps as short as time allows, that are not exact enough, which may follow each other: a switch takes one
/// or two, a pole never ends.
constexpr int kMostOver = 8;

/// Attempts within one macro-step after which noise may be what they are made for.
constexpr int kLookForNoise = 256;

double smallest_step(const Step& step) {
  const double t = std::max(std::abs(step.t), std::abs(step.end));
  return std::max(16 * std::numeric_limits<double>::epsilon() * t, 1e-14 * step.h);
}

double shortest_guarded(const Step& step) {
  return std::max(kShortestGuarded * step.h, 4 * smallest_step(step));
}

}  // namespace

Trial::Trial(int states) : x(index(states)), x_new(x), slope(x), slope_new(x) {}

AdaptiveIntegrator::AdaptiveIntegrator(int size, const IntegratorSettings& settings)
    : states_(size),
      working_(size),
      relative_(settings.relative_tolerance),
      absolute_(settings.absolute_tolerance),
      sizes_(size),
      rate_(index(size)),
      noise_{std::vector<double>(index(size)), std::vector<double>(index(size))},
      slopes_(2 * index(size)) {}

void AdaptiveIntegrator::advance(OdeSystem& system, const Step& step, bool continuous, double* x) {
  const Progress progress = run(system, step, step.t, continuous, kMaxAttempts, x);
  if (progress.t != step.end) give_up(progress.t);
}

Progress AdaptiveIntegrator::run(OdeSystem& system, const Step& step, double from, bool continuous,
                                 int max_attempts, double* x) {
  if (states_ == 0) return {.t = step.end};
  Trial& trial = working_.get();
  Progress progress{.t = from};
  std::copy_n(x, states_, trial.x.begin());
  if (from == step.t) {
    sizes_.open(x);
    std::fill(rate_.begin(), rate_.end(), 0.0);
    since_noise_ = 0;
  }
  time_rounding_ =
      4 * std::numeric_limits<double>::epsilon() * std::max(std::abs(step.t), std::abs(step.end));
  moved();
  const bool reuse = continuous && slope_valid_;
  if (reuse) {
    std::copy_n(slope(), states_, trial.slope.begin());
  } else {
    evaluate(system, from, trial.x.data(), trial.slope.data());
  }
  slope_valid_ = false;  // until this run has succeeded
  const bool watched = system.watches(), guards = system.guards(), followed = system.follows();
  if (watched) system.origin(from, trial.x.data(), !reuse);
  if (const int i = first_not_finite(trial.x, trial.slope); i >= 0) throw NonFiniteState(i, from);

  double wanted = next_step_size_ > 0 ? next_step_size_ : first_step(system, step, from, trial);
  const double smallest = smallest_step(step);
  int over = 0;  // steps in a row that are as short as time allows, and still off
  const auto take = [&](double dt, double left) {
    ++progress.accepted;
    const double end = dt == left ? step.end : progress.t + dt;
    if (followed) pass_on(system, progress.t, dt, end, trial);
    progress.t = end;
    trial.x.swap(trial.x_new);
    trial.slope.swap(trial.slope_new);
    sizes_.accepted(trial.x);
    moved();
    if (watched) system.origin(progress.t, trial.x.data(), true);
  };
  while (progress.t != step.end && progress.attempts < max_attempts) {
    const double left = step.end - progress.t;
    const double clipped = clip(wanted, left);
    const double dt = guards ? guarded(system, step, progress.t, clipped) : clipped;
    double next = dt;
    ++progress.attempts;
    if (++since_noise_ == kLookForNoise) find_noise(system, progress.t, trial);
    if (watched) system.attempting();
    long_attempt_ = dt >= kVeryShort * step.h ? dt : 0;
    attempt_ = dt;
    bool accepted = attempt(system, step, progress.t, next, trial);
    const int not_finite = first_not_finite(trial.x_new, trial.slope_new);
    if (watched && accepted && not_finite < 0 && dt / 2 >= shortest_guarded(step) && system.hides()) {
      accepted = false;
      next = dt / 2;
    }
    if (accepted && not_finite < 0) {
      // A step cut short by the end of the macro-step says little about longer ones.
      wanted = dt < wanted ? std::max(wanted, next) : next;
      if (dt > kMostOver * smallest) over = 0;
      take(dt, left);
    } else {
      wanted = not_finite >= 0 ? dt / 5 : next;
      if (wanted >= smallest) continue;
      if (not_finite >= 0 || ++over > kMostOver) underflow(progress.t, wanted, not_finite, trial);
      wanted = std::min(smallest, left);
      if (!step_over(system, progress.t, wanted, trial)) underflow(progress.t, wanted, not_finite, trial);
      take(wanted, left);
    }
  }
  next_step_size_ = wanted;
  slope_valid_ = true;
  std::copy_n(trial.slope.begin(), states_, slope());
  std::copy_n(trial.x.begin(), states_, x);
  return progress;
}

void AdaptiveIntegrator::pass_on(OdeSystem& system, double t, double dt, double end, Trial& trial) {
  system.passed({.t = t,
                 .end = end,
                 .x = trial.x.data(),
                 .slope = trial.slope.data(),
                 .x_end = trial.x_new.data(),
                 .slope_end = trial.slope_new.data(),
                 .bulge = bulge(t, dt, trial)});
}

double AdaptiveIntegrator::guarded(OdeSystem& system, const Step& step, double t, double dt) const {
  return system.guarded({.t = t, .dt = dt, .shortest = shortest_guarded(step), .points = stage_points()});
}

/// Where time itself is no finer, nothing can be more exact: a switch is passed by going straight on.
/// Whether that led anywhere.
bool AdaptiveIntegrator::step_over(OdeSystem& system, double t, double dt, Trial& trial) {
  for (std::size_t i = 0; i < trial.x.size(); ++i) trial.x_new[i] = trial.x[i] + dt * trial.slope[i];
  evaluate(system, t + dt, trial.x_new.data(), trial.slope_new.data());
  return first_not_finite(trial.x_new, trial.slope_new) < 0;
}

/// In both directions, since there may be a switch in one of them.
void AdaptiveIntegrator::find_noise(OdeSystem& system, double t, Trial& trial) {
  constexpr int looks = 4, ulps = 2;
  const double rounding = ulps * std::numeric_limits<double>::epsilon();
  since_noise_ = 0;
  std::fill(noise_.now.begin(), noise_.now.end(), 0.0);
  std::vector<double>&x = trial.x_new, &slope = trial.slope_new;
  std::vector<double> before(slope.size());
  for (int look = 0; look < looks; ++look) {
    for (const double sign : {1.0, -1.0}) {
      for (std::size_t i = 0; i < x.size(); ++i) {
        const bool other = ((i + static_cast<std::size_t>(look)) % static_cast<std::size_t>(look + 2)) == 0;
        x[i] = trial.x[i] * (1 + (other ? -sign : sign) * rounding);
      }
      evaluate(system, t * (1 + sign * rounding), x.data(), slope.data());
      for (std::size_t i = 0; i < x.size(); ++i) {
        const double moved = std::abs(slope[i] - trial.slope[i]);
        if (sign > 0) {
          before[i] = moved;
        } else if (const double both = std::min(before[i], moved); std::isfinite(both)) {
          noise_.now[i] = std::max(noise_.now[i], both);
        }
      }
    }
  }
}

void AdaptiveIntegrator::save() {
  noise_.saved = noise_.now;
  sizes_.save();
  saved_step_size_ = next_step_size_;
  saved_slope_valid_ = slope_valid_;
  std::copy_n(slope(), states_, saved_slope());
}

void AdaptiveIntegrator::restore() {
  noise_.now = noise_.saved;
  sizes_.restore();
  next_step_size_ = saved_step_size_;
  slope_valid_ = saved_slope_valid_;
  std::copy_n(saved_slope(), states_, slope());
}

/// E. Hairer, S. P. Nørsett, G. Wanner, Solving Ordinary Differential Equations I, section II.4: an explicit
/// Euler step shows how fast the derivative changes. Where they take absolute lengths of time for lack of
/// anything better, we have the macro-step.
double AdaptiveIntegrator::first_step(OdeSystem& system, const Step& step, double t, Trial& trial) {
  std::vector<double>&x = trial.x, &x_new = trial.x_new, &slope = trial.slope, &slope_new = trial.slope_new;
  // How far a state has got, or gets within the macro-step if it goes on like this.
  const auto size = [&](std::size_t i, double rate) {
    return std::max(sizes_.away(i, x[i]), step.h * std::abs(rate));
  };
  double fastest = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (slope[i] != 0) fastest = std::max(fastest, std::abs(slope[i]) / size(i, slope[i]));
  }
  const double cautious = 1e-3 * step.h;
  const double h0 = fastest > 0 ? std::min(0.01 / fastest, step.h) : cautious;
  for (std::size_t i = 0; i < x.size(); ++i) x_new[i] = x[i] + h0 * slope[i];
  evaluate(system, t + h0, x_new.data(), slope_new.data());
  double steepest = fastest / std::max(relative_, 1e-300);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double bend = std::abs(slope_new[i] - slope[i]) / h0;
    const double most = std::max(size(i, slope[i]), step.h * std::abs(slope_new[i]));
    if (bend != 0) steepest = std::max(steepest, bend / (absolute_ + relative_ * most));
  }
  if (!std::isfinite(steepest)) return std::min(cautious, h0);
  const double h1 = steepest <= 1e-15 ? step.h : std::pow(0.01 / steepest, 1.0 / order());
  return std::min({100 * h0, h1, step.h});
}

/// At a pole the values may still be finite when no shorter step is left, or all not finite at once after a
/// linear solve: what gives the culprit away is that it moves by more than its tolerance even in the shortest
/// step.
void AdaptiveIntegrator::underflow(double t, double dt, int not_finite, const Trial& trial) const {
  const std::vector<double>&x = trial.x, &slope = trial.slope;
  double fastest = 1;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double move = std::abs(slope[i]) * dt / (absolute_ + relative_ * std::abs(x[i]));
    if (move <= fastest) continue;
    fastest = move;
    not_finite = static_cast<int>(i);
  }
  if (not_finite >= 0) throw NonFiniteState(not_finite, t);
  throw UnitFailure("step size underflow at t = " + std::to_string(t) + " in integrator " + name() +
                    ": the tolerance cannot be reached");
}

void AdaptiveIntegrator::give_up(double t) const {
  throw UnitFailure("more than " + std::to_string(kMaxAttempts) +
                    " internal steps in one macro-step, given up at t = " + std::to_string(t) + "; " +
                    remedy());
}

}  // namespace accordo
