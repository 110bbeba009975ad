#include "io/ssp/annotation_writer.hpp"

#include "base/json.hpp"
#include "kinds/fmu/fmu_body.hpp"

namespace accordo::ssp {
namespace {

void write_experiment(JsonWriter& json, const ExperimentSpec& e) {
  json.key("experiment").begin_object();
  if (e.method) json.member("method", e.method->text);
  if (e.step) json.member("step", *e.step);
  if (e.accuracy) {
    json.member("accuracy", *e.accuracy);
  } else if (e.tolerance) {
    json.member("tolerance", *e.tolerance);
  }
  if (e.solver) json.member("solver", e.solver->text);
  if (e.estimate) json.member("estimate", e.estimate->text);
  if (e.output_interval) json.member("output_interval", *e.output_interval);
  if (!e.output_points.empty()) {
    json.key("output_points").begin_array();
    for (const double t : e.output_points) json.value(t);
    json.end_array();
  }
  if (e.max_steps) json.member("max_steps", *e.max_steps);
  if (e.max_seconds) json.member("max_seconds", *e.max_seconds);
  if (e.error_bars) json.member("error_bars", *e.error_bars);
  if (e.record_errors) json.member("record_errors", true);
  if (!e.options.empty()) {
    json.key("options").begin_object();
    for (const Definition& option : e.options) json.member(option.name.text, option.value.text);
    json.end_object();
  }
  json.end_object();
}

bool has_settings(const UnitSpec& unit) {
  return !unit.series.empty() || !unit.capabilities.empty() || unit.integrator != "auto" ||
         unit.integrator_tolerance || unit.micro_step || unit.as<FmuBody>()->substeps ||
         unit.as<FmuBody>()->fixed_step || unit.isolate || unit.rank;
}

void write_unit(JsonWriter& json, const UnitSpec& unit) {
  json.key(unit.name.text).begin_object();
  if (unit.integrator != "auto") json.member("integrator", unit.integrator);
  if (unit.integrator_tolerance) json.member("integrator_tolerance", *unit.integrator_tolerance);
  if (unit.micro_step) json.member("micro_step", *unit.micro_step);
  const FmuBody& fmu = *unit.as<FmuBody>();
  if (fmu.substeps) json.member("substeps", *fmu.substeps);
  if (fmu.fixed_step) json.member("fixed_step", *fmu.fixed_step);
  if (unit.rank) json.member("rank", *unit.rank);
  if (unit.isolate) json.member("isolate", true);
  if (!unit.capabilities.empty()) {
    json.key("capabilities").begin_object();
    for (const auto& [name, value] : unit.capabilities) json.member(name.text, value);
    json.end_object();
  }
  if (!unit.series.empty()) {
    json.key("inputs").begin_object();
    for (const SeriesSpec& series : unit.series) {
      json.key(series.input.text).begin_object();
      json.member("file", series.file.string()).member("column", series.column.text).end_object();
    }
    json.end_object();
  }
  json.end_object();
}

}  // namespace

std::string write_settings(const Scenario& scenario) {
  JsonWriter json;
  json.begin_object();
  write_experiment(json, scenario.experiment);
  if (!scenario.finds_events) json.member("events", "none");
  if (!scenario.events.empty() && scenario.finds_events) {
    json.key("events").begin_array();
    for (const auto& [time, place] : scenario.events) json.value(time);
    json.end_array();
  }
  if (!scenario.record.empty()) {
    json.key("record").begin_array();
    for (const Text& pattern : scenario.record) json.value(pattern.text);
    json.end_array();
  }
  json.key("units").begin_object();
  for (const UnitSpec& unit : scenario.units) {
    if (has_settings(unit)) write_unit(json, unit);
  }
  json.end_object().end_object();
  return json.str();
}

}  // namespace accordo::ssp
