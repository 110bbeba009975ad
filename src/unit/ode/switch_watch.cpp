#include "unit/ode/switch_watch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace accordo {
namespace {

constexpr double kRounding = 16 * std::numeric_limits<double>::epsilon();
constexpr double kTooSmall =
    0.1;                     // of the tolerance, as a part of what the value varies by: an excursion so small
constexpr int kInARow = 20;  // of those in a row
constexpr double kEndless = 1e6;  // as many more would follow until the stop

double sign_beyond(double value, double noise) {
  return value > noise ? 1 : value < -noise ? -1 : 0;
}

}  // namespace

SwitchWatch::SwitchWatch(Switches& switches, Dynamics& dynamics, DrivenSystem& system, int states, int inputs,
                         ChatterRule rule)
    : switches_(switches),
      dynamics_(dynamics),
      system_(system),
      rule_(rule),
      search_(states),
      w_(switches.count()),
      noise_(w_.size()),
      x_(static_cast<std::size_t>(states)),
      f_(x_.size()),
      u_(static_cast<std::size_t>(inputs)),
      sides_(w_.size()),
      seen_(w_.size()),
      unsure_(w_.size()) {
  now_.sides.resize(w_.size());
  now_.courses.resize(w_.size());
  saved_ = now_;
}

/// w_ at a point, and how much of it may be rounding.
void SwitchWatch::look(const Instant& at, const double* x, const double* u) {
  switches_.values(at, x, u, w_.data(), noise_.data());
  for (double& n : noise_) n = n >= 0 ? kRounding * n : 0;
}

/// Takes over the sides that w_ shows, `all` or those that are clear; whether one is new.
bool SwitchWatch::turn(bool all) {
  bool changed = false;
  for (std::size_t i = 0; i < w_.size(); ++i) {
    const double side = sign_beyond(w_[i], noise_[i]);
    if (std::isnan(w_[i]) || side == now_.sides[i] || (side == 0 && !all)) continue;
    now_.sides[i] = side;
    changed = true;
  }
  return changed;
}

/// One switch may decide on the value of another.
void SwitchWatch::find_sides(const Instant& at, const double* x, const double* u) {
  const bool first = !now_.known;
  for (std::size_t round = 0; round <= w_.size(); ++round) {
    switches_.hold(now_.sides, Hold::always);
    look(at, x, u);
    if (!turn(first && round == 0)) break;
  }
  if (!first) return;
  now_.known = true;
  for (std::size_t i = 0; i < w_.size(); ++i)
    now_.courses[i] = {.least = w_[i], .most = w_[i], .since = at.t};
}

bool SwitchWatch::begin(const Step& step, const double* x) {
  window_ = TimeWindow(step);
  now_.first = EventNews::never;
  sides_ = now_.sides;
  const bool known = now_.known;
  find_sides(step.begin_instant(), x, system_.inputs_at(step.t));
  if (step.t != from_) std::fill(seen_.begin(), seen_.end(), 0.0);
  from_ = step.t;
  bool unsure = false;
  for (std::size_t i = 0; i < w_.size(); ++i) unsure = unsure || std::abs(w_[i]) <= noise_[i];
  if (known) find_untold(step);
  if (unsure) find_direction(step, x, known);
  if (now_.untold) now_.told = step.t;
  switches_.hold(now_.sides, Hold::always);
  return known && sides_ == now_.sides;
}

/// A step up to an event may have ended just before it, by as much as inputs scatter, and what starts the
/// next one scatters to the other side: the event is here.
void SwitchWatch::find_untold(const Step& step) {
  constexpr double near = 1e-6;  // of what the value varies by; inputs that jump get further
  for (std::size_t i = 0; i < w_.size(); ++i) {
    const Course& c = now_.courses[i];
    if (now_.sides[i] != sides_[i] && std::abs(w_[i]) <= near * (c.most - c.least)) tell(step.t, i);
  }
}

/// Once at a time: what stays at its zero would else never get on.
void SwitchWatch::tell(double t, std::size_t i) {
  if (!(t > now_.told + 16 * one_sided_offset(t))) return;
  now_.untold = true;
  untold_ = {i};
}

/// What is at its zero takes the side to which it moves: an event at the start of the step, of which others
/// have to learn.
void SwitchWatch::find_direction(const Step& step, const double* x, bool known) {
  constexpr double part = 1e-4;  // of the step: far enough for a sign
  const double d = part * step.h;
  const Instant at = step.begin_instant();
  std::copy_n(x, x_.size(), x_.begin());
  if (!x_.empty()) {
    switches_.hold(now_.sides, Hold::never);
    dynamics_.f(at, x, system_.inputs_at(step.t), f_.data());
    for (std::size_t i = 0; i < x_.size(); ++i) x_[i] += d * f_[i];
  }
  switches_.hold(now_.sides, Hold::always);
  for (std::size_t i = 0; i < w_.size(); ++i) unsure_[i] = std::abs(w_[i]) <= noise_[i] ? 1 : 0;
  look(window_.at(step.t + d), x_.data(), system_.inputs_at(step.t + d));
  for (std::size_t i = 0; i < w_.size(); ++i) {
    if (unsure_[i] == 0) continue;
    const double side = sign_beyond(w_[i], noise_[i]);
    if (side == 0 || side == now_.sides[i]) continue;
    now_.sides[i] = side;
    if (known) tell(step.t, i);
  }
}

