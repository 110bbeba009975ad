#include "io/ssp/common_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "archive/entry_name.hpp"
#include "xml/text_values.hpp"

namespace accordo::ssp {
namespace {

constexpr std::array<std::string_view, 17> kTypes{
    "Real",   "Float64", "Float32", "Integer", "Int8",   "UInt8",  "Int16", "UInt16",     "Int32",
    "UInt32", "Int64",   "UInt64",  "Boolean", "String", "Binary", "Clock", "Enumeration"};

fmi::Unit read_unit(const Node& node) {
  fmi::Unit unit;
  unit.name = node.text("name");
  node.expect({"name"}, {"BaseUnit"});
  const Node base = node.child("BaseUnit");
  if (!base) return unit;
  constexpr std::array<const char*, 8> names{"kg", "m", "s", "A", "K", "mol", "cd", "rad"};
  base.expect({"kg", "m", "s", "A", "K", "mol", "cd", "rad", "factor", "offset"}, {});
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!base.has(names[i])) continue;
    const auto exponent = xml::parse_integer<int>(base.text(names[i]));
    if (!exponent)
      base.error("ssp-bad-value", fmt::format("{}={} is not a whole number", names[i],
                                              archive::printable(base.text(names[i]))));
    unit.exponents[i] = exponent.value_or(0);
  }
  unit.has_base = true;
  unit.factor = base.number("factor").value_or(1);
  unit.offset = base.number("offset").value_or(0);
  if (unit.factor == 0) {
    base.error("ssp-bad-value", fmt::format("the unit {} has the factor 0", archive::printable(unit.name)));
    unit.factor = 1;
  }
  return unit;
}

std::vector<fmi::EnumerationItem> read_items(const Node& node) {
  std::vector<fmi::EnumerationItem> items;
  node.expect({"name"}, {"Item"});
  for (const Node& item : node.children("Item")) {
    const auto value = xml::parse_integer<std::int64_t>(item.text("value"));
    if (!value)
      item.error("ssp-bad-value",
                 fmt::format("value={} is not a whole number", archive::printable(item.text("value"))));
    items.push_back({item.required("name").text, value.value_or(0)});
  }
  return items;
}

void read_table(const Node& node, Transformation& transformation) {
  node.expect({}, {"MapEntry"});
  for (const Node& entry : node.children("MapEntry")) {
    entry.expect({"source", "target"}, {});
    std::string source = entry.required("source").text, target = entry.required("target").text;
    if (!source.empty() && !target.empty()) transformation.table.emplace_back(source, target);
  }
  if (node.children("MapEntry").empty()) node.error("ssp-bad-structure", "this mapping has no MapEntry");
}

}  // namespace

bool check_root(const Node& root, std::string_view name) {
  if (root.name() != name) {
    root.error("ssp-bad-structure",
               fmt::format("the root element is {}, not {}", archive::printable(root.name()), name));
    return false;
  }
  const std::string version = root.text("version");
  if (version != "1.0" && version != "2.0") {
    root.warn("ssp-version", fmt::format("version {} of SSP is not known; the file is read as 2.0",
                                         archive::printable(version)));
  }
  return true;
}

void read_definitions(const Node& parent, Definitions& definitions) {
  for (const Node& unit : parent.items("Units", "Unit"))
    definitions.units[unit.required("name").text] = read_unit(unit);
  for (const Node& enumeration : parent.items("Enumerations", "Enumeration"))
    definitions.enumerations[enumeration.required("name").text] = read_items(enumeration);
}

Transformation read_transformation(const Node& parent) {
  using Kind = Transformation::Kind;
  constexpr std::array<std::pair<std::string_view, Kind>, 4> kinds{
      std::pair{std::string_view("LinearTransformation"), Kind::linear},
      {"BooleanMappingTransformation", Kind::boolean},
      {"IntegerMappingTransformation", Kind::integer},
      {"EnumerationMappingTransformation", Kind::enumeration}};
  Transformation transformation;
  for (const auto& [name, kind] : kinds) {
    const Node node = parent.child(name);
    if (!node) continue;
    if (transformation.kind != Kind::none) {
      node.error("ssp-bad-structure", "there is more than one transformation");
      continue;
    }
    transformation.kind = kind;
    transformation.place = node.place();
    if (kind != Kind::linear) {
      read_table(node, transformation);
      continue;
    }
    node.expect({"factor", "offset"}, {});
    transformation.factor = node.number("factor").value_or(1);
    transformation.offset = node.number("offset").value_or(0);
  }
  return transformation;
}

std::optional<Node> find_type(const Node& parent) {
  for (const Node& child : parent.children()) {
    // In SSP 2.0 a Clock with a name refers to a clock; it is not the connector's type.
    if (child.name() == "Clock" && child.has("name")) continue;
    if (std::find(kTypes.begin(), kTypes.end(), child.name()) != kTypes.end()) return child;
  }
  return std::nullopt;
}

}  // namespace accordo::ssp
