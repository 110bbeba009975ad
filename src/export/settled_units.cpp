#include "export/settled_units.hpp"

#include "kinds/registry.hpp"
#include "model/quantity_rules.hpp"

namespace accordo::exporter {
void settle_units(Scenario& scenario, std::vector<Problem>& warnings) {
  if (scenario.ignore_units) return;
  std::vector<UnitInfo> units;
  Problems problems, not_ours;  // names of states are not looked at here
  for (const UnitSpec& spec : scenario.units) {
    UnitInfo& unit = units.emplace_back();
    unit.name = spec.name.text;
    kind_of(spec).add_ports(spec, unit.ports);
    declare_quantities(spec, unit, not_ours, warnings);
  }
  convert_connections(scenario, units, problems, warnings);
  problems.throw_if_any();
}

}  // namespace accordo::exporter
