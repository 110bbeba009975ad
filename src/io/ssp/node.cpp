#include "io/ssp/node.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "archive/entry_name.hpp"
#include "xml/text_values.hpp"

namespace accordo::ssp {
namespace {

constexpr std::string_view kNamespaces = "http://ssp-standard.org/SSP1/";

std::string_view prefix_of(std::string_view name) {
  const std::size_t colon = name.find(':');
  return colon == std::string_view::npos ? std::string_view() : name.substr(0, colon);
}

/// What cannot matter to a simulation: drawings, notes, what other tools annotate.
bool is_harmless(std::string_view element) {
  constexpr std::array<std::string_view, 8> names{
      "Annotations",    "MetaData",          "Signature",          "ElementGeometry",
      "SystemGeometry", "ConnectorGeometry", "ConnectionGeometry", "GraphicalElements"};
  return std::find(names.begin(), names.end(), element) != names.end();
}

bool is_in(std::string_view word, std::initializer_list<std::string_view> list) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

}  // namespace

std::string_view Node::name() const {
  const std::string_view name = node_.name();
  const std::size_t colon = name.find(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

bool Node::is_foreign() const {
  const std::string_view prefix = prefix_of(node_.name());
  const std::string attribute = prefix.empty() ? "xmlns" : fmt::format("xmlns:{}", prefix);
  for (pugi::xml_node node = node_; !node.empty(); node = node.parent()) {
    const pugi::xml_attribute declared = node.attribute(attribute.c_str());
    if (!declared.empty()) return !std::string_view(declared.value()).starts_with(kNamespaces);
  }
  return false;  // declared nowhere: the names tell what is meant
}

std::optional<double> Node::annotated(std::string_view element, const char* attribute) const {
  const pugi::xml_node found = node_.find_node([&](const pugi::xml_node& node) {
    return Node(*xml_, *found_, node).name() == element && !node.attribute(attribute).empty();
  });
  const double value = found.attribute(attribute).as_double();
  return value > 0 && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

std::vector<Node> Node::children() const {
  std::vector<Node> list;
  for (const pugi::xml_node node : node_.children()) {
    const Node child(*xml_, *found_, node);
    if (node.type() == pugi::node_element && !child.is_foreign()) list.push_back(child);
  }
  return list;
}

std::vector<Node> Node::children(std::string_view name) const {
  std::vector<Node> list = children();
  std::erase_if(list, [&](const Node& child) { return child.name() != name; });
  return list;
}

std::vector<Node> Node::items(std::string_view list, std::string_view item) const {
  const Node node = child(list);
  if (node) node.expect({}, {item});
  return node.children(item);
}

Node Node::child(std::string_view name) const {
  const std::vector<Node> all = children(name);
  return all.empty() ? Node(*xml_, *found_, {}) : all.front();
}

Text Node::required(const char* attribute) const {
  if (text(attribute).empty()) {
    error("ssp-missing-attribute",
          fmt::format("{} has no attribute '{}'", archive::printable(node_.name()), attribute));
  }
  return placed(attribute);
}

std::optional<double> Node::number(const char* attribute) const {
  if (!has(attribute)) return std::nullopt;
  const std::optional<double> value = xml::parse_double(text(attribute));
  if (value && std::isfinite(*value)) return value;
  error("ssp-bad-value",
        fmt::format("{}={} is not a finite number", attribute, archive::printable(text(attribute))));
  return std::nullopt;
}

bool Node::flag(const char* attribute, bool default_value) const {
  if (!has(attribute)) return default_value;
  const std::optional<bool> value = xml::parse_boolean(text(attribute));
  if (!value)
    error("ssp-bad-value",
          fmt::format("{}={} is neither true nor false", attribute, archive::printable(text(attribute))));
  return value.value_or(default_value);
}

std::pair<std::string, int> Node::content() const {
  std::string text;
  int line = 0;
  for (const pugi::xml_node node : node_.children()) {
    if (node.type() != pugi::node_pcdata && node.type() != pugi::node_cdata) continue;
    if (line == 0) line = xml_->place(node).line;
    text += node.value();
  }
  return {text, line};
}

void Node::expect(std::initializer_list<std::string_view> attributes,
                  std::initializer_list<std::string_view> elements) const {
  for (const pugi::xml_attribute attribute : node_.attributes()) {
    const std::string_view name = attribute.name();
    const bool common = name == "id" || name == "description" || name == "xmlns" || !prefix_of(name).empty();
    if (common || is_in(name, attributes)) continue;
    warn("ssp-unknown-attribute", fmt::format("the attribute {} of {} is not known and is ignored",
                                              archive::printable(name), archive::printable(node_.name())));
  }
  for (const pugi::xml_node node : node_.children()) {
    const Node child(*xml_, *found_, node);
    const bool known = is_in(child.name(), elements) || is_harmless(child.name());
    if (node.type() != pugi::node_element || (known && !child.is_foreign())) continue;
    child.warn("ssp-unknown-element",
               fmt::format("an element {} in {} is not known and is ignored", archive::printable(node.name()),
                           archive::printable(name())));
  }
}

}  // namespace accordo::ssp
