#include "kinds/fmu/kind.hpp"

#include "kinds/fmu/fmu_body.hpp"
#include "kinds/fmu/keys.hpp"
#include "unit/fmi/description/description_reader.hpp"
#include "unit/fmi/description/quantities.hpp"

namespace accordo {
namespace {

/// Floats only: other types have no units of measurement.
void add_ports_of_fmu(const UnitSpec& unit, Ports& ports) {
  const fmi::ModelDescription description = fmi::read_model_description(unit.body->file);
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

const UnitKind& fmu_kind() {
  static const UnitKind kind{
      .key = {"fmu", "path", "",
              "the unit is an FMU of FMI 2.0 or 3.0; the path starts at the scenario's folder"},
      .own_keys = kFmuKeys,
      .own_settings = kFmuSettings,
      .owners = "FMUs",
      .only_id = "only-fmus",
      .features = kFmuFeatures,
      .features_text = "The last five are features of FMI and for FMUs only.",
      .tables = kFmuTables,
      .foreign = true,
      .read = &read_fmu,
      .read_settings = &read_fmu_settings,
      .builder = &fmu_builder,
      .add_ports = &add_ports_of_fmu,
      .describe = &describe_fmu,
      .write = &write_fmu,
  };
  return kind;
}

}  // namespace accordo
