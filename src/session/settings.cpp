#include "session/settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/names.hpp"
#include "io/instants.hpp"
#include "io/number.hpp"
#include "io/series.hpp"
#include "io/text_file.hpp"
#include "kinds/fmu/fmu_body.hpp"
#include "unit/ode/specs.hpp"

namespace accordo {
namespace {

const SourceLocation kCommandLine{"command line", 0, 0};

Text on_command_line(std::string text) {
  return {std::move(text), kCommandLine};
}

/// Splits "name=value"; reports what is not.
std::optional<Definition> assignment(const std::string& text, const std::string& flag, Problems& problems) {
  const auto equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
    problems.add("bad-setting", kCommandLine,
                 fmt::format("{} {}: expected {}", flag, text,
                             flag == "--set" ? "unit.parameter=value" : "name=value"));
    return std::nullopt;
  }
  const SourceLocation place{flag + " " + text, 0, 0};  // which of several settings a problem is about
  return Definition{{text.substr(0, equals), place}, {text.substr(equals + 1), place}};
}

/// The units that a pattern with * stands for.
std::vector<UnitSpec*> matching_units(const std::string& pattern, Scenario& scenario) {
  std::vector<UnitSpec*> found;
  for (UnitSpec& unit : scenario.units) {
    if (matches(unit.name.text, pattern)) found.push_back(&unit);
  }
  return found;
}

/// The unit that a name such as unit.variable starts with; null after reporting that there is none.
UnitSpec* find_unit(const std::string& name, const std::string& context, Scenario& scenario,
                    Problems& problems) {
  const std::string unit_name = name.substr(0, name.find('.'));
  const auto unit = std::find_if(scenario.units.begin(), scenario.units.end(),
                                 [&](const UnitSpec& u) { return u.name.text == unit_name; });
  if (unit != scenario.units.end()) return &*unit;
  if (scenario.unparsed.has(unit_name)) return nullptr;  // what is wrong with it was said
  std::vector<std::string> names;
  for (const UnitSpec& u : scenario.units) names.push_back(u.name.text);
  problems.add("unknown-unit", kCommandLine, fmt::format("{}: there is no unit '{}'", context, unit_name),
               did_you_mean(unit_name, names));
  return nullptr;
}

/// How to write a setting that names a parameter without its unit: units of equations are looked through.
std::string whose_parameter(const std::string& text, const std::string& name, const Scenario& scenario) {
  for (const UnitSpec& unit : scenario.units) {
    const auto* equations = unit.as<EquationsSpec>();
    if (equations == nullptr) continue;
    for (const Definition& d : equations->parameters)
      if (d.name.text == name) return fmt::format("for instance --set {}.{}", unit.name.text, text);
  }
  return scenario.units.empty() ? ""
                                : fmt::format("for instance --set {}.{}", scenario.units[0].name.text, text);
}

void set_parameter(const std::string& text, Scenario& scenario, Problems& problems) {
  auto assigned = assignment(text, "--set", problems);
  if (!assigned) return;
  const std::string& name = assigned->name.text;
  const auto dot = name.find('.');
  if (dot == std::string::npos) {
    return problems.add("bad-setting", kCommandLine,
                        fmt::format("--set {}: expected unit.parameter=value", text),
                        whose_parameter(text, name, scenario));
  }
  std::vector<UnitSpec*> units = matching_units(name.substr(0, dot), scenario);
  if (units.empty()) units = {find_unit(name, "--set " + text, scenario, problems)};
  if (units.front() == nullptr) return;
  // Later settings win over earlier ones and over the file.
  const Definition parameter{{name.substr(dot + 1), assigned->name.place}, assigned->value};
  for (UnitSpec* unit : units) {
    std::erase_if(unit->parameters, [&](const Definition& d) { return d.name.text == parameter.name.text; });
    unit->parameters.push_back(parameter);
  }
}

/// "co-simulation", for all FMUs that have it, or "unit=co-simulation".
void set_kind(const std::string& text, Scenario& scenario, Problems& problems) {
  const auto equals = text.find('=');
  const std::string name = equals == std::string::npos ? text : text.substr(equals + 1);
  const bool steps = name == "co-simulation", exchanges = name == "model-exchange";
  if (!steps && !exchanges) {
    return problems.add("bad-setting", kCommandLine,
                        fmt::format("--kind {}: '{}' is not a kind of FMU", text, name),
                        did_you_mean(name, std::vector<std::string>{"co-simulation", "model-exchange"}));
  }
  std::vector<UnitSpec*> units =
      matching_units(equals == std::string::npos ? "*" : text.substr(0, equals), scenario);
  if (units.empty()) units = {find_unit(text.substr(0, equals), "--kind " + text, scenario, problems)};
  for (UnitSpec* unit : units) {
    if (unit == nullptr) return;
    if (unit->as<FmuBody>() == nullptr) {
      if (equals == std::string::npos) continue;
      problems.add("bad-setting", kCommandLine,
                   fmt::format("--kind {}: unit '{}' is not an FMU", text, unit->name.text));
      continue;
    }
    auto body = std::make_shared<FmuBody>(*unit->as<FmuBody>());
    body->kind = steps ? FmuBody::Kind::co_simulation : FmuBody::Kind::model_exchange;
    unit->body = std::move(body);
  }
}

void drive_inputs(const std::string& file, Scenario& scenario, Problems& problems) {
  const auto text = read_text_file(file, problems);
  if (!text) return;
  const auto table = parse_csv(*text, file, problems);
  if (!table) return;
  for (std::size_t i = 0; i < table->names.size(); ++i) {
    const std::string& name = table->names[i];
    if (i == table->time_column) continue;
    const auto dot = name.find('.');
    if (scenario.file.extension() == ".fmu" && !scenario.units.empty()) {  // a single FMU need not be named
      scenario.units.front().series.push_back({on_command_line(name), file, {name, {file, 1, 0}}});
      continue;
    }
    if (dot == std::string::npos) {
      problems.add("bad-setting", {file, 1, 0},
                   fmt::format("column '{}' is not of the form unit.input", name));
      continue;
    }
    UnitSpec* unit = find_unit(name, "--input " + file, scenario, problems);
    if (unit != nullptr)
      unit->series.push_back({on_command_line(name.substr(dot + 1)), file, {name, {file, 1, 0}}});
  }
}

void set_option(const std::string& text, Scenario& scenario, Problems& problems) {
  auto assigned = assignment(text, "--option", problems);
  if (!assigned) return;
  auto& options = scenario.experiment.options;
  std::erase_if(options, [&](const Definition& d) { return d.name.text == assigned->name.text; });
  options.push_back(std::move(*assigned));
}

void set_number(const std::optional<double>& value, const char* flag, bool positive,
                std::optional<double>& to, SourceLocation& place, Problems& problems) {
  if (!value) return;
  if (!std::isfinite(*value))
    return problems.add("not-finite", kCommandLine, fmt::format("{} must be a finite number", flag));
  if (positive && *value <= 0)
    return problems.add("not-positive", kCommandLine,
                        fmt::format("{} must be greater than 0, not {}", flag, *value));
  to = value;
  place = kCommandLine;
}

/// "0.1,0.25" is a list, anything else a file.
void set_output_points(const std::string& text, ExperimentSpec& e, Problems& problems) {
  const SourceLocation place{"--output-points " + text, 0, 0};
  std::vector<double> points;
  std::size_t numbers = 0, items = 0;
  for (std::size_t at = 0; at <= text.size(); ++items) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    if (const std::optional<double> t = parse_number(text.substr(at, end - at))) {
      points.push_back(*t);
      ++numbers;
    }
    at = end + 1;
  }
  if (numbers != items && numbers > 0)
    return problems.add("bad-setting", place, "not all of these are numbers",
                        "give instants with commas between them, or a file");
  e.output_points = numbers > 0 ? points : read_instants(text, place, problems);
  e.output_points_place = place;
}

