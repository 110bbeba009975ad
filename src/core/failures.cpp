#include "core/failures.hpp"

#include <fmt/format.h>

#include "base/index.hpp"

namespace accordo {
namespace {

Error failure(const Trouble& trouble, const UnitInfo& unit) {
  switch (trouble.kind) {
    case Trouble::Kind::non_finite:
      return non_finite_error(unit.name, trouble.what, trouble.t);
    case Trouble::Kind::failed:
      return unit_failed_error(unit.name, trouble.what, trouble.t);
    case Trouble::Kind::ended:  // nothing went wrong
      return ended_by_unit(trouble.what);
    case Trouble::Kind::bug:
      break;
  }
  return Error(Exit::bug, "internal",
               fmt::format("unit '{}' at t = {}: {}", unit.name, trouble.t, trouble.what),
               "this is a bug of Accordo, please report it")
      .from({unit.name, trouble.t, trouble.what});
}

}  // namespace

void throw_first(const Reply& reply, std::span<const UnitInfo> units) {
  const Trouble& first = reply.troubles.front();
  throw failure(first, units[index(first.unit)]);
}

Error ended_by_unit(const std::string& what) {
  return {Exit::done, "ended-by-unit", what};
}

Error unit_failed_error(const std::string& unit, const std::string& what, double t) {
  return Error(Exit::unit_failed, "unit-failed", fmt::format("unit '{}' failed at t = {}: {}", unit, t, what))
      .from({unit, t, what});
}

Error non_finite_error(const std::string& unit, const std::string& variable, double t) {
  const std::string words = variable + " became infinite or not a number";
  return Error(Exit::no_agreement, "non-finite", fmt::format("unit '{}': {} at t = {}", unit, words, t),
               "look for a division by zero, a logarithm or root of a negative number, or an unstable "
               "coupling: try a smaller step or another method")
      .from({unit, t, words});
}

}  // namespace accordo
