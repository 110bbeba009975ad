// Units of measurement and declared types.
#include <fmt/format.h>

#include <string_view>

#include "archive/entry_name.hpp"
#include "unit/fmi/description/description_parts.hpp"
#include "unit/fmi/description/type_names.hpp"
#include "xml/text_values.hpp"

namespace accordo::fmi {
namespace {

Unit read_unit(const Reading& r, pugi::xml_node node) {
  constexpr std::array<const char*, 8> names{"kg", "m", "s", "A", "K", "mol", "cd", "rad"};
  Unit unit;
  unit.name = r.attributes(node).text("name");
  const xml::Attributes base = r.attributes(node.child("BaseUnit"));
  unit.has_base = !base.node().empty();
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto exponent = xml::parse_integer<int>(base.text(names[i]));
    if (base.has(names[i]) && !exponent) base.warn_ignored(names[i]);
    unit.exponents[i] = exponent.value_or(0);
  }
  unit.factor = base.number("factor", 1);
  unit.offset = base.number("offset", 0);
  for (const pugi::xml_node child : node.children("DisplayUnit")) {
    const xml::Attributes a = r.attributes(child);
    unit.display_units.push_back(
        {a.text("name"), a.number("factor", 1), a.number("offset", 0), a.flag("inverse")});
  }
  return unit;
}

void add_type(Reading& r, const std::string& name, Type type, pugi::xml_node node) {
  const xml::Attributes a = r.attributes(node);
  TypeDefinition definition{name, type, {}};
  std::int64_t next = 1;  // what older files mean that give no values
  for (const pugi::xml_node child : node.children("Item")) {
    const xml::Attributes item = r.attributes(child);
    const auto value = xml::parse_integer<std::int64_t>(item.text("value"));
    if (item.has("value") && !value) item.warn_ignored("value");
    definition.items.push_back({item.text("name"), value.value_or(next)});
    next = definition.items.back().value < INT64_MAX ? definition.items.back().value + 1 : 1;
  }
  if (!r.types.emplace(name, Reading::DeclaredType{r.out.types.size(), node}).second) {
    a.warn("fmu-duplicate-name",
           fmt::format("type {} is declared twice; the first counts", archive::printable(name)));
    return;
  }
  r.out.types.push_back(std::move(definition));
}

}  // namespace

void read_units(Reading& r) {
  for (const pugi::xml_node node : r.xml.root().child("UnitDefinitions").children("Unit")) {
    r.out.units.push_back(read_unit(r, node));
  }
}

void read_types(Reading& r) {
  for (const pugi::xml_node node : r.xml.root().child("TypeDefinitions").children()) {
    const std::string name = r.attributes(node).text("name");
    if (r.out.version == Version::fmi2) {
      for (const pugi::xml_node child : node.children()) {
        if (const auto type = fmi2_type(child.name())) add_type(r, name, *type, child);
      }
    } else {
      std::string_view element = node.name();
      if (!element.ends_with("Type")) continue;
      element.remove_suffix(4);
      if (const auto type = fmi3_type(element)) add_type(r, name, *type, node);
    }
  }
}

}  // namespace accordo::fmi
