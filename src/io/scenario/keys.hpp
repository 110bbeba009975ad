// Every key that a scenario may have.
#pragma once

#include "io/keys.hpp"

namespace accordo {

namespace keys {
extern const Keys scenario, unit, unit_settings, equations, linear, connection, experiment;
/// Values of keys.
extern const Keys integrators, kinds, estimates;
/// What may be pretended away: of native units, and of FMUs.
extern const Keys capabilities, fmu_capabilities;
}  // namespace keys

/// All parts of the reference, in its order.
std::span<const KeyTable> key_tables();

}  // namespace accordo
