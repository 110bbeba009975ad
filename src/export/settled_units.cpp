#include "export/settled_units.hpp"

#include "model/quantity_rules.hpp"
#include "unit/fmi/description/description_reader.hpp"
#include "unit/fmi/description/quantities.hpp"

namespace accordo::exporter {
namespace {

void add_ports(const EquationsSpec& body, Ports& ports) {
  for (const Definition& d : body.inputs) ports.inputs.push_back(d.name.text);
  for (const Definition& d : body.outputs) ports.outputs.push_back(d.name.text);
}

void add_ports(const LinearSpec& body, Ports& ports) {
  for (const Definition& d : body.inputs) ports.inputs.push_back(d.name.text);
  for (const Text& name : body.outputs) ports.outputs.push_back(name.text);
}

/// Floats only: other types have no units.
void add_ports(const FmuBody& body, Ports& ports) {
  const fmi::ModelDescription description = fmi::read_model_description(body.file);
  for (std::size_t i = 0; i < description.variables.size(); ++i) {
    const fmi::Variable& v = description.variables[i];
    const bool input = v.causality == fmi::Causality::input;
    if (!fmi::is_float(v.type) || (!input && v.causality != fmi::Causality::output)) continue;
    for (const fmi::Element& element : fmi::elements(description, i)) {
      (input ? ports.inputs : ports.outputs).push_back(element.name);
      (input ? ports.input_quantities : ports.output_quantities).push_back(quantity_of(description, v));
    }
  }
}

}  // namespace

void settle_units(Scenario& scenario, std::vector<Problem>& warnings) {
  if (scenario.ignore_units) return;
  std::vector<UnitInfo> units;
  Problems problems, not_ours;  // names of states are not looked at here
  for (const UnitSpec& spec : scenario.units) {
    UnitInfo& unit = units.emplace_back();
    unit.name = spec.name.text;
    std::visit([&](const auto& body) { add_ports(*body, unit.ports); }, spec.body);
    declare_quantities(spec, unit, not_ours, warnings);
  }
  convert_connections(scenario, units, problems, warnings);
  problems.throw_if_any();
}

}  // namespace accordo::exporter
