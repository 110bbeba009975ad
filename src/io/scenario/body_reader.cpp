#include "io/scenario/body_reader.hpp"

#include <fmt/format.h>

#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "base/names.hpp"
#include "io/definitions.hpp"
#include "io/scenario/keys.hpp"
#include "io/scenario/matrix_reader.hpp"

namespace accordo {
namespace {

/// Each state has its derivative, and only states have one.
void check_derivatives(Reading& reading, const Section& states, const Section& der) {
  std::unordered_map<std::string_view, bool> has_derivative;
  for (const Definition& s : states.definitions) has_derivative.emplace(s.name.text, false);
  for (const Definition& d : der.definitions) {
    const auto state = has_derivative.find(d.name.text);
    if (state != has_derivative.end()) {
      state->second = true;
    } else if (states.sound) {
      std::vector<std::string> names;
      for (const Definition& s : states.definitions) names.push_back(s.name.text);
      reading.problems.add(
          "der-of-non-state", d.name.place,
          fmt::format("der gives the derivative of '{}', which is no state", d.name.text),
          names.empty() ? "add it to the states, with its initial value" : did_you_mean(d.name.text, names));
    }
  }
  if (!der.sound) return;
  for (const Definition& s : states.definitions) {
    if (has_derivative[s.name.text]) continue;
    reading.problems.add("missing-der", s.name.place,
                         fmt::format("the state '{}' has no derivative", s.name.text),
                         fmt::format("add '{}: …' to der", s.name.text));
  }
}

void check_outputs(Reading& reading, const std::vector<Definition>& outputs) {
  check_identifiers(reading, outputs, "an output");
  check_duplicates(reading, {{"an output", &outputs}});
}

void add_given(const Given& given, EquationsSpec& spec) {
  std::unordered_set<std::string_view> own;
  for (const auto* list : {&spec.parameters, &spec.states, &spec.inputs}) {
    for (const Definition& d : *list) own.insert(d.name.text);
  }
  std::vector<Definition> added = given.indices;
  for (const Definition& d : given.constants) {
    if (!own.contains(d.name.text)) added.push_back(d);
  }
  spec.parameters.insert(spec.parameters.end(), added.begin(), added.end());
}

void check_not_empty(Reading& reading, const YamlNode& node, bool empty) {
  if (!empty) return;
  reading.problem("empty-unit", node, "there is nothing in this unit", "give it states or outputs");
}

}  // namespace

Body<EquationsSpec> read_equations(Reading& reading, const YamlNode& node, const Given& given) {
  const std::size_t before = reading.problems.list().size();
  const Fields fields(reading, node, "equations", keys::equations);
  Section parameters = read_definitions(reading, fields["parameters"], "parameters");
  Section states = read_definitions(reading, fields["states"], "states");
  Section inputs = read_inputs(reading, fields["inputs"], "inputs");
  Section der = read_definitions(reading, fields["der"], "der");
  Section outputs = read_definitions(reading, fields["outputs"], "outputs");
  check_identifiers(reading, parameters.definitions, "a parameter");
  check_identifiers(reading, states.definitions, "a state");
  check_identifiers(reading, inputs.definitions, "an input");
  check_outputs(reading, outputs.definitions);
  check_duplicates(reading, {{"an index", &given.indices},
                             {"a parameter", &parameters.definitions},
                             {"a state", &states.definitions},
                             {"an input", &inputs.definitions}});
  if (fields.sound()) {
    check_derivatives(reading, states, der);
    check_not_empty(reading, node, node.entries.empty());
  }
  const bool sound = fields.sound() && states.sound && inputs.sound && der.sound && outputs.sound &&
                     parameters.sound && reading.problems.list().size() == before;
  if (!sound) return {};
  auto spec = std::make_shared<EquationsSpec>();
  spec->place = reading.place(node);
  spec->parameters = std::move(parameters.definitions);
  spec->states = std::move(states.definitions);
  spec->inputs = std::move(inputs.definitions);
  spec->der = std::move(der.definitions);
  spec->outputs = std::move(outputs.definitions);
  add_given(given, *spec);
  return {std::move(spec), std::move(inputs.series)};
}

Body<LinearSpec> read_linear(Reading& reading, const YamlNode& node) {
  const std::size_t before = reading.problems.list().size();
  const Fields fields(reading, node, "linear", keys::linear);
  Section states = read_definitions(reading, fields["states"], "states");
  Section inputs = read_inputs(reading, fields["inputs"], "inputs");
  Section outputs = read_names(reading, fields["outputs"], "outputs");
  check_identifiers(reading, states.definitions, "a state");
  check_identifiers(reading, inputs.definitions, "an input");
  check_outputs(reading, outputs.definitions);
  check_duplicates(reading, {{"a state", &states.definitions}, {"an input", &inputs.definitions}});
  if (!fields.sound() || !states.sound || !inputs.sound || !outputs.sound) return {};
  check_not_empty(reading, node, states.definitions.empty() && outputs.definitions.empty());

  const std::size_t n = states.definitions.size(), m = inputs.definitions.size(),
                    p = outputs.definitions.size();
  auto spec = std::make_shared<LinearSpec>();
  spec->place = reading.place(node);
  spec->A = read_matrix(reading, fields["A"], "A", {n, n, "states x states"});
  spec->B = read_matrix(reading, fields["B"], "B", {n, m, "states x inputs"});
  spec->C = read_matrix(reading, fields["C"], "C", {p, n, "outputs x states"});
  spec->D = read_matrix(reading, fields["D"], "D", {p, m, "outputs x inputs"});
  spec->f0 = read_vector(reading, fields["f0"], "f0", n, "states");
  spec->g0 = read_vector(reading, fields["g0"], "g0", p, "outputs");
  if (fields["f0"] != nullptr) spec->f0_place = reading.place(*fields["f0"]);
  if (fields["g0"] != nullptr) spec->g0_place = reading.place(*fields["g0"]);
  if (reading.problems.list().size() != before) return {};
  for (Section* section : {&states, &inputs}) {
    for (Definition& d : section->definitions) d.value.text = bound_value(reading, d.value.text, false);
  }
  spec->states = std::move(states.definitions);
  spec->inputs = std::move(inputs.definitions);
  for (Definition& output : outputs.definitions) spec->outputs.push_back(std::move(output.name));
  return {std::move(spec), std::move(inputs.series)};
}

}  // namespace accordo
