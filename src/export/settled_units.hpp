// Units of measurement of a scenario that is exported: they become gains and offsets, since the package says
// no more about them.
#pragma once

#include <vector>

#include "model/scenario.hpp"

namespace accordo::exporter {

/// Converts the scenario's connections as a run does. Throws an Error where units contradict each other.
void settle_units(Scenario& scenario, std::vector<Problem>& warnings);

}  // namespace accordo::exporter
