#include "session/slow_run.hpp"

#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/index.hpp"
#include "session/session.hpp"

namespace accordo {
namespace {

constexpr double kSecond = 1;
constexpr double kManySteps = 1e7;
constexpr double kTimesTheFirstTenth = 100;
constexpr double kWorthAWord = 10;               // seconds to come: few steps that take less are no grinding
constexpr double kPatience = 20, kHours = 7200;  // seconds: slow steps are told of, too
constexpr int kWatchedSteps = 32;
constexpr long long kLeastSteps =
    64;                     // at first, and after jumps, steps grow from tiny ones: by then they have
constexpr int kEnough = 4;  // steps that are slow

/// Good to some milliseconds, and read in a fifth of the time that the exact clock takes.
double coarse_seconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

bool grinds(const Pace& pace) {
  if (pace.left_steps > kManySteps) return true;
  const double tenth = static_cast<double>(pace.first_tenth);
  if (tenth > 0 && pace.left_steps > kTimesTheFirstTenth * tenth && pace.left_seconds > kWorthAWord)
    return true;
  return pace.seconds > kPatience && pace.seconds + pace.left_seconds > kHours;
}

SlowRunWatch::SlowRunWatch(Session& session, Listeners listeners)
    : session_(session),
      ensemble_(session.ensemble()),
      listeners_(std::move(listeners)),
      t_(session.start()) {
  if (!listeners_.seconds) listeners_.seconds = coarse_seconds;
  begun_ = looked_ = mark_time_ = listeners_.seconds();
  mark_t_ = t_;
  constexpr double shorter = 0.5;
  if (session.step() > 0) shortened_below_ = shorter * session.step();
  times_.assign(3, t_);
  for (std::vector<double>& u : inputs_) u.resize(ensemble_.u().size());
  bend_.resize(ensemble_.u().size());
}

void SlowRunWatch::attempted(const StepQuestion& question, const Proposal& proposal, bool accepted) {
  const Step& step = question.step;
  if (watched_ >= 0) {
    const double error = std::max(proposal.error.value_or(0), proposal.embedded);
    if (!accepted) ++rejected_;
    if (accepted && question.tolerance > 0 && error > question.tolerance) ++jumps_;
    if (accepted && ensemble_.noise_floor().reached() > 0) ++at_floor_;
    if (accepted) watch_inputs(step);
    if (watched_ + rejected_ >= 2 * kWatchedSteps || watched_ >= kWatchedSteps) explain();
  }
  if (accepted) {
    t_ = step.end;
    ++steps_;
    if (first_tenth_ == 0 && t_ - session_.start() >= 0.1 * (session_.stop() - session_.start()))
      first_tenth_ = steps_;
  }
  if (++attempts_ >= due_ && !warning_) look();
  if (listeners_.next != nullptr) listeners_.next->attempted(question, proposal, accepted);
}

void SlowRunWatch::look() {
  constexpr double often = 0.02;  // seconds between looks at the clock
  constexpr long long most = 1024;
  const double now = listeners_.seconds();
  stride_ = now - looked_ < often ? std::min(2 * stride_, most) : std::max(stride_ / 2, 1LL);
  looked_ = now;
  due_ = attempts_ + stride_;
  if (watched_ >= kEnough && now - mark_time_ > kSecond) return explain();
  if (watched_ >= 0) return;
  const bool slow_steps = now - begun_ > kPatience && steps_ >= kEnough;
  if (now - mark_time_ >= kSecond && steps_ - mark_steps_ >= kLeastSteps) {
    extrapolate(now, {mark_time_, mark_t_, mark_steps_});
  } else if (slow_steps) {
    extrapolate(now, {begun_, session_.start(), 0});
  }
}

/// How it would go on as since then.
void SlowRunWatch::extrapolate(double now, const Mark& since) {
  const double covered = t_ - since.t, left = session_.stop() - t_;
  const double made = static_cast<double>(steps_ - since.steps);
  const double parts = covered > 0 ? left / covered : std::numeric_limits<double>::infinity();
  pace_ = {.t = t_,
           .stop = session_.stop(),
           .seconds = now - begun_,
           .steps = steps_,
           .left_steps = left > 0 ? parts * made : 0,
           .left_seconds = left > 0 ? parts * (now - since.time) : 0,
           .first_tenth = first_tenth_};
  // A step that was asked for is what somebody wanted.
  const bool as_asked = shortened_below_ > 0 && covered > shortened_below_ * made;
  if (grinds(pace_) && !as_asked) watched_ = 0;
  mark_time_ = now;
  mark_t_ = t_;
  mark_steps_ = steps_;
}

/// By how much inputs bend from step to step, relative to their size. The ensemble is at the start of the
/// step.
void SlowRunWatch::watch_inputs(const Step& step) {
  std::swap(inputs_[0], inputs_[1]);
  std::swap(inputs_[1], inputs_[2]);
  std::copy(ensemble_.u().begin(), ensemble_.u().end(), inputs_[2].begin());
  times_ = {times_[1], times_[2], step.t};
  if (++watched_ < 3) return;
  const double before = times_[1] - times_[0], h = times_[2] - times_[1];
  if (!(before > 0) || !(h > 0)) return;
  constexpr double least = 1e-3;  // of the amplitude
  for (std::size_t i = 0; i < bend_.size(); ++i) {
    const double size = std::max(std::abs(inputs_[2][i]), least * ensemble_.amplitude()[i]);
    const double off =
        std::abs((inputs_[2][i] - inputs_[1][i]) - (inputs_[1][i] - inputs_[0][i]) * h / before);
    if (size > 0) bend_[i] = std::max(bend_[i], off / size);
  }
}

void SlowRunWatch::explain() {
  const Cause found = cause();
  const std::string left = std::isfinite(pace_.left_steps)
                               ? fmt::format("about {:.1g} more are", pace_.left_steps)
                               : "no end of them is";
  Problem warning;
  warning.id = "slow-run";
  warning.what = fmt::format(
      "the run is at t = {:.6g} of {:.6g} after {:.0f} s and {} macro-steps, and at this rate {} to come: {}",
      pace_.t, pace_.stop, pace_.seconds, pace_.steps, left, found.what);
  warning.remedy = found.remedy;
  warning_.emplace(std::move(warning));
  watched_ = -1;
  if (listeners_.tell) listeners_.tell(*warning_);
}

SlowRunWatch::Cause SlowRunWatch::cause() const {
  constexpr double clearly = 0.1;  // of the steps
  const double seen = std::max(watched_, 1);
  if (jumps_ > clearly * seen)
    return {fmt::format("{} of the latest {} steps had jumps", jumps_, watched_),
            "list them under events, or use a fixed step; --max-steps and --max-seconds end such a run"};
  if (watched_ == 0 || (session_.tolerance() > 0 && shortened_below_ > 0 && rejected_ > clearly * seen))
    return {"units do not agree on longer steps",
            "try another method or solver; --max-steps and --max-seconds end such a run"};
  if (at_floor_ > clearly * seen)
    return {fmt::format("{} of the latest {} steps are limited by the noise of units", at_floor_, watched_),
            "a larger tolerance, a fixed step (--step) or model exchange (--kind); --max-steps and "
            "--max-seconds end such a run"};
  int worst = -1;
  for (const Link& link : session_.wiring().links) {
    if (worst < 0 || bend_[index(link.input)] > bend_[index(worst)]) worst = link.input;
  }
  if (worst < 0 || bend_[index(worst)] == 0)
    return {fmt::format("steps are {:.2g} long", (times_[2] - times_[0]) / 2),
            "a larger tolerance or step; --max-steps and --max-seconds end such a run"};
  const int unit = session_.wiring().unit_of_input[index(worst)];
  const UnitInfo& info = session_.units()[index(unit)];
  const auto port = index(worst - session_.wiring().layout.first_input(unit));
  return {fmt::format("input '{}.{}' limits the step to {:.2g}: it bends most for its size", info.name,
                      info.ports.inputs[port], (times_[2] - times_[0]) / 2),
          remedy_for(worst)};
}

/// The unit that feeds it may have another side.
std::string SlowRunWatch::remedy_for(int input) const {
  const Wiring& wiring = session_.wiring();
  const Link& link = wiring.links[index(wiring.link_of_input[index(input)])];
  const UnitInfo& source = session_.units()[index(wiring.unit_of_output[index(link.output)])];
  const bool other_side = !source.why_kind.empty() && source.kind.ends_with("co-simulation");
  return fmt::format(
      "{}a larger tolerance, a fixed step (--step) or another method (--method); --max-steps and "
      "--max-seconds end such a run",
      other_side ? fmt::format("--kind {}=model-exchange, ", source.name) : "");
}

}  // namespace accordo