/// The event was located after the crossing, but the step that was then made up to it, under other inputs,
/// may end so near to it that sides are unsure: or the next step would begin on another side, and nobody had
/// been told.
void SwitchWatch::turn_those_seen() {
  for (std::size_t i = 0; i < w_.size(); ++i) {
    if (seen_[i] != 0 && std::abs(w_[i]) <= noise_[i]) now_.sides[i] = seen_[i];
  }
}

void SwitchWatch::advance(Integrator& integrator, const Step& step, bool continuous, double* x) {
  now_.first = search_.watch(system_, integrator, *this, step, continuous, x);
  if (now_.untold) now_.first = step.t;
}

void SwitchWatch::end(bool watched) {
  if (!watched) now_.known = elsewhere_ && now_.known;
  switches_.hold(now_.sides, now_.known ? between() : Hold::never);
}

bool SwitchWatch::crossed(double t, const double* x) {
  const double* u = system_.inputs_at(t);
  return crossed(window_.at(t), x, u);
}

bool SwitchWatch::crossed(const Instant& at, const double* x, const double* u) {
  if (!now_.known) {
    find_sides(at, x, u);
    switches_.hold(now_.sides, Hold::always);
  }
  look(at, x, u);
  for (std::size_t i = 0; i < w_.size(); ++i) {
    const double side = now_.sides[i];
    if (side == 0 ? std::abs(w_[i]) <= noise_[i] : !(side * w_[i] < -noise_[i])) continue;
    seen_[i] = sign_beyond(w_[i], noise_[i]);
    return true;
  }
  for (std::size_t i = 0; i < w_.size(); ++i) {
    Course& c = now_.courses[i];
    if (std::isnan(w_[i])) continue;
    c.least = std::min(c.least, w_[i]);
    c.most = std::max(c.most, w_[i]);
    c.excursion = std::max(c.excursion, std::abs(w_[i]));
  }
  return false;
}

void SwitchWatch::settle(const Instant& at, const double* x, const double* u) {
  effect_ = now_.untold;
  if (at.t != settled_) flipped_.clear();
  settled_ = at.t;
  if (now_.untold) flipped_ = untold_;
  now_.untold = false;
  if (!now_.known) return;
  sides_ = now_.sides;
  find_sides(at, x, u);
  turn_those_seen();
  for (std::size_t i = 0; i < w_.size(); ++i) {
    if (now_.sides[i] == sides_[i]) continue;
    flip(i, at.t);
    flipped_.push_back(i);
    effect_ = true;
  }
  if (effect_) ++now_.count;
  now_.first = EventNews::never;
  switches_.hold(now_.sides, between());
}

/// Whoever looks at the results cannot tell such excursions from none. But a small oscillation through a
/// switch is one all the same: only where it would take beyond all measure to get to the stop this is no
/// solution.
void SwitchWatch::flip(std::size_t i, double t) {
  Course& c = now_.courses[i];
  const bool small = switches_.jumps(i) && c.excursion <= kTooSmall * rule_.tolerance * (c.most - c.least);
  c.small = small ? c.small + 1 : 0;
  if (c.small == 1) c.begun = c.since;
  c.since = t;
  c.excursion = 0;
  if (c.small >= kInARow && (rule_.stop - t) * c.small > kEndless * (t - c.begun))
    now_.chattering = static_cast<int>(i);
}

/// w_i at a point that is moved.
double SwitchWatch::value_along(std::size_t i, const Instant& at, const double* x, const double* u,
                                const double* x_way, const double* u_way, double by) {
  for (std::size_t k = 0; k < x_.size(); ++k) x_[k] = x[k] + by * x_way[k];
  for (std::size_t k = 0; k < u_.size(); ++k) u_[k] = u[k] + by * u_way[k];
  look(at, x_.data(), u_.data());
  return w_[i];
}

/// The value of whoever does not share the error is w − ∇w (e, w): it passes its zero later by as much as it
/// takes to make up for that. What the event itself came late by is made up for, too. Of several at once the
/// one that is off most.
double SwitchWatch::shift(const Instant& at, const double* x, const ErrorBefore& before, double h) {
  double shift = 0;
  const double d = std::max({1e-3 * h, 1e-9 * std::abs(rule_.stop), 64 * one_sided_offset(at.t)});
  for (const std::size_t i : flipped_) {
    const Instant earlier = Instant::at(at.t - d);
    const double value = value_along(i, at, x, before.u, before.f, before.du, 0);
    const double rate = (value - value_along(i, earlier, x, before.u, before.f, before.du, -d)) / d;
    const double off = (value_along(i, at, x, before.u, before.e, before.w, 1) -
                        value_along(i, at, x, before.u, before.e, before.w, -1)) /
                       2;
    const double by = off == value ? 0 : (off - value) / rate;
    if (!(std::abs(by) <= std::abs(shift))) shift = by;
  }
  return shift;
}

EventNews SwitchWatch::news() const {
  EventNews news;
  news.first = now_.first;
  news.count = now_.count;
  news.effect = effect_;
  news.chattering = now_.chattering;
  return news;
}

void SwitchWatch::restore() {
  now_ = saved_;
  switches_.hold(now_.sides, now_.known ? between() : Hold::never);
}

}  // namespace accordo
