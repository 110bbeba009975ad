// From an FMU and what its user says to a plan of its use and the unit's description.
#pragma once

#include <vector>

#include "unit/fmi/unit/fmu_plan.hpp"
#include "unit/fmi/unit/fmu_spec.hpp"
#include "unit/fmi/unit/verified.hpp"

namespace accordo::fmi {

struct Planned {
  FmuPlan plan;
  UnitInfo info;
};

/// The FMU's library must be loaded. What was not verified is not used. Ports are known even after problems.
Planned make_plan(const std::shared_ptr<LoadedFmu>& fmu, Kind kind, const FmuSpec& spec,
                  const Verified& verified, Problems& problems, std::vector<Problem>& warnings);

}  // namespace accordo::fmi
