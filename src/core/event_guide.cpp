#include "core/event_guide.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace accordo {
namespace {

constexpr double kAtTheEnd =
    1e-7;  // of a step (or of the span): an event so near to its end is handled there
constexpr double kLateness = 1e-3;  // of the tolerance: where there is one, as a part of the step, likewise
constexpr double kLeastLateness = 1e-12;
constexpr double kUnseen = 1e-3;  // of the span: the longest step where changes may be seen too late
constexpr double kLate = 1e-5;    // of the span: the same once one was, unless the tolerance is coarser
constexpr int kRestless = 3;
constexpr int kStanding = 100;

/// A few rounding errors beyond t.
double just_after(double t) {
  return t + 4 * one_sided_offset(t);
}

}  // namespace

void EventGuide::begin() {
  on_ = ensemble_.watch_events(tolerance_ > 0);
  if (tolerance_ > 0 && ensemble_.watch().blind) longest_ = kUnseen * span_;
}

void EventGuide::limit(Clock& clock, Step& step) const {
  const double next = std::max(ensemble_.next_event(), just_after(step.t));
  const double event = std::min(event_, next);
  if (event < step.end) return clock.cut(step, event, true);
  if (!(step.t < change_)) return;
  const double left = change_ - step.t;
  const double end = left > resolution_ ? step.t + left / 2 : change_;
  if (end < step.end) clock.cut(step, end, false);
}

bool EventGuide::interrupts(const Step& step, const Proposal& proposal) {
  const Happening found = ensemble_.look_for_events(step, *proposal.inputs, proposal.sample);
  located_ = false;
  met_ = found.event < EventNews::never;
  // Repeated with an earlier end, the inputs and so the event move a little: with every repetition less
  // exactly. An event that is late by a part of the step is off by that part of its effect.
  const double late =
      tolerance_ > 0 ? std::clamp(kLateness * tolerance_, kLeastLateness, kAtTheEnd) : kAtTheEnd;
  if (repeats_ == 0) near_ = 0;
  near_ = std::max({std::ldexp(late * step.h, std::min(repeats_ + missed_, 20)), missed_ > 0 ? near_ : 0.0,
                    4 * one_sided_offset(step.end)});
  if (found.event < step.end - near_) {
    ++repeats_;
    event_ = std::max(found.event + near_ / 2, just_after(step.t));
    if (event_ < step.end) return true;
  }
  if (!found.discrete) return false;
  // A value that is late by a part of the step is off by that part of its effect.
  if (!(step.t < change_)) resolution_ = std::max(tolerance_ * step.h, 16 * one_sided_offset(step.end));
  if (step.h > resolution_) {
    change_ = step.end;
    return true;
  }
  located_ = true;
  if (++restless_ > kRestless) ensemble_.ignore_discrete_changes();
  return false;
}

bool EventGuide::on_accepted(const Step& step, bool passed, LateValues& late) {
  if (!located_) restless_ = 0;
  standing_ = step.before_event && step.h <= 8 * one_sided_offset(step.end) ? standing_ + 1 : 0;
  if (standing_ > kStanding) {
    throw Error(Exit::no_agreement, "events-without-end",
                fmt::format("events of units follow each other without end at t = {}", step.end),
                "look for a loop of discrete or real values that has no solution");
  }
  if (step.end >= change_) change_ = -EventNews::never;
  // Where the step up to an event found none, inputs scatter by more than it takes: the next one is met
  // later.
  if (repeats_ > 0) missed_ = met_ ? 0 : missed_ + 1;
  event_ = EventNews::never;
  repeats_ = 0;
  if (passed) late.effect += ensemble_.discrete_jump() * step.h;
  const bool missed = ensemble_.watch().missed < step.end - kAtTheEnd * span_;
  if ((passed && !located_) || missed) {
    const double by = passed ? step.h : step.end - ensemble_.watch().missed;
    ++late.count;
    late.longest = std::max(late.longest, by);
    late.sum += by;
    if (tolerance_ > 0) longest_ = std::max(tolerance_, kLate) * span_;
  }
  return std::exchange(located_, false);
}

}  // namespace accordo
