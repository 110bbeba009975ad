#include "io/ssp/value_table.hpp"

#include <fmt/format.h>

#include <map>
#include <set>

#include "archive/entry_name.hpp"
#include "xml/text_values.hpp"

namespace accordo::ssp {
namespace {

/// The number of an enumeration's item: as the FMU counts, else as the description does. An item may also be
/// given by its number.
std::optional<std::int64_t> item_at(const Point& point, Network& network, const std::string& text) {
  const Element& element = *point.element;
  const auto* const variables = element.component ? element.component->variables.get() : nullptr;
  if (variables != nullptr) {
    const fmi::Variable* const variable = variables->find(point.name);
    const bool known = variable != nullptr && variable->type == fmi::Type::enumeration;
    if (const auto number = item_number(known ? variables->items(*variable) : nullptr, text); number)
      return number;
  }
  if (const Connector* const connector = network.connector(point); connector != nullptr) {
    const auto* const items = find_items(element.definitions.get(), connector->enumeration);
    if (const auto number = item_number(items, text); number) return number;
  }
  return xml::parse_integer<std::int64_t>(text);
}

std::optional<std::int64_t> number_at(const Point& point, Network& network, Transformation::Kind kind,
                                      const std::string& text) {
  if (kind == Transformation::Kind::enumeration) return item_at(point, network, text);
  if (kind == Transformation::Kind::integer) return xml::parse_integer<std::int64_t>(text);
  const std::optional<bool> flag = xml::parse_boolean(text);
  return flag ? std::optional<std::int64_t>(*flag ? 1 : 0) : std::nullopt;
}

}  // namespace

std::optional<ValueTable> value_table(const Link& link, Network& network, xml::Findings& found) {
  const Transformation& by = link.transformation;
  const auto number = [&](const Point& point, const std::string& text) {
    const std::optional<std::int64_t> value = number_at(point, network, by.kind, text);
    if (value) return value;
    const bool item = by.kind == Transformation::Kind::enumeration;
    const char* const kind = by.kind == Transformation::Kind::integer ? "whole number" : "boolean";
    found.error("ssp-bad-value", by.place,
                fmt::format("{} is not a {} {}", archive::printable(text), item ? "known item of" : kind,
                            item ? archive::printable(point.name) : "that can be mapped"),
                item ? "name the connector's Enumeration, and define its items in Enumerations" : "");
    return value;
  };
  ValueTable table;
  std::set<std::int64_t> sources;
  for (const auto& [source, target] : by.table) {
    const auto from = number(link.source, source), to = number(link.target, target);
    if (!from || !to) return std::nullopt;
    if (!sources.insert(*from).second) {
      found.error("ssp-bad-value", by.place, fmt::format("{} is mapped twice", archive::printable(source)));
      return std::nullopt;
    }
    table.emplace_back(*from, *to);
  }
  if (table.empty()) return std::nullopt;  // said where it was read
  return table;
}

ValueTable compose(const ValueTable& first, const ValueTable& next) {
  const std::map<std::int64_t, std::int64_t> targets(next.begin(), next.end());
  ValueTable table;
  for (const auto& [from, to] : first) {
    if (const auto found = targets.find(to); found != targets.end()) table.emplace_back(from, found->second);
  }
  return table;
}

}  // namespace accordo::ssp
