// Reads what can be told of an FMU without running it.
#pragma once

#include "unit/built_unit.hpp"
#include "unit/fmi/binding/loaded_fmu.hpp"

namespace accordo::fmi {

/// All but whether it was tested. Ask before the FMU's code runs.
FmuFacts gather_facts(const LoadedFmu& fmu, Kind kind);

}  // namespace accordo::fmi
