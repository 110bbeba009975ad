#include "io/scenario/scenario_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/names.hpp"
#include "expr/expr.hpp"
#include "io/definitions.hpp"
#include "io/expansion.hpp"
#include "io/reading.hpp"
#include "io/scenario/connection_reader.hpp"
#include "io/scenario/experiment_reader.hpp"
#include "io/scenario/keys.hpp"
#include "io/scenario/unit_reader.hpp"
#include "io/text_file.hpp"
#include "io/yaml_tree.hpp"

namespace accordo {
namespace {

void read_constants(Reading& reading, const YamlNode* node) {
  const Section section = read_definitions(reading, node, "constants");
  check_identifiers(reading, section.definitions, "a constant");
  for (const Definition& d : section.definitions) {
    if (expr::is_reserved(d.name.text)) {
      reading.problems.add("reserved-name", d.name.place,
                           fmt::format("'{}' has a meaning of its own in expressions", d.name.text),
                           "choose another name");
      continue;
    }
    double value = 0;
    if (!d.value.text.empty()) {  // else reported
      expr::Graph graph;
      const expr::SymbolTable symbols(reading.bindings.names);
      const auto parsed = expr::parse(graph, d.value.text, d.value.place, symbols, reading.problems);
      if (parsed) value = expr::evaluate_once(graph, *parsed, 0, reading.bindings.values);
      if (parsed && (!std::isfinite(value) || expr::dependence(graph, *parsed).time))
        reading.problems.add(
            "not-finite", d.value.place,
            fmt::format("the constant '{}' is not a finite number: {}", d.name.text, d.value.text));
    }
    reading.bindings.add(d.name.text, value);
  }
}

void read_units(Reading& reading, const Fields& fields, const YamlNode& root, Scenario& scenario) {
  const YamlNode* units = fields["units"];
  if (units == nullptr || !units->is_mapping() || units->fell_apart) scenario.unparsed.structure = true;
  if (units == nullptr) {
    const YamlNode* key = fields.key("units");
    reading.problem("no-units", key != nullptr ? *key : root, "the scenario has no units",
                    "add units: {name: {equations: …}}");
    return;
  }
  if (!units->is_mapping()) {
    return reading.wrong_kind(*units, "units", "a mapping", "write name: {equations: …}");
  }
  if (units->entries.empty() && !units->fell_apart) {
    reading.problem("no-units", *units, "the scenario has no units", "add name: {equations: …}");
  }
  UnitReader reader(reading);
  scenario.units.reserve(units->entries.size());
  for (const auto& [name, node] : units->entries) {
    reader.read(*name, *node, scenario);
  }
}

void read_connections(Reading& reading, const YamlNode* node, Scenario& scenario) {
  if (node == nullptr) return;
  if (!node->is_sequence())
    return reading.wrong_kind(*node, "connections", "a list", "write - unit.output -> unit.input");
  scenario.connections.reserve(node->items.size());
  for (const YamlNode* item : node->items) read_connection(reading, *item, scenario.connections);
}

void read_events(Reading& reading, const YamlNode* node, Scenario& scenario) {
  if (node == nullptr) return;
  if (node->is_scalar() && node->text == "none") {
    scenario.events.clear();
    scenario.finds_events = false;
    return;
  }
  if (!node->is_sequence())
    return reading.wrong_kind(*node, "events", "a list of times or none", "write [1.5]");
  for (const YamlNode* item : node->items) {
    const std::optional<double> time = read_number(reading, *item, "an event");
    if (time) scenario.events.emplace_back(*time, reading.place(*item));
  }
}

/// `cell[i].x for i = 0..9`
void read_pattern(Reading& reading, const Text& pattern, std::vector<Text>& to) {
  const LoopedText looped = split_loops(pattern.text);
  RepeatedNames repeated{{{std::string(looped.text), pattern.place}}, std::nullopt};
  if (looped.loops) repeated.loops = Text{std::string(*looped.loops), pattern.place};
  expand_names(reading, repeated, [&](std::vector<std::string> names) {
    to.push_back({std::move(names[0]), pattern.place});
  });
}

void read_record(Reading& reading, const YamlNode* node, Scenario& scenario) {
  if (node == nullptr) return;
  const auto add = [&](const YamlNode& item) {
    if (const std::optional<Text> pattern = read_text(reading, item, "a recorded signal"); pattern)
      read_pattern(reading, *pattern, scenario.record);
  };
  if (!node->is_sequence()) return add(*node);
  for (const YamlNode* item : node->items) add(*item);
}

void read_unit_settings(Reading& reading, const YamlNode* node, Scenario& scenario) {
  if (node == nullptr) return;
  if (!node->is_mapping()) return reading.wrong_kind(*node, "units", "a mapping", "write name: {…}");
  UnitReader reader(reading);
  std::vector<std::string> names;
  for (const UnitSpec& unit : scenario.units) names.push_back(unit.name.text);
  for (const auto& [name, value] : node->entries) {
    const auto found = std::find(names.begin(), names.end(), name->text);
    if (found != names.end()) {
      reader.read_settings(*value, scenario.units[static_cast<std::size_t>(found - names.begin())]);
    } else if (!scenario.unparsed.has(name->text)) {
      reading.problem("unknown-unit", *name, fmt::format("there is no unit '{}'", name->text),
                      did_you_mean(name->text, names));
    }
  }
}

/// What the settings do not say stays as it was.
void merge(ExperimentSpec settings, ExperimentSpec& experiment) {
  if (!settings.start) {
    settings.start = experiment.start;
    settings.start_place = experiment.start_place;
  }
  if (!settings.stop) {
    settings.stop = experiment.stop;
    settings.stop_place = experiment.stop_place;
    settings.place = experiment.place;
  }
  experiment = std::move(settings);
}

}  // namespace

std::optional<Scenario> read_scenario(const std::filesystem::path& path, Problems& problems) {
  const std::optional<std::string> text = read_text_file(path, problems);
  if (!text) return std::nullopt;
  return read_scenario_text(*text, path, problems);
}

std::optional<Scenario> read_scenario_text(const std::string& text, const std::filesystem::path& path,
                                           Problems& problems, const ReadLimits& limits) {
  Reading reading{path.string(), path.parent_path(), problems};
  reading.budget = {limits.repetitions, limits.repetitions};
  std::size_t seen = problems.list().size();
  const auto reported = [&] {  // anything since the call before
    return std::exchange(seen, problems.list().size()) < problems.list().size();
  };
  const std::optional<YamlTree> tree = parse_yaml(text, reading.file, problems);
  if (!tree) return std::nullopt;
  const YamlNode& root = *tree->root;
  Scenario scenario;
  scenario.unparsed.structure = reported();
  const Fields fields(reading, root, "the scenario", keys::scenario);
  if (!fields.sound()) return std::nullopt;
  scenario.unparsed.connections = reported();  // an unknown key may have meant them
  scenario.name = path.stem().string();
  scenario.file = path;
  read_constants(reading, fields["constants"]);
  if (reported()) scenario.unparsed.structure = true;
  read_units(reading, fields, root, scenario);
  reported();
  read_connections(reading, fields["connections"], scenario);
  if (reported()) scenario.unparsed.connections = true;
  read_events(reading, fields["events"], scenario);
  read_record(reading, fields["record"], scenario);
  if (const YamlNode* node = fields["ignore_units"]; node != nullptr)
    scenario.ignore_units = read_flag(reading, *node, "ignore_units").value_or(false);
  if (const YamlNode* node = fields["experiment"]; node != nullptr) {
    scenario.experiment = read_experiment(reading, *node);
  } else {
    const YamlNode* key = fields.key("experiment");
    scenario.experiment.place = reading.place(key != nullptr ? *key : root);
  }
  return scenario;
}

void read_settings_text(const SettingsText& settings, Scenario& scenario, Problems& problems) {
  Reading reading{settings.file, settings.folder, problems};
  // Lines before it are empty, so that the lines in messages are those of the file.
  const std::string text =
      std::string(static_cast<std::size_t>(std::max(settings.line - 1, 0)), '\n') + settings.text;
  const std::optional<YamlTree> tree = parse_yaml(text, reading.file, problems);
  if (!tree || tree->root->is_null()) return;
  const Fields fields(reading, *tree->root, "the settings", keys::scenario);
  if (!fields.sound()) return;
  for (const char* structural : {"constants", "connections"}) {
    if (const YamlNode* key = fields.key(structural); key != nullptr)
      reading.problem("unknown-key", *key,
                      fmt::format("{} stand elsewhere, not in the settings", structural));
  }
  if (const YamlNode* key = fields.key("ignore_units"); key != nullptr)
    reading.problem("unknown-key", *key, "ignore_units is for scenarios in YAML",
                    "in a system structure, suppressUnitConversion=\"true\" passes values as they are");
  read_unit_settings(reading, fields["units"], scenario);
  read_events(reading, fields["events"], scenario);
  read_record(reading, fields["record"], scenario);
  if (fields["experiment"] != nullptr)
    merge(read_experiment(reading, *fields["experiment"]), scenario.experiment);
}

}  // namespace accordo