void set_output(const Settings& s, ExperimentSpec& e, Problems& problems) {
  if (s.output_interval && s.output_points)
    return problems.add("interval-and-points", kCommandLine,
                        "--output-interval and --output-points exclude each other", "give one of them");
  SourceLocation unused;
  if (s.output_interval) e.output_points.clear();
  set_number(s.output_interval, "--output-interval", true, e.output_interval, unused, problems);
  if (!s.output_points) return;
  e.output_interval.reset();
  set_output_points(*s.output_points, e, problems);
}

void set_execution(const Settings& s, Scenario& scenario, Problems& problems) {
  ExecutionSpec& e = scenario.execution;
  e.isolate = e.isolate || s.isolate;
  e.mpi = e.mpi || s.mpi;
  std::optional<double> timeout;
  SourceLocation unused;
  set_number(s.unit_timeout, "--unit-timeout", true, timeout, unused, problems);
  if (timeout) e.unit_timeout = *timeout;
  if (!s.threads) return;
  constexpr int most = 1024;
  int count = 0;
  const char* end = s.threads->data() + s.threads->size();
  const auto [stop, error] = std::from_chars(s.threads->data(), end, count);
  const bool number = error == std::errc() && stop == end && count >= 1 && count <= most;
  if (*s.threads != "auto" && !number) {
    problems.add("bad-setting", kCommandLine,
                 fmt::format("--threads {}: expected a number from 1 on, or auto", *s.threads));
    return;
  }
  e.threads = number ? count : 0;
}

}  // namespace

