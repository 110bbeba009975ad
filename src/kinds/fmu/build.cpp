// From what the scenario says of an FMU to a unit that can be made.

#include "kinds/fmu/fmu_body.hpp"
#include "kinds/fmu/kind.hpp"
#include "unit/fmi/fmu_builder.hpp"

namespace accordo {
namespace {

/// The variables of a unit that are to be recorded by their exact names.
std::vector<std::string> recorded(const std::string& unit, std::span<const Text> patterns) {
  std::vector<std::string> names;
  for (const Text& pattern : patterns) {
    const std::string& text = pattern.text;
    if (text.find('*') == std::string::npos && text.starts_with(unit) && text.size() > unit.size() + 1 &&
        text[unit.size()] == '.')
      names.push_back(text.substr(unit.size() + 1));
  }
  return names;
}

fmi::FmuSpec fmu_spec(const UnitSpec& unit, const FmuBody& body) {
  fmi::FmuSpec spec;
  spec.name = unit.name;
  spec.file = body.file;
  spec.place = body.place;
  if (body.kind != FmuBody::Kind::best) {
    spec.kind =
        body.kind == FmuBody::Kind::co_simulation ? fmi::Kind::co_simulation : fmi::Kind::model_exchange;
  }
  spec.parameters = unit.parameters;
  spec.parameters.insert(spec.parameters.end(), body.inputs.begin(), body.inputs.end());
  const std::string prefix = unit.name.text + ".";
  for (const SeriesSpec& series : unit.series) {
    const std::string& name = series.input.text;
    spec.followed.push_back(name);
    if (name.starts_with(prefix)) spec.followed.push_back(name.substr(prefix.size()));
  }
  spec.capabilities = unit.capabilities;
  spec.substeps = body.substeps;
  spec.fixed_step = body.fixed_step;
  spec.integrator = unit.integrator;
  spec.integrator_place = unit.integrator_place;
  spec.integrator_tolerance = unit.integrator_tolerance;
  spec.micro_step = unit.micro_step;
  return spec;
}

}  // namespace

BuildUnit fmu_builder(const BuildContext& context) {
  const auto fmus = std::make_shared<fmi::FmuBuilder>();
  return [fmus, &context](const UnitSpec& unit, Problems& problems) {
    fmi::FmuSpec spec = fmu_spec(unit, *unit.as<FmuBody>());
    spec.tolerance = unit.integrator_tolerance.value_or(context.tolerance);
    spec.accuracy = context.accuracy;
    spec.start = context.start;
    spec.stop = context.stop;
    spec.step = context.step;
    spec.observed = recorded(unit.name.text, context.record);
    spec.trust = context.trust;
    spec.described = context.described;
    spec.facts = context.facts;
    return fmus->build(spec, problems);
  };
}

}  // namespace accordo
