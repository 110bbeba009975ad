// Events of an FMU for model exchange.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/failure.hpp"
#include "unit/fmi/unit/model_exchange_unit.hpp"

namespace accordo::fmi {
namespace {

constexpr int kMostEventIterations = 1000;

}  // namespace

/// For an integration elsewhere: the point becomes the present one.
void ModelExchangeUnit::handle(const Instant& at, double* x, const double* u) {
  std::copy_n(x, now_.x.size(), now_.x.begin());
  std::copy_n(u, now_.u.size(), now_.u.begin());
  take_discrete(u);
  now_.t = at.t;
  handle_event(at.t, u);
  now_.told = now_.events - now_.idle;
  std::copy(now_.x.begin(), now_.x.end(), x);
}

UnitEvents* ModelExchangeUnit::events() {
  end_initialization();
  return this;
}

bool ModelExchangeUnit::completed(double t, const double* x, const double* u) {
  if (!plan_->completes_steps) return false;
  dynamics_.move(t, x, u);
  now_.wanted = instance_->completed_step();
  return now_.wanted;
}

bool ModelExchangeUnit::crossed(double t, const double* x, const double* u) {
  read_indicators(t, x, u);
  for (std::size_t i = 0; i < indicators_.size(); ++i) {
    if ((indicators_[i] > 0) != (now_.positive[i] != 0)) return true;
  }
  return false;
}

/// Without states nothing may have been evaluated at this point, and FMUs of OpenModelica then give
/// indicators of the point before: unless they are asked for a value first.
void ModelExchangeUnit::read_indicators(double t, const double* x, const double* u) {
  dynamics_.move(t, x, u);
  if (now_.x.empty()) {
    instance_->get_tokens(plan_->token_outputs, asked_tokens_.data());
    if (!asked_.empty()) dynamics_.g(Instant::at(t), x, u, asked_.data());
  }
  instance_->get_indicators(indicators_.data(), indicators_.size());
}

/// FMUs may evaluate no sooner than they are asked for values: event mode would then see the point that was
/// evaluated last, which may lie before the event.
void ModelExchangeUnit::enter_event_mode(double t, const double* u) {
  keep_for_rollback();
  look(t, u, before_);
  if (plan_->indicators > 0) instance_->get_indicators(indicators_.data(), indicators_.size());
  instance_->enter_event_mode();
}

void ModelExchangeUnit::look(double t, const double* u, View& view) {
  view.x = now_.x;
  view.f.resize(now_.x.size());
  view.y.resize(info().ports.outputs.size());
  view.discrete.resize(info().ports.discrete_outputs.size());
  dynamics_.f(Instant::at(t), now_.x.data(), u, view.f.data());
  dynamics_.g(Instant::at(t), now_.x.data(), u, view.y.data());
  instance_->get_tokens(plan_->token_outputs, view.discrete.data());
}

void ModelExchangeUnit::handle_event(double t, const double* u) {
  enter_event_mode(t, u);
  instance_->set(plan_->discrete, now_.discrete.data());
  iterate_event(t, u);
  look(t, u, after_);
  ++now_.events;
  if (after_ == before_) ++now_.idle;
}

EventNews ModelExchangeUnit::event_news() const {
  return {now_.first, now_.next_event, now_.events, now_.idle, effect_};
}

void ModelExchangeUnit::settle(const Instant& at, const double* u) {
  end_initialization();
  finish_step();
  const bool discrete = take_discrete(u);
  timed_ = event_reached(at.t, now_.next_event);
  if (discrete || now_.wanted || event_reached(at.t, now_.next_event) ||
      (plan_->indicators > 0 && crossed(at.t, now_.x.data(), u))) {
    handle_event(at.t, u);
  }
  const long long with_effect = now_.events - now_.idle;
  effect_ = with_effect > now_.told;  // those within a step, too: others have not seen them yet
  now_.told = with_effect;
}

void ModelExchangeUnit::discrete_outputs(const Instant& at, const double* u, Token* values) {
  if (!initializing_) {
    finish_step();
    dynamics_.move(at.t_switch, now_.x.data(), u);
  }
  instance_->get_tokens(plan_->token_outputs, values);
}

void ModelExchangeUnit::set_discrete_inputs(const Instant& at, const double* u, const Token* values) {
  if (initializing_) return instance_->set_tokens(plan_->token_inputs, values);
  finish_step();
  enter_event_mode(at.t, u);
  instance_->set_tokens(plan_->token_inputs, values);
  iterate_event(at.t, u);
}

void ModelExchangeUnit::observe(const Instant& at, const double* u, double* values) {
  end_initialization();
  dynamics_.move(at.t_switch, now_.x.data(), u);
  read_observed(*plan_, *instance_, observed_tokens_, values);
}

void ModelExchangeUnit::iterate_event(double t, const double* u) {
  EventOutcome outcome{.again = true};
  bool states_changed = false;
  for (int i = 0; outcome.again; ++i) {
    if (i == kMostEventIterations) throw UnitFailure(fmt::format("the event at t = {} does not settle", t));
    outcome = instance_->update_discrete_states();
    if (outcome.terminate) instance_->end_simulation(fmt::format("at t = {}", t));
    states_changed = states_changed || outcome.states_changed;
  }
  instance_->enter_continuous_time_mode();
  if (states_changed) instance_->get_states(now_.x.data(), now_.x.size());
  now_.next_event = outcome.next_event;
  now_.last_event = t;
  now_.stepped = now_.wanted = false;
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
