// Events of an FMU for model exchange: looking for them, locating them, handling them.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "unit/failure.hpp"
#include "unit/fmi/model_exchange_unit.hpp"

namespace accordo::fmi {
namespace {

constexpr int kMostIterations = 1000;
constexpr int kMostEvents = 100'000;    // in one macro-step
constexpr int kMostEventsAtOnce = 100;  // without progress in time

}  // namespace

void ModelExchangeUnit::advance_between_events(const Step& step, bool continuous) {
  double t = step.t;
  int events = 0, here = 0;
  while (t < step.end) {
    double end = end_of_piece(step, t);
    x_left_ = now_.x;
    integrate({.t = t, .h = end - t, .end = end}, continuous);
    bool event = plan_->indicators > 0 && find_state_event(t, end);
    if (event) {
      here = end - t <= 4 * hair(t) ? here + 1 : 0;
    } else if (reaches(end, now_.next_event)) {
      event = true;
    } else if (plan_->completes_steps) {
      dynamics_.move(end, now_.x.data(), system_.inputs_at(end));
      event = instance_->completed_step();
    }
    if (event) handle_event(end, system_.inputs_at(end));
    if (event && (++events > kMostEvents || here > kMostEventsAtOnce)) {
      throw UnitFailure(fmt::format("its events follow each other without end at t = {}", end));
    }
    continuous = !event && now_.stepped;
    t = end;
  }
}

/// The integrator's own step where events are looked for, without leaving a sliver; time events are not
/// crossed.
double ModelExchangeUnit::end_of_piece(const Step& step, double t) const {
  const double target = reaches(step.end, now_.next_event) ? std::min(step.end, now_.next_event) : step.end;
  if (plan_->indicators == 0) return target;
  const double wish = integrator_->wish() > 0 ? integrator_->wish() : step.h / 20;
  const double left = target - t;
  if (left <= 1.01 * wish) return target;
  return left < 2 * wish ? t + left / 2 : t + wish;
}

/// Looks for a state event in a piece that was integrated from x_left_. If there is one, `end` is the instant
/// right behind it and the present states are those there.
bool ModelExchangeUnit::find_state_event(double t, double& end) {
  const double seen = first_crossing(t, end);
  if (seen > end) return false;
  if (seen < end) {  // on the interpolated solution: is it on the integrated one?
    end = seen;
    now_.x = x_left_;
    integrator_->forget();
    integrate({.t = t, .h = end - t, .end = end}, false);
    if (!crossed(end, now_.x.data(), system_.inputs_at(end))) return false;
  }
  end = locate_event(t, end);
  return true;
}

/// The first of a few instants in a piece at which an indicator is found on its other side; infinite if there
/// is none. The end alone would not do: an indicator that is left and reached again in between, such as the
/// height of a ball that starts on the ground, looks the same there.
double ModelExchangeUnit::first_crossing(double t, double end) {
  constexpr int parts = 4;
  const double h = end - t;
  dynamics_.f(Instant::at(t), x_left_.data(), system_.inputs_at(t), f_left_.data());
  dynamics_.f(Instant::at(end), now_.x.data(), system_.inputs_at(end), f_right_.data());
  for (int k = 1; k < parts; ++k) {
    const double s = double(k) / parts;
    for (std::size_t i = 0; i < x_right_.size(); ++i) {
      const auto a = hermite(x_left_[i], h * f_left_[i], now_.x[i], h * f_right_[i]);
      x_right_[i] = a[0] + s * (a[1] + s * (a[2] + s * a[3]));
    }
    if (crossed(t + s * h, x_right_.data(), system_.inputs_at(t + s * h))) return t + s * h;
  }
  return crossed(end, now_.x.data(), system_.inputs_at(end)) ? end : std::numeric_limits<double>::infinity();
}

/// Between x_left_ at `from` and the present states at `to` an indicator leaves its side. Returns the first
/// instant known to lie behind the crossing, with the states there.
double ModelExchangeUnit::locate_event(double from, double to) {
  const double resolution = std::max(hair(to), 1e-13 * (to - from));
  x_right_ = now_.x;
  while (to - from > resolution) {
    const double middle = from + (to - from) / 2;
    now_.x = x_left_;
    integrator_->forget();
    integrate({.t = from, .h = middle - from, .end = middle}, false);
    if (crossed(middle, now_.x.data(), system_.inputs_at(middle))) {
      to = middle;
      x_right_ = now_.x;
    } else {
      from = middle;
      x_left_ = now_.x;
    }
  }
  now_.x = x_right_;
  return to;
}

bool ModelExchangeUnit::crossed(double t, const double* x, const double* u) {
  read_indicators(t, x, u);
  for (std::size_t i = 0; i < indicators_.size(); ++i) {
    if ((indicators_[i] > 0) != (now_.positive[i] != 0)) return true;
  }
  return false;
}

void ModelExchangeUnit::read_indicators(double t, const double* x, const double* u) {
  dynamics_.move(t, x, u);
  instance_->get_indicators(indicators_.data(), indicators_.size());
}

void ModelExchangeUnit::handle_event(double t, const double* u) {
  keep_for_rollback();
  dynamics_.move(t, now_.x.data(), u);
  instance_->enter_event_mode();
  instance_->set(plan_->discrete, now_.discrete.data());
  iterate_event(t, u);
}

void ModelExchangeUnit::iterate_event(double t, const double* u) {
  EventOutcome outcome{.again = true};
  bool states_changed = false;
  for (int i = 0; outcome.again; ++i) {
    if (i == kMostIterations) throw UnitFailure(fmt::format("the event at t = {} does not settle", t));
    outcome = instance_->update_discrete_states();
    if (outcome.terminate) throw UnitFailure(fmt::format("the FMU wants the simulation to end at t = {}", t));
    states_changed = states_changed || outcome.states_changed;
  }
  instance_->enter_continuous_time_mode();
  if (states_changed) instance_->get_states(now_.x.data(), now_.x.size());
  now_.next_event = outcome.next_event;
  now_.last_event = t;
  now_.stepped = false;
  integrator_->forget();
  dynamics_.set_earliest(t);
  if (plan_->indicators == 0) return;
  read_indicators(t, now_.x.data(), u);
  for (std::size_t i = 0; i < indicators_.size(); ++i) now_.positive[i] = indicators_[i] > 0 ? 1 : 0;
}

/// An event changes what only the FMU knows. Where it can, it is asked to keep that as late as possible: most
/// steps have no event.
void ModelExchangeUnit::keep_for_rollback() {
  if (!has_saved_ || event_since_save_) return;
  if (plan_->rollback && !snapshot_) {
    instance_->save_state();
    snapshot_ = true;
  }
  event_since_save_ = true;
}

}  // namespace accordo::fmi
