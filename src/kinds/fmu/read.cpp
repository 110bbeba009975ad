// The part of a unit that only FMUs have: `fmu:`, `kind:`, `substeps:`, `fixed_step:`, parameters of any
// type.

#include <fmt/format.h>

#include <cmath>

#include "base/names.hpp"
#include "io/definitions.hpp"
#include "kinds/fmu/fmu_body.hpp"
#include "kinds/fmu/keys.hpp"
#include "kinds/fmu/kind.hpp"

namespace accordo {
namespace {

/// `[1, 2]` and `[[1, 2], [3, 4]]` as the text of their values in this order.
bool append_values(Reading& reading, const YamlNode& node, std::string_view what, std::string& text) {
  if (node.is_scalar()) {
    if (!text.empty()) text += ' ';
    text += bound_value(reading, node.text, node.quoted);
    return true;
  }
  if (!node.is_sequence()) {
    reading.wrong_kind(node, what, "a value or a list of values");
    return false;
  }
  bool sound = true;
  for (const YamlNode* item : node.items) sound = append_values(reading, *item, what, text) && sound;
  return sound;
}

/// Values stay text until the FMU's description tells their types.
bool read_fmu_values(Reading& reading, const YamlNode* node, UnitSpec& unit) {
  if (node == nullptr) return true;
  if (!node->is_mapping() || node->fell_apart) {
    reading.wrong_kind(*node, "parameters", "a mapping", "write name: value");
    return false;
  }
  bool sound = true;
  for (const auto& [key, value] : node->entries) {
    const std::string what = fmt::format("'{}' in parameters", key->text);
    std::string text;
    if (value->is_null()) {
      reading.problem("missing-value", *key, fmt::format("{} has no value", what));
      sound = false;
    } else if (value->is_mapping() && !value->fell_apart) {
      std::optional<SeriesSpec> series = read_series_spec(reading, *key, *value);
      sound = sound && series;
      if (series) unit.series.push_back(std::move(*series));
    } else if (append_values(reading, *value, what, text)) {
      unit.parameters.push_back({{key->text, reading.place(*key)}, {text, reading.place(*value)}});
    } else {
      sound = false;
    }
  }
  return sound;
}

bool read_kind(Reading& reading, const YamlNode* node, FmuBody& body) {
  if (node == nullptr) return true;
  const std::optional<Text> name = read_text(reading, *node, "kind");
  if (!name) return false;
  if (name->text == "co-simulation") {
    body.kind = FmuBody::Kind::co_simulation;
  } else if (name->text == "model-exchange") {
    body.kind = FmuBody::Kind::model_exchange;
  } else {
    reading.problem("bad-kind", *node, fmt::format("there is no kind '{}'", name->text),
                    did_you_mean(name->text, names_of(kFmuKinds)));
    return false;
  }
  return true;
}

bool read_substeps(Reading& reading, const YamlNode* node, FmuBody& body) {
  if (node == nullptr) return true;
  constexpr double most = 1e6;
  const std::optional<double> count = read_positive(reading, *node, "substeps");
  if (!count) return false;
  if (*count != std::floor(*count) || *count > most) {
    reading.problem("bad-substeps", *node, fmt::format("substeps = {} is not a sensible count", *count),
                    "give a whole number of parts of a macro-step, from 1 on");
    return false;
  }
  body.substeps = static_cast<int>(*count);
  return true;
}

bool read_fixed_step(Reading& reading, const YamlNode* node, FmuBody& body) {
  if (node == nullptr) return true;
  body.fixed_step = read_positive(reading, *node, "fixed_step");
  return body.fixed_step.has_value();
}

}  // namespace

bool read_fmu(const UnitText& text, UnitSpec& unit) {
  Reading& reading = text.reading;
  const Fields& fields = text.fields;
  const YamlNode& node = *fields["fmu"];
  const std::optional<Text> file = read_filled_text(reading, node, "fmu");
  auto body = std::make_shared<FmuBody>();
  bool sound = file.has_value();
  if (file) {
    body->file = reading.folder / file->text;
    body->place = file->place;
  }
  sound = read_kind(reading, fields["kind"], *body) && sound;
  sound = read_substeps(reading, fields["substeps"], *body) && sound;
  sound = read_fixed_step(reading, fields["fixed_step"], *body) && sound;
  Section inputs = read_inputs(reading, fields["inputs"], "inputs");
  for (Definition& input : inputs.definitions) {
    if (input.value.text.empty()) continue;
    input.value.text = bound_value(reading, input.value.text, false);
    body->inputs.push_back(std::move(input));
  }
  unit.series = std::move(inputs.series);
  sound = read_fmu_values(reading, fields["parameters"], unit) && inputs.sound && sound;
  unit.body = std::move(body);
  return sound;
}

void read_fmu_settings(Reading& reading, const Fields& fields, UnitSpec& unit) {
  auto body = std::make_shared<FmuBody>(*unit.as<FmuBody>());
  read_substeps(reading, fields["substeps"], *body);
  read_fixed_step(reading, fields["fixed_step"], *body);
  for (SeriesSpec& series : read_series_specs(reading, fields["inputs"]))
    unit.series.push_back(std::move(series));
  unit.body = std::move(body);
}

}  // namespace accordo
