#include "kinds/linear/kind.hpp"

#include "kinds/linear/keys.hpp"
#include "kinds/native.hpp"
#include "unit/ode/specs.hpp"

namespace accordo {
namespace {

void add_ports_of_matrices(const UnitSpec& unit, Ports& ports) {
  const LinearSpec& body = *unit.as<LinearSpec>();
  for (const Definition& d : body.inputs) ports.inputs.push_back(d.name.text);
  for (const Text& name : body.outputs) ports.outputs.push_back(name.text);
}

}  // namespace

const UnitKind& linear_kind() {
  static const UnitKind kind{
      .key = {"linear", "mapping", "", "the unit by [matrices](#linear)"},
      .tables = kLinearTables,
      .read = &read_linear,
      .builder = &native_builder,
      .add_ports = &add_ports_of_matrices,
      .model = &exporter::model_of_matrices,
  };
  return kind;
}

}  // namespace accordo
