// The macro-step of a run: given, bound to units that take steps of one length only, or left to the
// tolerance.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "session/planner.hpp"

namespace accordo {
namespace {

constexpr double kStandardTolerance = 1e-4;

/// Whether `length` is some whole number of `part`s, up to rounding.
bool consists_of(double length, double part) {
  const double count = std::round(length / part);
  return count >= 1 && std::abs(length - count * part) <= 1e-9 * length;
}

}  // namespace

void Planner::set_step() {
  const ExperimentSpec& e = plan_.scenario_.experiment;
  plan_.tolerance_ = e.tolerance.value_or(kStandardTolerance);
  if (e.step) {
    plan_.step_ = *e.step;
  } else if (!plan_.traits_.couples()) {
    constexpr double points = 1000;  // it chooses its own steps; these are only for the results
    plan_.step_ = (plan_.stop_ - plan_.start_) / points;
  } else if (!fix_step()) {
    if (!plan_.wiring_.links.empty() || !plan_.wiring_.discrete.links.empty() ||
        !plan_.wiring_.discrete.sampled.empty() || !plan_.wiring_.discrete.held.empty() || !problems_.empty())
      return;
    constexpr double points = 500;  // nothing is coupled that an error could be estimated of: a smooth curve
    plan_.step_ = (plan_.stop_ - plan_.start_) / points;
  }
  check_resolution(plan_.step_, "step", e.step ? e.step_place : e.stop_place);
  check_fixed_steps();
}

/// Without a given step: the longest of the fixed steps. False where all units take any step, or after
/// problems_.
bool Planner::fix_step() {
  const UnitInfo *slowest = nullptr, *guessed = nullptr;
  bool unknown = false;
  for (std::size_t k = 0; k < plan_.units_.size(); ++k) {
    if (plan_.units_[k].can.variable_step || !plan_.makers_[k])
      continue;  // one that cannot be made was reported
    if (slowest == nullptr || plan_.units_[k].fixed_step > slowest->fixed_step) slowest = &plan_.units_[k];
    if (plan_.units_[k].fixed_step > 0) continue;
    if (plan_.units_[k].ticks) {
      guessed = &plan_.units_[k];
      continue;
    }
    unknown = true;
    if (options_.purpose == Purpose::look) continue;
    problems_.add("needs-step", plan_.scenario_.units[k].name.place,
                  fmt::format("unit '{}' takes steps of one length only, and does not say of which",
                              plan_.units_[k].name),
                  "give experiment.step or --step instead of a tolerance");
  }
  if (slowest == nullptr || unknown) return false;
  plan_.step_ = slowest->fixed_step;
  if (guessed != nullptr) guess_step(*guessed);
  if (slowest->fixed_step == 0) return true;
  plan_.step_is_bound_ = true;
  plan_.warnings_.push_back(
      {"fixed-step",
       plan_.scenario_.experiment.tolerance_place,
       fmt::format("macro-steps of {}: unit '{}' takes steps of this length only, so they do "
                   "not follow a tolerance",
                   plan_.step_, slowest->name),
       {}});
  return true;
}

/// An FMU that declares any step, but has internal steps of unknown length, is no reason to refuse.
void Planner::guess_step(const UnitInfo& unit) {
  constexpr double points = 1000;
  if (plan_.step_ == 0) plan_.step_ = (plan_.stop_ - plan_.start_) / points;
  plan_.guessed_step_of_ = unit.name;
  plan_.warnings_.push_back({"step-guessed", plan_.scenario_.experiment.tolerance_place,
                             fmt::format("macro-steps of {}: unit '{}' has internal steps of unknown "
                                         "length",
                                         plan_.step_, unit.name),
                             "give experiment.step or --step"});
}

/// Everything that bounds a macro-step must fit those of units that take steps of one length only.
void Planner::check_fixed_steps() {
  const auto fixed = [](const UnitInfo& u) { return !u.can.variable_step; };
  const auto first = std::find_if(plan_.units_.begin(), plan_.units_.end(),
                                  [&](const UnitInfo& u) { return fixed(u) && !u.ticks; });
  if (plan_.step_ <= 0 || !plan_.traits_.couples()) return;
  for (std::size_t k = 0; k < plan_.units_.size(); ++k) {
    const UnitInfo& unit = plan_.units_[k];
    if (!fixed(unit) || unit.fixed_step <= 0 || consists_of(plan_.step_, unit.fixed_step)) continue;
    if (unit.ticks) {
      plan_.warnings_.push_back(
          {"step-beside-ticks", plan_.scenario_.experiment.step_place,
           fmt::format("the macro-step {} is not a whole number of the internal steps of unit '{}', "
                       "{}: it will be ahead or late by up to one of these",
                       plan_.step_, unit.name, unit.fixed_step),
           "take a multiple"});
      continue;
    }
    const auto owner = std::find_if(plan_.units_.begin(), plan_.units_.end(), [&](const UnitInfo& u) {
      return fixed(u) && u.fixed_step == plan_.step_;
    });
    problems_.add(
        "steps-do-not-fit", plan_.scenario_.units[k].name.place,
        fmt::format("unit '{}' takes steps of {} only; the macro-step {}{} is not a multiple of that",
                    unit.name, unit.fixed_step, plan_.step_,
                    owner == plan_.units_.end() || plan_.scenario_.experiment.step
                        ? ""
                        : fmt::format(", the fixed step of unit '{}',", owner->name)),
        "give experiment.step as a common multiple of the fixed steps");
  }
  if (first == plan_.units_.end()) return;  // those that tick end where they are told, a little late
  const auto check = [&](double t, const SourceLocation& place, const char* what) {
    if (!(t > plan_.start_) || consists_of(t - plan_.start_, plan_.step_)) return;
    problems_.add(
        "steps-do-not-fit", place,
        fmt::format("{} = {} is not at the end of a macro-step of {}, and unit '{}' takes no shorter one",
                    what, t, plan_.step_, first->name),
        "move it to a multiple of the step");
  };
  check(plan_.stop_, plan_.scenario_.experiment.stop_place, "stop");
  for (const auto& [t, place] : plan_.scenario_.events) {
    if (t < plan_.stop_) check(t, place, "the event");
  }
  plan_.on_grid_ = true;
}

bool Plan::ends_a_step(double t) const {
  return !on_grid_ || !(t > start_ && t < stop_) || consists_of(t - start_, step_);
}

void Planner::set_shortest_step() {
  const Options& options = *plan_.options_;
  constexpr double fraction = 1e-6;  // of a fixed step
  constexpr double fraction_of_span = 1e-12;
  const double given = options.known("min_step") ? options.number("min_step") : 0;
  const bool fixed = std::any_of(plan_.units_.begin(), plan_.units_.end(),
                                 [](const UnitInfo& u) { return !u.can.variable_step; });
  plan_.shortest_ = fixed && plan_.step_ > 0 ? plan_.step_
                    : given > 0              ? given
                    : plan_.step_ > 0        ? fraction * plan_.step_
                                             : fraction_of_span * (plan_.stop_ - plan_.start_);
  if (given > plan_.step_ && plan_.step_ > 0) {
    problems_.add("bad-option", plan_.scenario_.experiment.step_place,
                  fmt::format("the step ({}) is shorter than option 'min_step' ({})", plan_.step_, given),
                  "where units do not agree, a step is halved down to min_step");
  }
}

}  // namespace accordo
