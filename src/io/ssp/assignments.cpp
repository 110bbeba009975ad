#include "io/ssp/assignments.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "archive/entry_name.hpp"
#include "base/names.hpp"
#include "unit/fmi/description/quantities.hpp"

namespace accordo::ssp {
namespace {

constexpr int kLongestWay = 1000;  // through connectors of systems; a longer one is a circle

const Variables* variables_of(const Element& element) {
  return element.component ? element.component->variables.get() : nullptr;
}

/// The names that a binding on this element may use, for suggestions.
void collect_names(const Element& element, const std::string& prefix, std::vector<std::string>& names) {
  constexpr std::size_t most = 10'000;
  if (names.size() > most) return;
  if (const Variables* variables = variables_of(element); variables != nullptr) {
    for (const std::string& name : variables->names()) names.push_back(prefix + name);
    return;
  }
  for (const Connector& connector : element.connectors) names.push_back(prefix + connector.name.text);
  for (const Element& child : element.elements) collect_names(child, prefix + child.name.text + ".", names);
}

/// An item's name as its number; its name may have blanks, which would separate values.
bool number_item(const std::vector<fmi::EnumerationItem>* items, std::string& text) {
  const std::optional<std::int64_t> number = item_number(items, text);
  if (number) text = std::to_string(*number);
  return number.has_value();
}

}  // namespace

Assignments::Assignments(const Element& system, Network& network, xml::Findings& found)
    : network_(network), found_(found) {
  apply_all(system);
}

const std::vector<Definition>& Assignments::of(const Element& component) const {
  static const std::vector<Definition> none;
  const auto found = values_.find(&component);
  return found == values_.end() ? none : found->second;
}

void Assignments::apply_all(const Element& element) {
  for (const Element& child : element.elements) apply_all(child);
  for (const Binding& binding : element.bindings) apply(element, binding);
}

void Assignments::apply(const Element& element, const Binding& binding) {
  if (!binding.mapping) {
    for (Parameter parameter : binding.values) {
      parameter.name.text = binding.prefix + parameter.name.text;
      apply_value(element, *binding.definitions, parameter, nullptr);
    }
    return;
  }
  for (const MappingEntry& entry : *binding.mapping) {
    const auto found = std::find_if(binding.values.begin(), binding.values.end(), [&](const Parameter& p) {
      return binding.prefix + p.name.text == entry.source.text;
    });
    if (found == binding.values.end()) {
      std::vector<std::string> names;
      for (const Parameter& p : binding.values) names.push_back(binding.prefix + p.name.text);
      found_.warn("ssp-unused-parameter", entry.source.place,
                  fmt::format("the parameter set has no {}", archive::printable(entry.source.text)),
                  did_you_mean(entry.source.text, names));
      continue;
    }
    Parameter mapped = *found;
    mapped.name = {entry.target.text, found->name.place};
    if (!entry.convert_units) mapped.unit.clear();
    apply_value(element, *binding.definitions, mapped, &entry.transformation);
  }
}

void Assignments::apply_value(const Element& element, const Definitions& definitions,
                              const Parameter& parameter, const Transformation* transformation) {
  Moving value;
  value.value.type = parameter.type;
  value.value.text = parameter.value;
  value.by = transformation;
  value.from = &definitions;
  value.enumeration = parameter.enumeration;
  value.place = parameter.name.place;
  const fmi::Unit* definition = nullptr;
  for (const Definitions* known : {&definitions, element.definitions.get()}) {
    const auto found = known->units.find(parameter.unit);
    if (definition == nullptr && found != known->units.end()) definition = &found->second;
  }
  value.unit = fmi::quantity(parameter.unit, definition, false);
  const std::string& name = parameter.name.text;
  if (assign(element, name, value)) return;
  std::vector<std::string> names;
  collect_names(element, "", names);
  found_.warn("ssp-unused-parameter", parameter.name.place,
              fmt::format("{} has no variable {}: the value is not used",
                          archive::printable(element.name.text), archive::printable(name)),
              did_you_mean(name, names));
}

bool Assignments::assign(const Element& element, const std::string& name, const Moving& value) {
  if (element.component) return assign_to_component(element, name, value);
  bool found = false;
  if (const Connector* connector = network_.connector(element, name); connector != nullptr) {
    Moving moved = value;
    found = true;
    if (convert_to(Network::unit(element, *connector), moved) && transform_once(moved))
      forward({&element, name}, moved, 0);
  }
  // Names may have dots themselves, so that several elements may be meant; then all of them are.
  for (const Element& child : element.elements) {
    const std::string& start = child.name.text;
    if (name.size() > start.size() && name.starts_with(start) && name[start.size()] == '.')
      found = assign(child, name.substr(start.size() + 1), value) || found;
  }
  return found;
}

bool Assignments::assign_to_component(const Element& component, const std::string& name,
                                      const Moving& value) {
  const Variables* const variables = variables_of(component);
  const fmi::Variable* const variable = variables == nullptr ? nullptr : variables->find(name);
  if (variables != nullptr && variable == nullptr) return false;
  Moving moved = value;
  if (const Connector* connector = network_.connector(component, name); connector != nullptr) {
    if (!convert_to(Network::unit(component, *connector), moved)) return true;
  }
  if (!transform_once(moved)) return true;
  set(component, name, variable, moved);
  return true;
}

void Assignments::set(const Element& component, const std::string& name, const fmi::Variable* variable,
                      const Moving& value) {
  std::string text = value.value.text;
  if (value.value.type == "Enumeration") {
    const bool known = variable != nullptr && variable->type == fmi::Type::enumeration &&
                       number_item(variables_of(component)->items(*variable), text);
    if (!known && !number_item(find_items(value.from, value.enumeration), text))
      number_item(find_items(component.definitions.get(), value.enumeration), text);
  }
  std::vector<Definition>& list = values_[&component];
  const auto found =
      std::find_if(list.begin(), list.end(), [&](const Definition& d) { return d.name.text == name; });
  const Definition definition{{name, value.place}, {text, value.place}};
  if (found == list.end()) {
    list.push_back(definition);
  } else {
    *found = definition;
  }
}

void Assignments::forward(const Point& point, const Moving& value, int depth) {
  if (depth > kLongestWay) return;  // the connections' own check reports it
  for (const Link* link : network_.out_of(point)) {
    Moving moved = value;
    moved.unit = {};
    if (!transform(link->units, moved.value) || !transform(link->transformation, moved.value)) {
      found_.error("ssp-bad-value", value.place,
                   fmt::format("'{}' cannot be transformed on its way to {} (line {})", value.value.text,
                               archive::printable(link->target.name), link->place.line));
    } else if (const Element& element = *link->target.element; element.component) {
      const Variables* const variables = variables_of(element);
      set(element, link->target.name, variables == nullptr ? nullptr : variables->find(link->target.name),
          moved);
    } else {
      forward(link->target, moved, depth + 1);
    }
  }
}

bool Assignments::convert_to(const Quantity& unit, Moving& value) {
  Affine conversion;
  const Convertible result = convert(value.unit, unit, conversion);
  if (result == Convertible::no) {
    found_.error("ssp-units", value.place,
                 fmt::format("a value in {} cannot become one in {}: the units are of different quantities",
                             archive::printable(value.unit.unit), archive::printable(unit.unit)));
    return false;
  }
  if (result == Convertible::unknown) {
    found_.warn("ssp-unknown-unit", value.place,
                fmt::format("{} and {} are not both defined: the value is taken as it is",
                            archive::printable(value.unit.unit), archive::printable(unit.unit)));
  }
  if (transform(conversion, value.value)) return true;
  found_.error("ssp-bad-value", value.place, fmt::format("'{}' is not a number", value.value.text));
  return false;
}

bool Assignments::transform_once(Moving& value) {
  if (value.by == nullptr || transform(*value.by, value.value)) return true;
  found_.error("ssp-bad-value", value.place,
               fmt::format("'{}' cannot be transformed (line {})", value.value.text, value.by->place.line));
  return false;
}

}  // namespace accordo::ssp
