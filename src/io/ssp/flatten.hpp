// From a structure with its levels to the flat list of units and connections of a scenario.
#pragma once

#include "io/ssp/structure.hpp"
#include "model/scenario.hpp"
#include "xml/findings.hpp"

namespace accordo::ssp {

/// Fills in units, connections and times. A component `c` of a nested system `s` becomes the unit `s/c`;
/// letters that names of units cannot have become underscores. Components whose FMU is not known are left
/// out: their problems have been reported.
void flatten(const Structure& structure, Scenario& scenario, xml::Findings& found);

}  // namespace accordo::ssp
