// Capabilities are verified, not believed: the self-test, or what the cache remembers of it.
#pragma once

#include <optional>
#include <variant>

#include "unit/built_unit.hpp"
#include "unit/fmi/selftest/selftest.hpp"

namespace accordo::fmi {

/// What the FMU can do, or why it cannot be used. Its code is run in child processes only. Ask before the
/// library is loaded: the cache is keyed by the FMU's contents, which its code may change.
std::variant<Verified, Unusable> verify(const std::shared_ptr<LoadedFmu>& fmu, Kind kind,
                                        const FmuSpec& spec);

/// What a test in the past has shown, if it is known; nothing is run.
std::optional<Verified> remembered(const LoadedFmu& fmu, Kind kind, const FmuSpec& spec);

/// What is declared, side by side with what was verified.
std::vector<CapabilityCheck> capability_checks(const LoadedFmu& fmu, Kind kind, const Verified& verified);

}  // namespace accordo::fmi
