#include "io/scenario/experiment_reader.hpp"

#include <fmt/format.h>

#include <cmath>

#include "io/instants.hpp"
#include "io/number.hpp"
#include "io/scenario/keys.hpp"

namespace accordo {
namespace {

/// A list stands for its items with commas between them, as on the command line.
std::optional<Text> read_option(Reading& reading, const YamlNode& key, const YamlNode& node) {
  const std::string what = fmt::format("the option '{}'", key.text);
  if (!node.is_sequence()) return read_text(reading, node, what);
  Text joined{"", reading.place(node)};
  for (const YamlNode* item : node.items) {
    const std::optional<Text> text = read_text(reading, *item, what);
    if (!text) return std::nullopt;
    joined.text += (joined.text.empty() ? "" : ",") + text->text;
  }
  return joined;
}

void read_options(Reading& reading, const YamlNode& node, ExperimentSpec& experiment) {
  if (!node.is_mapping()) return reading.wrong_kind(node, "options", "a mapping", "write {name: value}");
  for (const auto& [key, value] : node.entries) {
    if (const std::optional<Text> text = read_option(reading, *key, *value); text) {
      experiment.options.push_back({{key->text, reading.place(*key)}, *text});
    }
  }
}

/// A list, or the name of a file that has one.
void read_output_points(Reading& reading, const YamlNode& node, ExperimentSpec& experiment) {
  experiment.output_points_place = reading.place(node);
  if (node.is_sequence()) {
    for (const YamlNode* item : node.items) {
      if (const std::optional<double> t = read_number(reading, *item, "an output point"))
        experiment.output_points.push_back(*t);
    }
    return;
  }
  if (const std::optional<Text> file = read_text(reading, node, "output_points"))
    experiment.output_points = read_instants(reading.folder / file->text, file->place, reading.problems);
}

std::optional<double> read_count(Reading& reading, const YamlNode& node, std::string_view what) {
  const std::optional<double> value = read_positive(reading, node, what);
  if (!value || *value == std::floor(*value)) return value;
  reading.problem("not-whole", node, fmt::format("{} must be a whole number, not {}", what, *value));
  return std::nullopt;
}

void check_knobs(Reading& reading, const Fields& fields) {
  if (fields["step"] != nullptr && fields["tolerance"] != nullptr) {
    const int first = fields.key("step")->line, second = fields.key("tolerance")->line;
    reading.problem("step-and-tolerance", *fields.key("tolerance"),
                    fmt::format("step (line {}) and tolerance (line {}) are both given", first, second),
                    "keep step for a fixed macro-step, or tolerance for an accuracy");
  }
  for (const char* other : {"step", "tolerance"}) {
    if (fields["accuracy"] == nullptr || fields[other] == nullptr) continue;
    reading.problem("accuracy-and-tolerance", *fields.key("accuracy"),
                    fmt::format("accuracy and {} are both given", other),
                    "keep accuracy for the error along the run: steps then follow from it");
  }
  if (fields["output_interval"] != nullptr && fields["output_points"] != nullptr)
    reading.problem("interval-and-points", *fields.key("output_points"),
                    "output_interval and output_points are both given", "keep one of them");
}

}  // namespace

ExperimentSpec read_experiment(Reading& reading, const YamlNode& node) {
  ExperimentSpec experiment;
  experiment.place = reading.place(node);
  const Fields fields(reading, node, "experiment", keys::experiment);
  if (!fields.sound()) return experiment;
  const auto number = [&](const char* key, auto read, std::optional<double>& value, SourceLocation* place) {
    const YamlNode* field = fields[key];
    if (field == nullptr) return;
    value = read(reading, *field, key);
    if (place != nullptr) *place = reading.place(*field);
  };
  const auto text = [&](const char* key, std::optional<Text>& value) {
    if (fields[key] != nullptr) value = read_text(reading, *fields[key], key);
  };
  number("start", read_number, experiment.start, &experiment.start_place);
  number("stop", read_number, experiment.stop, &experiment.stop_place);
  number("step", read_positive, experiment.step, &experiment.step_place);
  number("tolerance", read_positive, experiment.tolerance, &experiment.tolerance_place);
  number("accuracy", read_positive, experiment.accuracy, &experiment.accuracy_place);
  number("output_interval", read_positive, experiment.output_interval, nullptr);
  if (fields["output_points"] != nullptr) read_output_points(reading, *fields["output_points"], experiment);
  number("max_steps", read_count, experiment.max_steps, nullptr);
  number("max_seconds", read_positive, experiment.max_seconds, nullptr);
  if (fields["error_bars"] != nullptr)
    experiment.error_bars = read_flag(reading, *fields["error_bars"], "error_bars");
  if (fields["record_errors"] != nullptr)
    experiment.record_errors = read_flag(reading, *fields["record_errors"], "record_errors").value_or(false);
  text("method", experiment.method);
  text("solver", experiment.solver);
  text("estimate", experiment.estimate);
  if (fields["options"] != nullptr) read_options(reading, *fields["options"], experiment);
  check_knobs(reading, fields);
  return experiment;
}

}  // namespace accordo
