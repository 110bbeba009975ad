#include "unit/fmi/unit/plan_holding.hpp"

#include <algorithm>

namespace accordo::fmi {
namespace {

/// Whether inputs act on these unknowns by factors that do not change, as the FMU declares it.
bool affine(const std::vector<Unknown>& unknowns, const FmuPlan& plan) {
  const auto& inputs = plan.equations.inputs.variables;
  const auto steady = [&](const Dependency& k) {
    const bool input = std::find(inputs.begin(), inputs.end(), k.variable) != inputs.end();
    return !input || k.kind == DependencyKind::constant || k.kind == DependencyKind::fixed ||
           k.kind == DependencyKind::tunable;
  };
  return std::all_of(unknowns.begin(), unknowns.end(), [&](const Unknown& unknown) {
    return unknown.dependencies &&
           std::all_of(unknown.dependencies->begin(), unknown.dependencies->end(), steady);
  });
}

/// As far as it was tried or is declared; an output that declares nothing may.
bool may_feed_through(const FmuPlan& plan, const UnitInfo& info) {
  const bool declared = std::any_of(info.feed_through.begin(), info.feed_through.end(),
                                    [](const std::vector<int>& inputs) { return !inputs.empty(); });
  const bool undeclared =
      std::any_of(plan.undeclared.begin(), plan.undeclared.end(), [](char unknown) { return unknown != 0; });
  return declared || (undeclared && !plan.feed_through_known);
}

/// Halves, where outputs do not show what was held last, or that can be corrected exactly; else the last
/// piece holds the end. Where nobody knows whether inputs enter linearly, and nothing can look, as many as
/// the error of those that do not should be small with.
void plan_pieces(const HoldingFacts& facts, FmuPlan& plan, UnitInfo& info) {
  constexpr int many = 20, most = 32;
  constexpr double usual = 1e-6;
  const ModelStructure& structure = plan.fmu->description().structure;
  const bool correctable = plan.directional || plan.feed_through_known;
  const bool feeds = may_feed_through(plan, info);
  Holding& holding = plan.holding;
  holding.kind = Holding::Kind::pieces;
  holding.division.end = (feeds && !(correctable && affine(structure.outputs, plan))) ||
                         plan.slopes == SlopeSource::output_derivatives;
  const bool linear = affine(structure.derivatives, plan) && !structure.derivatives.empty();
  holding.measures = plan.rollback;
  holding.states = facts.verified.states && plan.equations.states.size() > 0;
  holding.outputs = correctable || !feeds;
  // One that integrates once per step needs short ones for its own sake.
  const bool unknown = (!linear && !holding.measures) || facts.verified.step_error > 0;
  holding.division.pieces = unknown ? many : holding.division.end ? 3 : 2;
  holding.most = std::max(holding.division.pieces, facts.spec.accuracy ? most : many);
  holding.wanted = facts.spec.accuracy.value_or(usual);
  info.held_order = linear ? 4 : 2;
  info.held_measured = holding.measures;
}

}  // namespace

void plan_holding(const HoldingFacts& facts, FmuPlan& plan, UnitInfo& info) {
  if (plan.intermediate || plan.input_start.empty()) return;
  const bool parabolas = plan.input_order > 1;  // with the same ends and mean: of order 4 by themselves
  info.held_order = parabolas ? 0 : 2;
  if (!info.can.variable_step) return;
  if (facts.spec.substeps) {
    plan.holding.division.pieces = std::max(1, *facts.spec.substeps);
  } else if (facts.declared.fixed_internal_step || parabolas) {
    return;  // shorter steps would not be taken, or need not be
  } else if (plan.input_order == 1) {
    const bool correctable = plan.directional || plan.feed_through_known || !may_feed_through(plan, info);
    plan.holding.kind = correctable ? Holding::Kind::line : Holding::Kind::polyline;
    info.held_order = 4;
  } else {
    plan_pieces(facts, plan, info);
  }
}

}  // namespace accordo::fmi
