// Every key that a scenario may have.
#pragma once

#include "io/keys.hpp"
#include "kinds/kind.hpp"

namespace accordo {

namespace keys {
extern const Keys scenario, unit, unit_settings, connection, experiment;
/// Values of keys.
extern const Keys integrators, estimates;
}  // namespace keys

/// What units of a kind may be without; null: what any unit may be without.
Keys capability_keys(const UnitKind* kind);

/// All parts of the reference, in its order.
std::span<const KeyTable> key_tables();

}  // namespace accordo
