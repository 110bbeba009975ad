#include "io/ssp/network.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "archive/entry_name.hpp"
#include "base/names.hpp"
#include "unit/fmi/description/quantities.hpp"

namespace accordo::ssp {
namespace {

constexpr std::uint64_t kLargestArray = 100'000;

/// Data comes out of it: from outside into the system, or out of an element.
bool gives(ConnectorKind kind, bool inside) {
  using enum ConnectorKind;
  if (kind == unspecified) return true;
  if (inside) return kind == input || kind == parameter || kind == structural_parameter;
  return kind == output || kind == calculated_parameter || kind == constant || kind == local || kind == inout;
}

bool takes(ConnectorKind kind, bool inside) {
  using enum ConnectorKind;
  if (kind == unspecified) return true;
  if (inside) return kind == output || kind == calculated_parameter || kind == constant || kind == local;
  return kind == input || kind == parameter || kind == structural_parameter || kind == inout;
}

ConnectorKind kind_of(const fmi::Variable& variable) {
  switch (variable.causality) {
    case fmi::Causality::input:
      return ConnectorKind::input;
    case fmi::Causality::output:
      return ConnectorKind::output;
    case fmi::Causality::parameter:
      return ConnectorKind::parameter;
    case fmi::Causality::calculated_parameter:
      return ConnectorKind::calculated_parameter;
    case fmi::Causality::structural_parameter:
      return ConnectorKind::structural_parameter;
    default:
      return ConnectorKind::local;
  }
}

}  // namespace

Network::Network(const Element& system, xml::Findings& found) : found_(found) {
  add_system(system);
}

void Network::add_system(const Element& system) {
  for (const Element& element : system.elements) {
    if (!element.component) add_system(element);
  }
  for (const Connection& connection : system.connections) add(system, connection);
}

const Link* Network::into(const Point& point) const {
  const auto found = into_.find(point);
  return found == into_.end() ? nullptr : &links_[found->second];
}

std::vector<const Link*> Network::out_of(const Point& point) const {
  std::vector<const Link*> list;
  const auto [begin, end] = out_of_.equal_range(point);
  for (auto i = begin; i != end; ++i) list.push_back(&links_[i->second]);
  return list;
}

const Connector* Network::connector(const Element& element, const std::string& name) {
  auto& known = connectors_[&element];
  if (known.empty()) {
    for (const Connector& c : element.connectors) known.emplace(c.name.text, &c);
  }
  if (const auto found = known.find(name); found != known.end()) return found->second;
  const auto* variables = element.component ? element.component->variables.get() : nullptr;
  const fmi::Variable* const variable = variables == nullptr ? nullptr : variables->find(name);
  if (variable == nullptr) return nullptr;
  undeclared_.push_back({.name = {name, element.name.place}, .kind = kind_of(*variable)});
  return known.emplace(name, &undeclared_.back()).first->second;
}

const Connector* Network::connector(const Point& point) {
  if (const Connector* whole = connector(*point.element, point.name); whole != nullptr) return whole;
  return connector(*point.element, point.name.substr(0, point.name.rfind('[')));
}

const Element* Network::element(const Element& system, const std::string& name) {
  auto& known = elements_[&system];
  if (known.empty()) {
    for (const Element& e : system.elements) known.emplace(e.name.text, &e);
  }
  const auto found = known.find(name);
  return found == known.end() ? nullptr : found->second;
}

Quantity Network::unit(const Element& element, const Connector& connector) {
  const auto* variables = element.component ? element.component->variables.get() : nullptr;
  const fmi::Variable* const variable = variables == nullptr ? nullptr : variables->find(connector.name.text);
  std::string name = connector.unit;
  if (name.empty() && variable != nullptr) name = variable->unit;
  const fmi::Unit* definition = nullptr;
  if (variables != nullptr && connector.unit.empty()) definition = variables->unit(name);
  const auto& units = element.definitions->units;
  if (const auto found = units.find(name); definition == nullptr && found != units.end())
    definition = &found->second;
  if (definition == nullptr && variables != nullptr) definition = variables->unit(name);
  return fmi::quantity(name, definition, variable != nullptr && variable->relative_quantity);
}

Network::End Network::find(const Element& system, const ConnectionEnd& end) {
  const auto fail = [&](const char* id, const std::string& what, const std::vector<std::string>& names) {
    found_.error(id, end.connector.place, what, did_you_mean(names.empty() ? "" : end.connector.text, names));
    return End{};
  };
  const Element* element = &system;
  if (!end.element.text.empty()) {
    element = this->element(system, end.element.text);
    if (element == nullptr) {
      std::vector<std::string> names;
      for (const Element& e : system.elements) names.push_back(e.name.text);
      found_.error("ssp-unknown-element-name", end.element.place,
                   fmt::format("there is no element {} in {}", archive::printable(end.element.text),
                               archive::printable(system.name.text)),
                   did_you_mean(end.element.text, names));
      return {};
    }
  }
  const Connector* const found = connector(*element, end.connector.text);
  const bool known = element->component && element->component->variables;
  if (found != nullptr && known && element->component->variables->find(end.connector.text) == nullptr) {
    return fail("ssp-unknown-connector",
                fmt::format("the FMU of {} has no variable {}", archive::printable(element->name.text),
                            archive::printable(end.connector.text)),
                element->component->variables->names());
  }
  if (found != nullptr) return {element, found, element == &system};
  if (element->component && !known) return {};  // why the component is not known has been said
  std::vector<std::string> names;
  for (const Connector& c : element->connectors) names.push_back(c.name.text);
  if (known) names = element->component->variables->names();
  return fail("ssp-unknown-connector",
              fmt::format("{} has no connector {}", archive::printable(element->name.text),
                          archive::printable(end.connector.text)),
              names);
}

void Network::add(const Element& system, const Connection& connection) {
  const End start = find(system, connection.start), end = find(system, connection.end);
  if (start.element == nullptr || end.element == nullptr) return;
  const ConnectorKind a = start.connector->kind, b = end.connector->kind;
  if (gives(a, start.inside) && takes(b, end.inside)) {
    add_links(start, end, connection);
  } else if (gives(b, end.inside) && takes(a, start.inside)) {
    add_links(end, start, connection);
  } else {
    const auto owner = [](const End& e) { return e.inside ? "the system" : "an element"; };
    found_.error("ssp-bad-connection", connection.place,
                 fmt::format("{} ({} of {}) cannot be connected to {} ({} of {})",
                             archive::printable(start.connector->name.text), name_of(a), owner(start),
                             archive::printable(end.connector->name.text), name_of(b), owner(end)),
                 "data must come from one of them and go into the other");
  }
}

void Network::add_links(const End& source, const End& target, const Connection& connection) {
  const std::vector<std::string> from = suffixes(source), to = suffixes(target);
  if (from.empty() || from.size() != to.size()) {
    found_.error("ssp-bad-connection", connection.place,
                 fmt::format("{} and {} are arrays of different or unknown sizes",
                             archive::printable(source.connector->name.text),
                             archive::printable(target.connector->name.text)));
    return;
  }
  const Affine units = unit_conversion(source, target, connection);
  for (std::size_t i = 0; i < from.size(); ++i) {
    const Point a{source.element, source.connector->name.text + from[i]};
    const Point b{target.element, target.connector->name.text + to[i]};
    const auto [first, added] = into_.emplace(b, links_.size());
    if (!added) {
      found_.error(
          "ssp-two-sources", connection.place,
          fmt::format("{} of {} is connected twice (also in line {})", archive::printable(b.name),
                      archive::printable(target.element->name.text), links_[first->second].place.line));
      return;
    }
    out_of_.emplace(a, links_.size());
    links_.push_back({a, b, units, connection.transformation, connection.place});
  }
}

Affine Network::unit_conversion(const End& source, const End& target, const Connection& connection) {
  Affine conversion;
  if (!connection.convert_units) return conversion;
  const Quantity from = unit(*source.element, *source.connector),
                 to = unit(*target.element, *target.connector);
  const Convertible result = convert(from, to, conversion);
  if (result == Convertible::no) {
    found_.error(
        "ssp-units", connection.place,
        fmt::format("{} in {} cannot become {} in {}: the units are of different quantities",
                    archive::printable(source.connector->name.text), archive::printable(from.unit),
                    archive::printable(target.connector->name.text), archive::printable(to.unit)),
        "repair the connection or the units; suppressUnitConversion=\"true\" passes values as they are");
  } else if (result == Convertible::unknown) {
    found_.warn("ssp-unknown-unit", connection.place,
                fmt::format("{} and {} are not both defined: values are passed as they are",
                            archive::printable(from.unit), archive::printable(to.unit)));
  }
  return conversion;
}

std::vector<std::string> Network::suffixes(const End& end) const {
  if (end.connector->size.empty()) {
    const bool known = end.element->component && end.element->component->variables;
    if (known) return end.element->component->variables->suffixes(end.connector->name.text);
    return {""};
  }
  std::uint64_t count = 1;
  for (const auto& size : end.connector->size) {
    if (!size || *size > kLargestArray || (count *= *size) > kLargestArray) return {};
  }
  // Row by row, the last index fastest, as FMI counts them.
  std::vector<std::string> list(static_cast<std::size_t>(count));
  for (std::uint64_t k = 0; k < count; ++k) {
    std::string text;
    std::uint64_t rest = k;
    const auto& sizes = end.connector->size;
    for (std::size_t d = sizes.size(); d-- > 0;) {  // not std::views::reverse: clang 14 cannot read it
      const auto& size = sizes[d];
      text = fmt::format("{}{}{}", rest % *size + 1, text.empty() ? "" : ",", text);
      rest /= *size;
    }
    list[static_cast<std::size_t>(k)] = "[" + text + "]";
  }
  return list;
}

}  // namespace accordo::ssp
