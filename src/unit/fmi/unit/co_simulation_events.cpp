// Events of an FMU for co-simulation.
#include <algorithm>

#include "unit/fmi/unit/co_simulation_unit.hpp"

namespace accordo::fmi {

/// One that stops at an event is behind the end of the step by the rest: the next one makes up for it.
void CoSimulationUnit::step_to_event(double from, double length, double end, double ahead) {
  const Instance::Stop stop = instance_->step_to_event(from, length);
  now_.reached = end;
  now_.ahead = ahead;
  now_.stepped = true;
  if (!stop.event) return;
  now_.pending = true;
  now_.first = stop.reached;
  now_.ahead = stop.reached - end;
}

void CoSimulationUnit::cross_event(double t, const double* u) {
  const double before = now_.ahead, beyond = -before;
  set_inputs(u);
  std::copy_n(u, now_.u.size(), now_.u.begin());
  if (now_.derivatives_set) forget_derivatives();
  const double length = beyond - before;
  static_cast<void>(instance_->do_step(t + before, length));
  now_.ahead = beyond;
}

EventNews CoSimulationUnit::event_news() const {
  const double next = instance_->announced_event();
  return {now_.first, next > now_.reached ? next : EventNews::never, now_.events, 0, effect_};
}

/// What the latest step stopped at, or before: an announced event that is due.
void CoSimulationUnit::settle(const Instant& at, const double* u) {
  end_initialization();
  const long long before = now_.events;
  handle_pending();
  const double next = instance_->announced_event();
  if (at.t_switch > at.t && now_.ahead < -plan_->short_of && next <= at.t - now_.ahead) {
    cross_event(at.t, u);
    ++now_.events;
  }
  effect_ = now_.events > before;
}

void CoSimulationUnit::handle_pending() {
  if (!now_.pending) return;
  reading_.known = false;
  instance_->handle_event();
  now_.pending = false;
  ++now_.events;
}

void CoSimulationUnit::go_on_without(const Step& step, double* y, const double* dy) const {
  for (int i = 0; i < info().ports.output_count(); ++i) y[i] += (step.end - now_.first) * dy[i];
}

}  // namespace accordo::fmi
