#include "kinds/equations/kind.hpp"

#include "kinds/equations/keys.hpp"
#include "kinds/native.hpp"
#include "unit/ode/specs.hpp"

namespace accordo {
namespace {

void add_ports_of_equations(const UnitSpec& unit, Ports& ports) {
  const EquationsSpec& body = *unit.as<EquationsSpec>();
  for (const Definition& d : body.inputs) ports.inputs.push_back(d.name.text);
  for (const Definition& d : body.outputs) ports.outputs.push_back(d.name.text);
}

}  // namespace

const UnitKind& equations_kind() {
  static const UnitKind kind{
      .key = {"equations", "mapping", "", "the unit by [equations](#equations)"},
      .tables = kEquationsTables,
      .indices_are_parameters = true,
      .read = &read_equations,
      .builder = &native_builder,
      .add_ports = &add_ports_of_equations,
      .model = &exporter::model_of_equations,
  };
  return kind;
}

}  // namespace accordo
