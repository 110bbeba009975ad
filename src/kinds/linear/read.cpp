// `linear:`

#include "io/definitions.hpp"
#include "io/family_reader.hpp"
#include "kinds/linear/keys.hpp"
#include "kinds/linear/kind.hpp"
#include "kinds/linear/matrix_reader.hpp"
#include "kinds/native.hpp"
#include "unit/ode/specs.hpp"

namespace accordo {
namespace {

ReadBody read_linear_body(Reading& reading, const YamlNode& node) {
  const std::size_t before = reading.problems.list().size();
  const Fields fields(reading, node, "linear", kLinearKeys);
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

}  // namespace

bool read_linear(const UnitText& text, UnitSpec& unit) {
  const YamlNode& node = *text.fields["linear"];
  if (mentions(node, text.indices)) return take_body(text, read_linear_body(text.reading, node), unit);
  auto found = text.bodies.find({&node, "linear"});
  if (found == text.bodies.end())
    found = text.bodies.emplace(std::pair(&node, "linear"), read_linear_body(text.reading, node)).first;
  return take_body(text, found->second, unit);
}

}  // namespace accordo
