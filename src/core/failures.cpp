#include "core/failures.hpp"

#include <fmt/format.h>

#include "base/index.hpp"

namespace accordo {
namespace {

Error failure(const UnitError& unit_error, const UnitInfo& unit) {
  switch (unit_error.kind) {
    case UnitError::Kind::non_finite:
      return non_finite_error(unit.name, unit_error.what, unit_error.t);
    case UnitError::Kind::failed:
      return unit_failed_error(unit.name, unit_error.what, unit_error.t);
    case UnitError::Kind::ended:  // nothing went wrong
      return ended_by_unit(unit_error.what);
    case UnitError::Kind::bug:
      break;
  }
  return Error(Exit::bug, "internal",
               fmt::format("unit '{}' at t = {}: {}", unit.name, unit_error.t, unit_error.what),
               "this is a bug of Accordo, please report it")
      .from({unit.name, unit_error.t, unit_error.what});
}

}  // namespace

void throw_first(const Reply& reply, std::span<const UnitInfo> units) {
  const UnitError& first = reply.unit_errors.front();
  throw failure(first, units[index(first.unit)]);
}

Error ended_by_unit(const std::string& what) {
  return {Exit::done, "ended-by-unit", what};
}

Error unit_failed_error(const std::string& unit, const std::string& what, double t) {
  return Error(Exit::unit_failed, "unit-failed", fmt::format("unit '{}' failed at t = {}: {}", unit, t, what))
      .from({unit, t, what});
}

Error chattering_error(const UnitInfo& unit, int which, double t) {
  const SwitchText& s = unit.switches[index(which)];
  Problem problem{
      "chattering", s.place,
      fmt::format("unit '{}': '{}' in '{}' chatters from t = {} on: on either side the equations lead back "
                  "to the other one",
                  unit.name, s.text, s.variable, t),
      "give the switch a hysteresis or a ramp (tanh, min and max), or let the run end there; events: none "
      "steps over switches"};
  return {Exit::no_agreement, {std::move(problem)}};
}

Error non_finite_error(const std::string& unit, const std::string& variable, double t) {
  const std::string words = variable + " became infinite or not a number";
  return Error(Exit::no_agreement, "non-finite", fmt::format("unit '{}': {} at t = {}", unit, words, t),
               "look for a division by zero, a logarithm or root of a negative number, or an unstable "
               "coupling: try a smaller step or another method")
      .from({unit, t, words});
}

}  // namespace accordo
