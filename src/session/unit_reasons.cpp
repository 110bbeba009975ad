#include "session/unit_reasons.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/index.hpp"
#include "model/graph.hpp"

namespace accordo {
namespace {

/// The first few of some names, for a sentence.
class Names {
 public:
  void add(const std::string& name) {
    constexpr std::size_t most = 5;
    if (++count_ <= most) text_ += (text_.empty() ? "" : ", ") + name;
    if (count_ == most + 1) text_ += ", …";
  }
  void report(const char* id, const char* what, std::vector<Reason>& reasons, bool unseen = false) const {
    if (count_ > 0) reasons.push_back({Severity::info, id, what + text_, unseen});
  }

 private:
  std::string text_;
  std::size_t count_ = 0;
};

void inspect_loops(const Session& session, std::vector<Reason>& reasons) {
  if (!session.traits().from_past()) return;
  for (const OutputOrder::Stage& stage : order_outputs(session.wiring(), session.units()).stages) {
    if (!stage.loop) continue;
    reasons.push_back({Severity::info, "loop",
                       fmt::format("the algebraic loop {} is solved at communication points; between them "
                                   "inputs are extrapolated",
                                   describe_loop(stage, session.wiring(), session.units()))});
    return;
  }
}

/// Units of which only the ends of steps are known: what they do between may have been over before. Another
/// run on other steps has looked.
void inspect_ends(const Session& session, std::vector<Reason>& reasons) {
  const bool verified =
      std::any_of(reasons.begin(), reasons.end(), [](const Reason& r) { return r.id == "verified"; });
  if (!session.traits().couples() || verified) return;
  std::vector<unsigned char> blind(session.units().size());
  for (const Link& link : session.wiring().links) {
    const auto unit = index(session.wiring().unit_of_output[index(link.output)]);
    blind[unit] = session.units()[unit].shows_course ? 0 : 1;
  }
  Names names;
  for (std::size_t k = 0; k < blind.size(); ++k) {
    if (blind[k] != 0) names.add(session.units()[k].name);
  }
  names.report("ends-only", "not checked inside the steps of: ", reasons, true);
}

/// What only trials of FMUs have shown, and no estimate includes.
void inspect_trials(const Session& session, const StepStatistics& step_statistics,
                    std::vector<Reason>& reasons) {
  if (!session.opened_loop().empty()) {
    const bool agrees = session.traits().inputs == Inputs::agreed;
    reasons.push_back({agrees ? Severity::info : Severity::doubtful, "loop-not-solved",
                       fmt::format("the algebraic loop {} is not solved at communication points, since the "
                                   "direct feed-through of an FMU is not known",
                                   session.opened_loop())});
  }
  if (!session.guessed_step_of().empty()) {
    reasons.push_back(
        {Severity::doubtful, "step-guessed",
         fmt::format("unit '{}' has internal steps of unknown length: the macro-step is a guess",
                     session.guessed_step_of())});
  }
  for (const UnitInfo& unit : session.units()) {
    if (step_statistics.tolerance > 0 && unit.noise > step_statistics.tolerance) {
      reasons.push_back(
          {Severity::doubtful, "noise",
           fmt::format("nearly equal inputs give results of unit '{}' that differ by {:.2g}, more "
                       "than the tolerance {}",
                       unit.name, unit.noise, step_statistics.tolerance)});
    }
  }
}

/// A unit whose solver has steps of its own length: Accordo cannot change it.
bool has_own_clock(const UnitInfo& unit) {
  return unit.fixed_step != 0 && unit.integrator.empty() && !unit.can.evaluation;
}

/// What its solver misses, where a trial has measured it. Such errors add up over the run: ten times as much
/// as in single steps may be what is promised, 1 %.
Reason inner_reason(const UnitInfo& unit) {
  constexpr double good = 1e-3, visible = 1e-6;
  const double part = *unit.inner_error;
  const std::string goes =
      fmt::format("unit '{}' has internal steps of {}, which miss ", unit.name, unit.fixed_step);
  constexpr const char* what = "of what its states change by";
  if (part > good) {
    return {Severity::doubtful, "own-clock",
            fmt::format("{}about {:.2g} % {}: no estimate includes that", goes, 100 * part, what)};
  }
  return {Severity::info, "own-clock",
          part > visible ? fmt::format("{}about {:.2g} % {}", goes, 100 * part, what)
                         : fmt::format("{}less than {:.2g} % {}", goes, 100 * visible, what)};
}

/// What a solver with steps of its own length misses shows in no estimate, and shorter macro-steps do not
/// help. The worst of those that a trial has measured is reported, and the first of the others.
void inspect_own_clocks(const Session& session, std::vector<Reason>& reasons) {
  const UnitInfo *worst = nullptr, *unseen = nullptr;
  for (const UnitInfo& unit : session.units()) {
    if (!has_own_clock(unit)) continue;
    if (!unit.inner_error) {
      unseen = unseen == nullptr ? &unit : unseen;
    } else if (worst == nullptr || *unit.inner_error > *worst->inner_error) {
      worst = &unit;
    }
  }
  if (worst != nullptr) reasons.push_back(inner_reason(*worst));
  if (unseen == nullptr || session.wiring().links.empty()) return;  // said of units alone
  reasons.push_back({Severity::info, "own-clock",
                     fmt::format("unit '{}' has internal steps of {}, and what these miss was "
                                 "not measured",
                                 unseen->name, unseen->fixed_step),
                     true});
}

/// FMUs that take their inputs late, as far as a trial can tell.
void inspect_latency(const Session& session, std::vector<Reason>& reasons) {
  const bool held = session.traits().order == 1;
  for (const UnitInfo& unit : session.units()) {
    if (unit.latency == 0 || unit.ports.inputs.empty()) continue;
    const bool compensated = unit.latency_corrected && !held;
    reasons.push_back({compensated || held ? Severity::info : Severity::doubtful, "input-latency",
                       fmt::format("unit '{}' takes its inputs late by {:.2g} of its internal step {}, {}",
                                   unit.name, unit.latency, unit.fixed_step,
                                   compensated ? "which is compensated"
                                   : held      ? "besides being held"
                                          : "which cannot be compensated, and no estimate includes it")});
    return;
  }
}

void inspect_first_row(const Session& session, std::vector<Reason>& reasons) {
  Names unsure;
  for (const std::string& name : session.unsure_at_start()) unsure.add(name);
  unsure.report("first-row",
                "outputs that may not fit the inputs beside them in the first row, since FMUs give them only "
                "after a step: ",
                reasons);
}

void inspect_own_events(const Session& session, const StepStatistics& step_statistics,
                        std::vector<Reason>& reasons) {
  if (step_statistics.tolerance > 0 || !session.traits().couples()) return;
  const auto own = std::find_if(session.units().begin(), session.units().end(),
                                [](const UnitInfo& unit) { return unit.events && unit.switches.empty(); });
  if (own == session.units().end()) return;
  reasons.push_back({Severity::info, "own-events",
                     fmt::format("unit '{}' has events of its own: with a fixed step other units see them at "
                                 "the next communication point",
                                 own->name)});
}

void inspect_capabilities(const Session& session, std::vector<Reason>& reasons) {
  Names disabled, refuted, untested;
  for (std::size_t k = 0; k < session.units().size(); ++k) {
    const std::string& unit = session.units()[k].name;
    for (const auto& [name, has] : session.scenario().units[k].capabilities) {
      if (!has) disabled.add(unit + "." + name.text);
    }
    for (const CapabilityCheck& c : session.built(k).capability_checks) {
      if (c.verified == "not tested") {
        untested.add(unit);
        break;
      }
      if (c.declared != "no" && c.verified == "no") refuted.add(unit + "." + c.capability);
    }
  }
  disabled.report("pretended-away", "disabled by the scenario: ", reasons);
  refuted.report("verified-away", "declared by FMUs, but found not to work, and not used: ", reasons);
  untested.report("not-tested", "if what FMUs declare is true, which was not tested: ", reasons, true);
}

}  // namespace

void add_uncoupled_reason(const Session& session, std::vector<Reason>& reasons) {
  const auto& units = session.units();
  const auto hidden = std::find_if(units.begin(), units.end(), [](const UnitInfo& unit) {
    return unit.integrator.empty() && !unit.can.evaluation && !unit.inner_error;
  });
  std::string text = "no real values are exchanged: there is no coupling error";
  if (hidden != units.end())
    text += fmt::format("; what the solver inside unit '{}' does was not checked", hidden->name);
  reasons.push_back({Severity::info, "uncoupled", std::move(text), hidden != units.end()});
}

void add_unit_reasons(const Session& session, const StepStatistics& step_statistics,
                      std::vector<Reason>& reasons) {
  inspect_loops(session, reasons);
  inspect_trials(session, step_statistics, reasons);
  inspect_latency(session, reasons);
  inspect_first_row(session, reasons);
  inspect_own_clocks(session, reasons);
  inspect_own_events(session, step_statistics, reasons);
  inspect_capabilities(session, reasons);
  inspect_ends(session, reasons);
}

}  // namespace accordo
