// What is to stand for inputs that an FMU for co-simulation cannot follow.
#pragma once

#include "unit/fmi/unit/fmu_plan.hpp"
#include "unit/fmi/unit/fmu_spec.hpp"
#include "unit/fmi/unit/verified.hpp"
#include "unit/unit.hpp"

namespace accordo::fmi {

/// What is known of the FMU.
struct HoldingFacts {
  const FmuSpec& spec;
  const Interface& declared;
  const Verified& verified;
};

/// Settles plan.holding, and what the unit says of it; everything else in the plan is settled.
void plan_holding(const HoldingFacts& facts, FmuPlan& plan, UnitInfo& info);

}  // namespace accordo::fmi