void apply(const Settings& s, Scenario& scenario, Problems& problems) {
  ExperimentSpec& e = scenario.experiment;
  if (s.step && s.tolerance) {
    problems.add(
        "step-and-tolerance", kCommandLine, "--step and --tolerance exclude each other",
        "--step fixes the macro-step, --tolerance lets it follow from the accuracy wanted: give one");
  }
  if (s.accuracy && (s.step || s.tolerance)) {
    problems.add("accuracy-and-tolerance", kCommandLine,
                 fmt::format("--accuracy and {} exclude each other", s.step ? "--step" : "--tolerance"),
                 "--accuracy bounds the error along the run, and steps follow from it: give one");
  }
  if (s.step || s.tolerance) e.accuracy.reset();
  if (s.accuracy) e.step.reset(), e.tolerance.reset();
  set_number(s.accuracy, "--accuracy", true, e.accuracy, e.accuracy_place, problems);
  if (!e.stop && s.fallback_stop) e.stop = e.start.value_or(0) + *s.fallback_stop;
  if (s.step) e.tolerance.reset();
  if (s.tolerance) e.step.reset();
  set_number(s.start, "--start", false, e.start, e.start_place, problems);
  set_number(s.stop, "--stop", false, e.stop, e.stop_place, problems);
  set_number(s.step, "--step", true, e.step, e.step_place, problems);
  set_number(s.tolerance, "--tolerance", true, e.tolerance, e.tolerance_place, problems);
  if (e.accuracy && s.accurate_tolerance) e.tolerance = s.accurate_tolerance;
  set_output(s, e, problems);
  SourceLocation unused;
  set_number(s.max_steps, "--max-steps", true, e.max_steps, unused, problems);
  set_number(s.max_seconds, "--max-seconds", true, e.max_seconds, unused, problems);
  if (s.method) {
    // Options and solver in the file belong to the file's method.
    if (!e.method || e.method->text != *s.method) {
      e.options.clear();
      e.solver.reset();
    }
    e.method = on_command_line(*s.method);
  }
  if (s.solver) e.solver = on_command_line(*s.solver);
  if (s.petsc) e.petsc = *s.petsc;
  if (s.estimate) e.estimate = on_command_line(*s.estimate);
  if (s.error_bars) e.error_bars = s.error_bars;
  if (s.record_errors) e.record_errors = true;
  if (s.compared) e.record_errors = false;
  if (s.ignore_units) scenario.ignore_units = true;
  set_execution(s, scenario, problems);
  for (const std::string& text : s.options) set_option(text, scenario, problems);
  for (const std::string& text : s.set) set_parameter(text, scenario, problems);
  for (const std::string& text : s.kinds) set_kind(text, scenario, problems);
  if (s.input) drive_inputs(*s.input, scenario, problems);
  if (!s.record.empty()) {
    scenario.record.clear();
    for (const std::string& pattern : s.record) scenario.record.push_back(on_command_line(pattern));
  }
}

}  // namespace accordo
