#include "unit/fmi/unit/model_exchange_unit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/failure.hpp"
#include "base/index.hpp"

namespace accordo::fmi {
ModelExchangeUnit::ModelExchangeUnit(std::shared_ptr<const UnitInfo> unit_info,
                                     std::shared_ptr<const FmuPlan> plan, const IntegratorSettings& settings)
    : DynamicUnit(std::move(unit_info)),
      plan_(std::move(plan)),
      instance_(start_instance(*plan_)),
      dynamics_(*plan_, *instance_),
      integrator_(make_integrator(info().integrator, info().ports.state_count(), settings)),
      system_(dynamics_, info().ports.state_count(), info().ports.input_count()),
      path_(info().ports.state_count()),
      course_(dynamics_, system_, info().ports.state_count(), info().ports.input_count(),
              info().ports.output_count()),
      search_(info().ports.state_count()),
      indicators_(plan_->indicators),
      du_(info().ports.inputs.size()),
      asked_(this->info().ports.outputs.size()),
      asked_tokens_(this->info().ports.discrete_outputs.size()) {
  now_.t = now_.last_event = plan_->experiment.start;
  now_.next_event = std::numeric_limits<double>::infinity();
  now_.x.resize(info().ports.states.size());
  now_.u = plan_->input_start;
  now_.positive.resize(plan_->indicators);
  for (std::size_t j = 0; j < now_.u.size(); ++j) {
    if (plan_->continuous_input[j] == 0) now_.discrete.push_back(now_.u[j]);
  }
}

void ModelExchangeUnit::end_initialization() {
  if (!initializing_) return;
  instance_->set(plan_->equations.inputs.references, now_.u.data());
  instance_->exit_initialization();
  initializing_ = false;
  take_discrete(now_.u.data());
  instance_->get_states(now_.x.data(), now_.x.size());
  iterate_event(now_.t, now_.u.data());  // initialization ends in event mode
}

void ModelExchangeUnit::leave_initialization(const Instant&, const double* u) {
  if (initializing_) std::copy_n(u, now_.u.size(), now_.u.begin());
  end_initialization();
}

bool ModelExchangeUnit::feed_through(const Instant&, const double* u, double* D) {
  if (!initializing_) return false;
  initial_feed_through(*plan_, *instance_, u, D);
  std::copy_n(u, now_.u.size(), now_.u.begin());
  return true;
}

void ModelExchangeUnit::step(const Step& step, SignalView u, double* y, double* dy) {
  end_initialization();
  system_.open(step, u, step.followed ? &path_ : nullptr);
  course_.forget_end();
  dynamics_.set_step(step.h);
  bool continuous = now_.stepped && !step.after_event;
  for (int j = 0; j < u.size && continuous; ++j) continuous = u.value(j, 0) == now_.u[index(j)];
  begin_step(step, u);
  continuous = continuous && now_.stepped;  // events have cleared it
  events_before_ = now_.events;
  integrate(step, continuous);
  now_.t = step.end;
  u.values(1, now_.u.data());
  if (y == nullptr) return;
  if (dy == nullptr) {
    dynamics_.g(step.end_instant(), now_.x.data(), now_.u.data(), y);
  } else {
    u.slopes(1, du_.data());
    for (double& slope : du_) slope /= step.h;
    dynamics_.g_slope(step.end_instant(), now_.x.data(), now_.u.data(), du_.data(), y, dy);
    for (int i = 0; i < info().ports.output_count(); ++i) dy[i] *= step.h;
    if (step.followed) course_.keep_end(y, dy);
  }
  require_finite_outputs(info(), y, step.end);
}

/// What has to happen at the very start: news of the step before, time events, jumps of inputs.
void ModelExchangeUnit::begin_step(const Step& step, const SignalView& u) {
  finish_step();
  const bool discrete = takes_new_discrete_inputs(u);
  const double* at_start = system_.inputs_at(step.t);
  if (discrete || now_.wanted || event_reached(step.t, now_.next_event) ||
      (plan_->indicators > 0 && crossed(step.t, now_.x.data(), at_start))) {
    handle_event(step.t, at_start);
    now_.told = now_.events - now_.idle;  // the others go on from the same point
    if (step.watched && !plan_->rollback) keep_start();
  }
}

void ModelExchangeUnit::keep_start() {
  if (!has_saved_) return;
  saved_ = now_;
  integrator_->save();
  event_since_save_ = false;
}

bool ModelExchangeUnit::takes_new_discrete_inputs(const SignalView& u) {
  if (plan_->discrete.empty()) return false;
  u.values(0, du_.data());
  return take_discrete(du_.data());
}

/// The discrete ones among inputs; whether any changed.
bool ModelExchangeUnit::take_discrete(const double* u) {
  std::size_t k = 0;
  bool changed = false;
  for (std::size_t j = 0; j < plan_->continuous_input.size() && k < now_.discrete.size(); ++j) {
    if (plan_->continuous_input[j] != 0) continue;
    double& value = now_.discrete[k++];
    changed = changed || u[j] != value;
    value = u[j];
  }
  return changed;
}

void ModelExchangeUnit::finish_step() {
  if (!now_.completion_pending) return;
  now_.completion_pending = false;
  dynamics_.move(now_.t, now_.x.data(), now_.u.data());
  if (instance_->completed_step()) handle_event(now_.t, now_.u.data());
}

void ModelExchangeUnit::integrate(const Step& step, bool continuous) {
  now_.stepped = true;
  now_.first = EventNews::never;
  try {
    const bool events = plan_->indicators > 0 || event_reached(step.end, now_.next_event);
    if (events && step.watched) {
      quiet_ = !plan_->rollback;
      now_.completion_pending = quiet_ && plan_->completes_steps;
      now_.first = search_.watch(system_, *integrator_, *this, step, continuous, now_.x.data());
      now_.stepped = now_.first == EventNews::never;
      return;
    }
    quiet_ = false;
    if (events) {
      now_.stepped = search_.advance(system_, *integrator_, *this, step, continuous, now_.x.data());
      return;
    }
    if (!now_.x.empty()) integrator_->advance(system_, step, continuous, now_.x.data());
    now_.completion_pending = plan_->completes_steps;
  } catch (const NonFiniteState& e) {
    throw NonFinite("state '" + info().ports.states[index(e.state())] + "'", e.t());
  }
}

void ModelExchangeUnit::outputs(const Instant& at, const double* u, const double* du, double* y, double* dy) {
  if (initializing_) {
    std::copy_n(u, now_.u.size(), now_.u.begin());
    if (dy == nullptr) {
      instance_->set(plan_->equations.inputs.references, u);
      instance_->get(plan_->equations.outputs.references, y);
      return;
    }
    end_initialization();
  }
  if (at.t_switch > at.t && take_discrete(u)) handle_event(at.t, u);  // they jump here
  if (dy == nullptr) return dynamics_.g(at, now_.x.data(), u, y);
  dynamics_.g_slope(at, now_.x.data(), u, du, y, dy);
}

void ModelExchangeUnit::save() {
  end_initialization();
  has_saved_ = false;
  finish_step();
  saved_ = now_;
  integrator_->save();
  has_saved_ = true;
  event_since_save_ = snapshot_ = false;
  // Completed steps, too, change what only the FMU knows.
  if (plan_->rollback && plan_->indicators > 0 && plan_->completes_steps) {
    dynamics_.move(now_.t, now_.x.data(), now_.u.data());
    instance_->save_state();
    snapshot_ = true;
  }
}

void ModelExchangeUnit::restore() {
  if (snapshot_) {
    instance_->restore_state();
  } else if (event_since_save_) {
    throw UnitFailure(fmt::format(
        "it cannot go back across its event at t = {}: the FMU does not save its state", now_.last_event));
  } else if (!instance_->usable()) {
    throw UnitFailure("it cannot go back: " + instance_->failure());
  }
  now_ = saved_;
  integrator_->restore();
  dynamics_.set_earliest(now_.last_event);
  event_since_save_ = false;
}

std::shared_ptr<const void> ModelExchangeUnit::keep() {
  if (!plan_->rollback) return nullptr;
  end_initialization();
  finish_step();
  dynamics_.move(now_.t, now_.x.data(), now_.u.data());
  return std::make_shared<Kept>(Kept{now_, instance_->keep_state()});
}

void ModelExchangeUnit::come_back(const std::shared_ptr<const void>& kept) {
  const Kept& there = *static_cast<const Kept*>(kept.get());
  instance_->go_to_state(there.state);
  now_ = there.present;
  now_.stepped = false;
  integrator_->forget();
  course_.forget_end();
  dynamics_.set_earliest(now_.last_event);
  has_saved_ = event_since_save_ = snapshot_ = false;
}

void ModelExchangeUnit::states(double* x) const {
  // Leaving initialization late is invisible from outside.
  const_cast<ModelExchangeUnit*>(this)->end_initialization();  // NOLINT
  std::copy(now_.x.begin(), now_.x.end(), x);
}

void ModelExchangeUnit::set_states(const double* x) {
  end_initialization();
  std::copy_n(x, now_.x.size(), now_.x.begin());
  now_.stepped = false;
  integrator_->forget();
}

bool ModelExchangeUnit::shows() const {
  return system_.follows() && now_.events == events_before_ && now_.first == EventNews::never &&
         (path_.size() > 0 || now_.x.empty());
}

bool ModelExchangeUnit::shapes(OutputShape* shapes) {
  if (!shows() || !course_.tells(path_)) return false;
  course_.shapes(path_, shapes);
  return true;
}

bool ModelExchangeUnit::course(double t, double* x, double* y) {
  if (!shows()) return false;
  course_.at(path_, t, x, y);
  return true;
}

}  // namespace accordo::fmi
