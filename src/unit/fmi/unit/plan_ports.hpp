// The variables of an FMU as inputs, outputs, states and discrete ports of a unit.
#pragma once

#include <string>
#include <vector>

#include "unit/fmi/unit/fmu_plan.hpp"
#include "unit/fmi/unit/parameters.hpp"

namespace accordo::fmi {

/// Fills the ports of `info`, and in `plan`, whose FMU and kind are known, how they are read and set. Tunable
/// parameters that `spec` lets follow a series count as inputs. The variables that cannot be connected come
/// back by name.
std::vector<std::string> plan_ports(const FmuSpec& spec, const ParameterValues& values, FmuPlan& plan,
                                    UnitInfo& info, Problems& problems);

}  // namespace accordo::fmi
