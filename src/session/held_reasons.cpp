#include "session/held_reasons.hpp"

#include <fmt/format.h>

#include "session/limits.hpp"

namespace accordo {
namespace {

void inspect_held_inputs(const Session& session, const Result& result, std::vector<Reason>& reasons) {
  if (session.traits().order == 1 || !session.traits().couples()) return;
  const double stairs = result.step_statistics.change;
  for (const UnitInfo& unit : session.units()) {
    if (unit.can.variable_step || unit.can.input_degree > 0 || unit.ports.inputs.empty()) continue;
    reasons.push_back(
        {stairs > kGood ? Severity::doubtful : Severity::info, "held-inputs",
         fmt::format(
             "unit '{}' takes steps of one length and holds its inputs meanwhile, which change by up to "
             "{:.2g} % of signal size",
             unit.name, 100 * stairs)});
    return;
  }
}

/// What is held in pieces, by units that may be nonlinear in it, where nothing can compare.
void inspect_held_pieces(const Session& session, std::vector<Reason>& reasons) {
  if (session.traits().order <= 2 || !session.traits().couples()) return;
  for (const UnitInfo& unit : session.units()) {
    if (unit.held_order == 0 || unit.held_order >= session.traits().order || unit.held_measured) continue;
    if (!unit.can.variable_step) continue;  // said above
    reasons.push_back({Severity::info, "held-pieces",
                       fmt::format("unit '{}' holds its inputs over parts of steps, and what it loses by "
                                   "that was not measured",
                                   unit.name),
                       true});
    return;
  }
}

/// Units that integrate once per step have errors of their own, which grow with the step.
void inspect_own_steps(const Session& session, std::vector<Reason>& reasons) {
  for (const UnitInfo& unit : session.units()) {
    if (unit.step_error == 0) continue;
    reasons.push_back(
        {Severity::doubtful, "own-step",
         fmt::format("unit '{}' integrates once per step: in a trial one step and four shorter ones "
                     "differed by {:.2g}, which no estimate includes: try --verify",
                     unit.name, unit.step_error)});
    return;
  }
}

}  // namespace

void add_held_reasons(const Session& session, const Result& result, std::vector<Reason>& reasons) {
  inspect_held_inputs(session, result, reasons);
  inspect_held_pieces(session, reasons);
  inspect_own_steps(session, reasons);
}

}  // namespace accordo
