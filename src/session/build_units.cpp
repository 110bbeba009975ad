// From what the scenario says of its units to units that can be made.

#include <fmt/format.h>

#include <algorithm>

#include "model/quantity_rules.hpp"
#include "record/output_file.hpp"
#include "session/session.hpp"
#include "unit/fmi/binding/crash_watch.hpp"
#include "unit/fmi/fmu_builder.hpp"
#include "unit/ode/build.hpp"

namespace accordo {
namespace {

/// The variables of a unit that are to be recorded by their exact names.
std::vector<std::string> recorded(const std::string& unit, const std::vector<Text>& patterns) {
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
  UnitBuilder builder(tolerance);
  fmi::FmuBuilder fmus;
  for (const UnitSpec& unit : scenario_.units) {
    BuiltUnit built;
    if (const FmuBody* body = unit.fmu(); body != nullptr) {
      fmi::FmuSpec spec = fmu_spec(unit, *body);
      spec.tolerance = unit.integrator_tolerance.value_or(tolerance);
      spec.accuracy = e.tolerance;
      spec.start = start_;
      spec.stop = stop_;
      spec.step = e.step;
      spec.observed = recorded(unit.name.text, scenario_.record);
      spec.trust = fmus_ == Fmus::trusted;
      // Nothing need be run of what is believed and only looked at.
      spec.described = fmus_ == Fmus::described || (spec.trust && purpose_ == Purpose::look);
      spec.facts = purpose_ == Purpose::look;
      fmi::at_crash(&OutputFile::rescue_all);
      built = fmus.build(spec, problems);
      if (!built.make && built.info->ports.outputs.empty())
        scenario_.unread.add(unit.name.text);  // its ports are unknown
    } else if (const auto own = own_.find(unit.name.text); own != own_.end()) {
      built = own->second(unit, {.start = start_, .tolerance = tolerance}, problems);
    } else {
      built = builder.build(unit, problems);
    }
    sharing_.push_back(fmus.sharing_of(unit.name.text));
    facts_.push_back(fmus.facts_of(unit.name.text));
    claims_.push_back(fmus.claims_of(unit.name.text));
    units_.push_back(*built.info);
    if (!scenario_.unread.has(unit.name.text)) declare_quantities(unit, units_.back(), problems, warnings_);
    makers_.push_back(std::move(built.make));
  }
  warnings_.insert(warnings_.end(), fmus.warnings().begin(), fmus.warnings().end());
  separate_instances();
  if (!processes_) check_processes(problems);
}

}  // namespace accordo
