// From what the scenario says of its units to units that can be made.

#include <fmt/format.h>

#include <algorithm>

#include "kinds/registry.hpp"
#include "model/quantity_rules.hpp"
#include "record/output_file.hpp"
#include "session/session.hpp"
#include "unit/fmi/binding/crash_watch.hpp"
#include "unit/ode/build.hpp"

namespace accordo {
void Session::build_units(Problems& problems) {
  const ExperimentSpec& e = scenario_.experiment;
  constexpr double finest =
      1e-11;  // units integrate a hundred times as finely; below, rounding errors steer the steps
  if (e.tolerance && *e.tolerance < finest) {
    problems.add("tolerance-too-small", e.tolerance_place,
                 fmt::format("tolerance = {} cannot be reached: a double carries 16 digits", *e.tolerance),
                 "1e-11 is the least");
  }
  const double tolerance = std::min(1e-8, e.tolerance.value_or(1) / 100);
  UnitBuilder native(tolerance, {.start = start_, .stop = stop_});
  constexpr double usual = 1e-4;  // where steps are given, and no tolerance
  if (scenario_.finds_events)
    native.report_switches({.tolerance = e.tolerance.value_or(usual), .stop = stop_});
  const bool trust = fmus_ == Fmus::trusted, look = purpose_ == Purpose::look;
  const BuildContext context{.start = start_,
                             .stop = stop_,
                             .step = e.step,
                             .tolerance = tolerance,
                             .accuracy = e.tolerance,
                             .record = scenario_.record,
                             .trust = trust,
                             // Nothing need be run of what is believed and only looked at.
                             .described = fmus_ == Fmus::described || (trust && look),
                             .facts = look,
                             .native = &native};
  std::map<const UnitKind*, BuildUnit> builders;
  for (const UnitSpec& unit : scenario_.units) {
    BuiltUnit built;
    if (const auto own = own_.find(unit.name.text); own != own_.end()) {
      built = own->second(unit, {.start = start_, .tolerance = tolerance}, problems);
    } else {
      const UnitKind& kind = kind_of(unit);
      if (kind.foreign) fmi::at_crash(&OutputFile::rescue_all);
      BuildUnit& build = builders[&kind];
      if (!build) build = kind.builder(context);
      built = build(unit, problems);
      if (kind.foreign && !built.make && built.info->ports.outputs.empty())
        scenario_.unparsed.add(unit.name.text);  // its ports are unknown
    }
    units_.push_back(*built.info);
    if (!scenario_.unparsed.has(unit.name.text)) declare_quantities(unit, units_.back(), problems, warnings_);
    makers_.push_back(std::move(built.make));
    built_.push_back(std::move(built));
  }
  for (BuiltUnit& built : built_)
    warnings_.insert(warnings_.end(), built.warnings.begin(), built.warnings.end());
  separate_instances();
  if (!processes_) check_processes(problems);
}

}  // namespace accordo
