// A unit as the exporter sees it.
#pragma once

#include "kinds/code_model.hpp"
#include "model/scenario.hpp"

namespace accordo::exporter {

/// Problems of the unit's equations are thrown as an Error, as is a unit that is no equations.
Model make_model(const UnitSpec& unit);

}  // namespace accordo::exporter
