// Which method couples the units of a plan, and what it cannot do for them.

#include <fmt/format.h>

#include "base/names.hpp"
#include "coupling/estimation.hpp"
#include "io/scenario/keys.hpp"
#include "model/graph.hpp"
#include "session/hindrance.hpp"
#include "session/planner.hpp"

namespace accordo {

void Planner::choose_method() {
  const ExperimentSpec& e = plan_.scenario_.experiment;
  const bool automatic = !e.method || e.method->text == "auto";
  const std::string name = automatic ? automatic_method() : e.method->text;
  plan_.method_ = find_method(name);
  if (plan_.method_ == nullptr) {
    std::vector<std::string> names{"auto"};
    for (const Method& m : methods()) names.push_back(m.name);
    problems_.add("unknown-method", e.method->place, fmt::format("there is no method '{}'", name),
                  did_you_mean(name, names));
    return;
  }
  for (const Hindrance& h : hindrances(*plan_.method_, plan_)) {
    problems_.add(
        h.id, plan_.scenario_.units[h.unit].name.place,
        fmt::format("method '{}' cannot take unit '{}': {}", name, plan_.units_[h.unit].name, h.why),
        h.remedy);
  }
  if (e.solver && plan_.method_->solver.empty()) {
    problems_.add("no-solver", e.solver->place,
                  fmt::format("method '{}' does not iterate: it takes no solver", name),
                  "remove the solver, or choose a method that iterates, for instance ifosmondi-jfm");
  }
  if (e.estimate && !is_declared(e.estimate->text, keys::estimates)) {
    problems_.add("bad-estimate", e.estimate->place, fmt::format("estimate cannot be '{}'", e.estimate->text),
                  "auto (units that cannot roll back), all, or none");
  }
}

/// What serves best with what the units can do; why is said in plan_.choice_.
std::string Planner::automatic_method() {
  const UndrivenUnits undriven(plan_.wiring_);
  const auto all = std::ssize(plan_.units_);
  std::ptrdiff_t back = 0, linear = 0, either = 0, alone = 0, ahead = 0;
  for (std::size_t k = 0; k < plan_.units_.size(); ++k) {
    const UnitInfo& unit = plan_.units_[k];
    const bool goes_first = runs_ahead(unit, undriven[k]), rolls = unit.can.rollback || goes_first;
    alone += undriven[k] ? 1 : 0;
    ahead += goes_first ? 1 : 0;
    back += rolls ? 1 : 0;
    linear += estimable(unit) ? 1 : 0;
    either += rolls || estimable(unit) ? 1 : 0;
  }
  if (all > 0 && alone == all) {
    plan_.choice_ = all == 1 ? "nothing is fed by another unit" : "no unit is fed by another";
    return "jacobi";
  }
  if (back == all) {
    plan_.choice_ = ahead > 0       ? "all units that others feed roll back"
                    : linear == all ? "all units roll back and linearize"
                                    : "all units roll back";
    return "ifosmondi-jfm";
  }
  if (linear > 0) {
    plan_.choice_ =
        linear == all ? fmt::format("{} of {} units cannot roll back, all linearize", all - back, all)
                      : fmt::format("{} of {} units cannot roll back, {} linearize", all - back, all, linear);
    return either == all && linear < all ? "ifosmondi-jfm" : "missiles";
  }
  plan_.choice_ = fmt::format("{} of {} units can neither roll back nor be estimated", all - either, all);
  return "f3ornits";
}

/// A loop through a unit whose ∂y/∂u nobody knows cannot be solved at an instant: the outputs of that unit
/// stay those of its step. Methods that iterate agree on them all the same, others are a step late.
void Planner::open_loops() {
  if (!problems_.empty()) return;
  const auto open_one = [&] {
    for (const OutputOrder::Stage& stage : propagation_order(plan_.wiring_, plan_.units_).stages) {
      for (const int k : stage.units) {
        UnitInfo& unit = plan_.units_[static_cast<std::size_t>(k)];
        const bool known = (unit.can.linearization && unit.can.states) || unit.can.feed_through;
        if (!stage.loop || known || !unit.can.reevaluation) continue;
        if (plan_.opened_loop_.empty())
          plan_.opened_loop_ = describe_loop(stage, plan_.wiring_, plan_.units_);
        unit.can.reevaluation = false;
        return true;
      }
    }
    return false;
  };
  while (open_one()) {
  }
}

}  // namespace accordo
