// The part of a unit that only FMUs have: `fmu:`, `kind:`, `substeps:`, `fixed_step:`, parameters of any
// type.
#pragma once

#include "io/reading.hpp"
#include "model/scenario.hpp"

namespace accordo {

/// Reads a unit that has the key `fmu`: its body, parameters and inputs. False after reporting what is wrong.
bool read_fmu(Reading& reading, const Fields& fields, UnitSpec& unit);

/// Reads what may be said of an FMU elsewhere than where it is named: `substeps`, `fixed_step` and
/// time series in `inputs`.
/// False after reporting what is wrong.
bool read_fmu_settings(Reading& reading, const Fields& fields, UnitSpec& unit);

/// Complains about what only FMUs have, in a unit that is none.
void refuse_fmu_keys(Reading& reading, const Fields& fields);

}  // namespace accordo
