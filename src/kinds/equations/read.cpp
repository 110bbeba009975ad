// `equations:`

#include <fmt/format.h>

#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "base/names.hpp"
#include "io/definitions.hpp"
#include "io/family_reader.hpp"
#include "io/number.hpp"
#include "kinds/equations/keys.hpp"
#include "kinds/equations/kind.hpp"
#include "kinds/native.hpp"
#include "unit/ode/specs.hpp"

namespace accordo {
namespace {

/// What equations may use without defining it; it becomes a parameter.
struct Given {
  std::vector<Definition> indices;
  std::vector<Definition> constants;  ///< a name of the unit's own hides one
};

/// The names that equations may use without defining them, those of constants only where they are used.
Given given_names(const UnitText& text) {
  const auto definition = [&](const std::string& name, double value) {
    const SourceLocation place = text.reading.place(text.node);
    return Definition{{name, place}, {shortest(value), place}};
  };
  Given given;
  const Bindings& bound = text.reading.bindings;
  const std::size_t constants = bound.size() - text.indices.size();
  const std::vector<std::string> no_values{"quantities"};  // m is a meter there, not a constant
  for (std::size_t k = 0; k < bound.size(); ++k) {
    if (k >= constants) {
      given.indices.push_back(definition(bound.names[k], bound.values[k]));
    } else if (mentions(text.node, std::span(&bound.names[k], 1), no_values)) {
      given.constants.push_back(definition(bound.names[k], bound.values[k]));
    }
  }
  return given;
}

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
          fmt::format("der gives the derivative of '{}', which is not a state", d.name.text),
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

ReadBody read_equations_body(Reading& reading, const YamlNode& node, const Given& given) {
  const std::size_t before = reading.problems.list().size();
  const Fields fields(reading, node, "equations", kEquationsKeys);
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

}  // namespace

bool read_equations(const UnitText& text, UnitSpec& unit) {
  const YamlNode& node = *text.fields["equations"];
  const Given names = given_names(text);
  std::string key = "equations ";
  for (const auto* list : {&names.indices, &names.constants}) {
    for (const Definition& d : *list) key += d.name.text + ' ';
  }
  auto found = text.bodies.find({&node, key});
  if (found == text.bodies.end())
    found = text.bodies.emplace(std::pair(&node, key), read_equations_body(text.reading, node, names)).first;
  return take_body(text, found->second, unit);
}

}  // namespace accordo
