// From what the scenario says of its units to units that can be made.

#include <fmt/format.h>

#include <algorithm>

#include "kinds/registry.hpp"
#include "model/quantity_rules.hpp"
#include "record/output_file.hpp"
#include "session/planner.hpp"
#include "unit/fmi/binding/crash_watch.hpp"
#include "unit/ode/build.hpp"

namespace accordo {
void Planner::build_units() {
  const ExperimentSpec& e = plan_.scenario_.experiment;
  constexpr double finest =
      1e-11;  // units integrate a hundred times as finely; below, rounding errors steer the steps
  if (e.tolerance && *e.tolerance < finest) {
    problems_.add("tolerance-too-small", e.tolerance_place,
                  fmt::format("tolerance = {} cannot be reached: a double carries 16 digits", *e.tolerance),
                  "1e-11 is the least");
  }
  const double tolerance = std::min(1e-8, e.tolerance.value_or(1) / 100);
  UnitBuilder native(tolerance, {.start = plan_.start_, .stop = plan_.stop_});
  constexpr double usual = 1e-4;  // where steps are given, and no tolerance
  if (plan_.scenario_.finds_events)
    native.report_switches({.tolerance = e.tolerance.value_or(usual), .stop = plan_.stop_});
  const bool trust = options_.fmus == Fmus::trusted, look = options_.purpose == Purpose::look;
  const BuildContext context{.start = plan_.start_,
                             .stop = plan_.stop_,
                             .step = e.step,
                             .tolerance = tolerance,
                             .accuracy = e.tolerance,
                             .record = plan_.scenario_.record,
                             .trust = trust,
                             .described = options_.fmus == Fmus::described || (trust && look),
                             .facts = look,
                             .native = &native};
  std::map<const UnitKind*, BuildUnit> builders;
  for (const UnitSpec& unit : plan_.scenario_.units) {
    BuiltUnit built;
    if (const auto own = options_.own.find(unit.name.text); own != options_.own.end()) {
      built = own->second(unit, {.start = plan_.start_, .tolerance = tolerance}, problems_);
    } else {
      const UnitKind& kind = kind_of(unit);
      if (kind.foreign) fmi::at_crash(&OutputFile::rescue_all);
      BuildUnit& build = builders[&kind];
      if (!build) build = kind.builder(context);
      built = build(unit, problems_);
      if (kind.foreign && !built.make && built.info->ports.outputs.empty())
        plan_.scenario_.unparsed.add(unit.name.text);  // its ports are unknown
    }
    plan_.units_.push_back(*built.info);
    if (!plan_.scenario_.unparsed.has(unit.name.text))
      declare_quantities(unit, plan_.units_.back(), problems_, plan_.warnings_);
    plan_.makers_.push_back(std::move(built.make));
    plan_.built_.push_back(std::move(built));
  }
  for (BuiltUnit& built : plan_.built_)
    plan_.warnings_.insert(plan_.warnings_.end(), built.warnings.begin(), built.warnings.end());
  // Nothing need be run of FMUs that are believed and only looked at.
  const auto is_foreign = [](const UnitSpec& unit) { return unit.body != nullptr && kind_of(unit).foreign; };
  const std::vector<UnitSpec>& units = plan_.scenario_.units;
  plan_.described_ = context.described && std::any_of(units.begin(), units.end(), is_foreign);
  separate_instances();
  if (!options_.processes) check_processes();
}

}  // namespace accordo
