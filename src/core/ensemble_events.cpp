// The ensemble at events: found before a step is accepted, handled by all units together.

#include <fmt/format.h>

#include <algorithm>

#include "base/index.hpp"
#include "core/ensemble.hpp"
#include "core/failures.hpp"

namespace accordo {

bool Ensemble::passes_discrete() const {
  const DiscreteWiring& discrete = wiring_.discrete;
  return !discrete.links.empty() || !discrete.sampled.empty() || !discrete.held.empty();
}

bool Ensemble::watch_events(bool sought) {
  watch_.on = sought ? watch_.worthwhile : watch_.reported;
  if (!watch_.on) return false;
  if (!sought) {
    std::erase_if(watch_.tried, [&](int k) { return std::ranges::count(watch_.discrete, k) > 0; });
    watch_.discrete.clear();
  }
  Request request{.operation = Operation::news, .units = watch_.units};
  request.news = watch_.news.data();
  if (!request.units.empty()) run(request);
  return true;
}

Happening Ensemble::look_for_events(const Step& step, Signal& inputs, bool slopes) {
  drive(step, all_, inputs);
  const SignalView view = inputs.view();
  pending_.clear();
  for (const int k : watch_.tried) {
    if (!ledger_.already_at_end(k, view)) pending_.push_back(k);
  }
  if (!pending_.empty()) try_units(step, inputs, pending_, slopes);
  Happening found;
  for (const int k : watch_.tried) found.event = std::min(found.event, watch_.news[index(k)].first);
  if (watch_.discrete.empty()) return found;
  view.values(1, watch_.u.data());
  Request request{.operation = Operation::discrete_outputs,
                  .units = watch_.discrete,
                  .at = step.end_instant(),
                  .u = watch_.u.data()};
  request.tokens = watch_.tokens.data();
  run(request);
  found.discrete = exchange_->differs(watch_.tokens, watch_.discrete);
  return found;
}

double Ensemble::next_event() const {
  double next = EventNews::never;
  for (const int k : watch_.units) next = std::min(next, watch_.news[index(k)].next);
  return next;
}

/// Lets units handle what is due; whether that changed anything.
bool Ensemble::handle_due(const Instant& at) {
  if (watch_.units.empty()) return false;
  Request request{.operation = Operation::settle, .units = watch_.units, .at = at, .u = u_.data()};
  request.news = watch_.news.data();
  run(request);
  for (const int k : watch_.units) {
    if (const int which = watch_.news[index(k)].chattering; which >= 0)
      throw chattering_error(units_[index(k)], which, at.t);
  }
  return std::any_of(watch_.units.begin(), watch_.units.end(),
                     [&](int k) { return watch_.news[index(k)].effect; });
}

Settling Ensemble::settle(const Instant& at, bool passed) {
  constexpr int most = 100;
  Settling settling;
  bool effect = false;
  passed = passed && !watch_.unsettled;
  for (int round = 0; round < most; ++round) {
    effect = handle_due(at);
    if (!effect && !passed) return settling;
    settling = {true, settling.events || effect};
    restart(at);
    passed = exchange_ != nullptr && exchange(at, true) && exchange_->passed();
    if (passed) restart(at);
  }
  if (effect) {
    throw Error(Exit::no_agreement, "events-without-end",
                fmt::format("events of units set off each other without end at t = {}", at.t),
                "look for a loop of discrete or real values that has no solution");
  }
  watch_.unsettled = true;
  return settling;
}

EventNews Ensemble::event_counts() {
  EventNews sum;
  if (watch_.units.empty()) return sum;
  Request request{.operation = Operation::news, .units = watch_.units};
  request.news = watch_.news.data();
  run(request);
  for (const int k : watch_.units) {
    sum.count += watch_.news[index(k)].count;
    sum.idle += watch_.news[index(k)].idle;
  }
  return sum;
}

}  // namespace accordo
