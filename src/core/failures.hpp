// What ends a run when a unit cannot go on.
#pragma once

#include <span>
#include <string>

#include "base/error.hpp"
#include "core/request.hpp"
#include "unit/unit.hpp"

namespace accordo {

/// The failure to report when a variable of a unit is no longer finite.
Error non_finite_error(const std::string& unit, const std::string& variable, double t);

/// The failure to report when a unit cannot go on.
Error unit_failed_error(const std::string& unit, const std::string& what, double t);

/// No failure: a unit has ended the simulation (EndOfSimulation::what).
Error ended_by_unit(const std::string& what);

/// The failure to report when a switch of a unit's equations does nothing but switch.
Error chattering_error(const UnitInfo& unit, int which, double t);

/// Throws the first error of a reply.
[[noreturn]] void throw_first(const Reply& reply, std::span<const UnitInfo> units);

/// Throws the first error, if there is one.
inline void throw_unit_error(const Reply& reply, std::span<const UnitInfo> units) {
  if (!reply.unit_errors.empty()) throw_first(reply, units);
}

}  // namespace accordo
