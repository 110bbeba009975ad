// The macro-step of a run: given, bound to units that take steps of one length only, or left to the
// tolerance.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "session/session.hpp"

namespace accordo {
namespace {

constexpr double kStandardTolerance = 1e-4;

/// Whether `length` is some whole number of `part`s, up to rounding.
bool consists_of(double length, double part) {
  const double count = std::round(length / part);
  return count >= 1 && std::abs(length - count * part) <= 1e-9 * length;
}

}  // namespace

void Session::set_step(Problems& problems) {
  const ExperimentSpec& e = scenario_.experiment;
  tolerance_ = e.tolerance.value_or(kStandardTolerance);
  if (e.step) {
    step_ = *e.step;
  } else if (!traits_.couples()) {
    constexpr double points = 1000;  // it chooses its own steps; these are only for the results
    step_ = (stop_ - start_) / points;
  } else if (!fix_step(problems)) {
    if (!wiring_.links.empty() || !wiring_.discrete.links.empty() || !wiring_.discrete.sampled.empty() ||
        !wiring_.discrete.held.empty() || !problems.empty())
      return;
    constexpr double points = 500;  // nothing is coupled that an error could be estimated of: a smooth curve
    step_ = (stop_ - start_) / points;
  }
  check_resolution(step_, "step", e.step ? e.step_place : e.stop_place, problems);
  check_fixed_steps(problems);
}

/// Without a given step: the longest of the fixed steps. False where all units take any step, or after
/// problems.
bool Session::fix_step(Problems& problems) {
  const UnitInfo *slowest = nullptr, *guessed = nullptr;
  bool unknown = false;
  for (std::size_t k = 0; k < units_.size(); ++k) {
    if (units_[k].can.variable_step || !makers_[k]) continue;  // one that cannot be made was reported
    if (slowest == nullptr || units_[k].fixed_step > slowest->fixed_step) slowest = &units_[k];
    if (units_[k].fixed_step > 0) continue;
    if (units_[k].ticks) {
      guessed = &units_[k];
      continue;
    }
    unknown = true;
    if (purpose_ == Purpose::look) continue;
    problems.add(
        "needs-step", scenario_.units[k].name.place,
        fmt::format("unit '{}' takes steps of one length only, and does not say of which", units_[k].name),
        "give experiment.step or --step instead of a tolerance");
  }
  if (slowest == nullptr || unknown) return false;
  step_ = slowest->fixed_step;
  if (guessed != nullptr) guess_step(*guessed);
  if (slowest->fixed_step == 0) return true;
  step_is_bound_ = true;
  warnings_.push_back({"fixed-step",
                       scenario_.experiment.tolerance_place,
                       fmt::format("macro-steps of {}: unit '{}' takes steps of this length only, so they do "
                                   "not follow a tolerance",
                                   step_, slowest->name),
                       {}});
  return true;
}

/// An FMU that declares any step, but moves on in steps of its own that nobody knows, is no reason to refuse.
void Session::guess_step(const UnitInfo& unit) {
  constexpr double points = 1000;
  if (step_ == 0) step_ = (stop_ - start_) / points;
  guessed_step_of_ = unit.name;
  warnings_.push_back(
      {"step-guessed", scenario_.experiment.tolerance_place,
       fmt::format("macro-steps of {}: unit '{}' moves on in steps of its own, of a length that "
                   "it does not say",
                   step_, unit.name),
       "give experiment.step or --step"});
}

/// Everything that bounds a macro-step must fit those of units that take steps of one length only.
void Session::check_fixed_steps(Problems& problems) {
  const auto fixed = [](const UnitInfo& u) { return !u.can.variable_step; };
  const auto first =
      std::find_if(units_.begin(), units_.end(), [&](const UnitInfo& u) { return fixed(u) && !u.ticks; });
  if (step_ <= 0 || !traits_.couples()) return;
  for (std::size_t k = 0; k < units_.size(); ++k) {
    const UnitInfo& unit = units_[k];
    if (!fixed(unit) || unit.fixed_step <= 0 || consists_of(step_, unit.fixed_step)) continue;
    if (unit.ticks) {
      warnings_.push_back(
          {"step-beside-ticks", scenario_.experiment.step_place,
           fmt::format("the macro-step {} is not a whole number of the internal steps of unit '{}', "
                       "{}: it will be ahead or late by up to one of these",
                       step_, unit.name, unit.fixed_step),
           "take a multiple"});
      continue;
    }
    const auto owner = std::find_if(units_.begin(), units_.end(),
                                    [&](const UnitInfo& u) { return fixed(u) && u.fixed_step == step_; });
    problems.add(
        "steps-do-not-fit", scenario_.units[k].name.place,
        fmt::format("unit '{}' takes steps of {} only; the macro-step {}{} is not a multiple of that",
                    unit.name, unit.fixed_step, step_,
                    owner == units_.end() || scenario_.experiment.step
                        ? ""
                        : fmt::format(", the fixed step of unit '{}',", owner->name)),
        "give experiment.step as a common multiple of the fixed steps");
  }
  if (first == units_.end()) return;  // those that tick end where they are told, a little late
  const auto check = [&](double t, const SourceLocation& place, const char* what) {
    if (!(t > start_) || consists_of(t - start_, step_)) return;
    problems.add(
        "steps-do-not-fit", place,
        fmt::format("{} = {} is not at the end of a macro-step of {}, and unit '{}' takes no shorter one",
                    what, t, step_, first->name),
        "move it to a multiple of the step");
  };
  check(stop_, scenario_.experiment.stop_place, "stop");
  for (const auto& [t, place] : scenario_.events) {
    if (t < stop_) check(t, place, "the event");
  }
  on_grid_ = true;
}

/// Where some unit takes whole steps only, a switch between two ends of these ends none: the next step takes
/// the new value.
bool Session::ends_a_step(double t) const {
  return !on_grid_ || !(t > start_ && t < stop_) || consists_of(t - start_, step_);
}

void Session::set_shortest_step(const Options& options, Problems& problems) {
  constexpr double fraction = 1e-6;  // of a fixed step
  constexpr double fraction_of_span = 1e-12;
  const double given = options.known("min_step") ? options.number("min_step") : 0;
  const bool fixed =
      std::any_of(units_.begin(), units_.end(), [](const UnitInfo& u) { return !u.can.variable_step; });
  shortest_ = fixed && step_ > 0 ? step_
              : given > 0        ? given
              : step_ > 0        ? fraction * step_
                                 : fraction_of_span * (stop_ - start_);
  if (given > step_ && step_ > 0) {
    problems.add("bad-option", scenario_.experiment.step_place,
                 fmt::format("the step ({}) is shorter than option 'min_step' ({})", step_, given),
                 "min_step is what a step may be halved to where units do not agree");
  }
}

}  // namespace accordo
