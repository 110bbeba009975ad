// The variables of an FMU, one by one.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string_view>

#include "archive/entry_name.hpp"
#include "unit/fmi/description/description_parts.hpp"
#include "unit/fmi/description/type_names.hpp"

namespace accordo::fmi {
namespace {

constexpr const char* kBadVariable = "fmu-bad-variable";

bool is_parameter(Causality c) {
  return c == Causality::parameter || c == Causality::calculated_parameter ||
         c == Causality::structural_parameter;
}

void read_name(const xml::Attributes& a, Variable& v) {
  v.name = a.text("name");
  const auto control = [](char c) { return static_cast<unsigned char>(c) < 0x20; };
  if (v.name.empty()) a.error(kBadVariable, "a variable has no name");
  if (std::any_of(v.name.begin(), v.name.end(), control)) {
    a.error(kBadVariable, fmt::format("the name {} has control characters", archive::printable(v.name)));
  }
}

/// What both standards write at the variable itself.
void read_common(const xml::Attributes& a, Variable& v) {
  v.line = a.place().line;
  read_name(a, v);
  const auto reference = a.count("valueReference");
  if (!reference || *reference > std::numeric_limits<std::uint32_t>::max()) {
    a.error(kBadVariable, fmt::format("variable {} has no valid valueReference", archive::printable(v.name)));
  } else {
    v.reference = static_cast<std::uint32_t>(*reference);
  }
  if (a.has("causality")) {
    const auto causality = causality_named(a.text("causality"));
    if (!causality) {
      a.error(kBadVariable, fmt::format("variable {} has an unknown causality {}", archive::printable(v.name),
                                        archive::printable(a.text("causality"))));
    }
    v.causality = causality.value_or(Causality::local);
  }
  v.description = a.text("description");
  v.can_handle_multiple_set = a.flag("canHandleMultipleSetPerTimeInstant", true);
}

/// Needs type and causality.
void read_variability(const xml::Attributes& a, Version version, Variable& v) {
  v.variability = standard_variability(v.type, v.causality);
  if (a.has("variability")) {
    const auto given = variability_named(a.text("variability"));
    const bool signal = given == Variability::continuous || given == Variability::discrete;
    if (!given || (given == Variability::continuous && !is_float(v.type)) ||
        (signal && is_parameter(v.causality))) {
      a.warn_ignored("variability");
    } else {
      v.variability = *given;
    }
  }
  v.initial = standard_initial(version, v.causality, v.variability);
  // FMI 2 forbids `initial` where it says that there is none; some tools write it.
  if (a.has("initial") && v.initial != Initial::none) {
    const auto given = initial_named(a.text("initial"));
    if (!given) a.warn_ignored("initial");
    v.initial = given.value_or(v.initial);
  }
}

/// What the declared type may provide as well. Needs the type.
void read_typed(const xml::Attributes& a, Variable& v) {
  v.quantity = a.text("quantity");
  v.min = a.number("min");
  v.max = a.number("max");
  if (v.min && v.max && *v.min > *v.max) {
    a.warn("fmu-bad-value",
           fmt::format("variable {} has min > max; both are ignored", archive::printable(v.name)));
    v.min.reset();
    v.max.reset();
  }
  if (!is_float(v.type)) return;
  v.unit = a.text("unit");
  v.display_unit = a.text("displayUnit");
  v.relative_quantity = a.flag("relativeQuantity");
  v.unbounded = a.flag("unbounded");
  v.reinit = a.flag("reinit");
  v.nominal = a.number("nominal");
  if (v.nominal == 0.0) {
    a.warn_ignored("nominal");
    v.nominal.reset();
  }
}

Clock read_clock(const xml::Attributes& a, const std::string& name) {
  Clock c;
  if (const auto interval = interval_variability_named(a.text("intervalVariability"))) {
    c.interval_variability = *interval;
  } else {
    a.error(kBadVariable, fmt::format("clock {} has no valid intervalVariability", archive::printable(name)));
  }
  c.interval = a.number("intervalDecimal");
  c.shift = a.number("shiftDecimal", 0);
  c.supports_fraction = a.flag("supportsFraction");
  c.resolution = a.count("resolution");
  c.interval_counter = a.count("intervalCounter");
  c.shift_counter = a.count("shiftCounter").value_or(0);
  c.priority = a.count("priority");
  c.can_be_deactivated = a.flag("canBeDeactivated");
  return c;
}

/// The type that a variable declares; nothing, with a warning, when there is no such type.
Reading::DeclaredType declared_type(const Reading& r, const xml::Attributes& a, Variable& v) {
  if (!a.has("declaredType")) return {};
  const auto found = r.types.find(a.text("declaredType"));
  if (found == r.types.end() || r.out.types[found->second.position].type != v.type) {
    a.warn_ignored("declaredType");
    return {};
  }
  v.declared_type = found->second.position;
  return found->second;
}

/// A <ScalarVariable> with a child of its type, which is returned.
pugi::xml_node read_fmi2(const Reading& r, pugi::xml_node node, Variable& v) {
  const xml::Attributes own = r.attributes(node);
  read_common(own, v);
  pugi::xml_node typed;
  for (const pugi::xml_node child : node.children()) {
    const auto type = fmi2_type(child.name());
    if (!type) continue;
    typed = child;
    v.type = *type;
    break;
  }
  if (typed.empty())
    own.error(kBadVariable, fmt::format("variable {} has no type", archive::printable(v.name)));
  const Reading::DeclaredType declared = declared_type(r, r.attributes(typed), v);
  read_variability(own, r.out.version, v);
  const xml::Attributes a = r.attributes(typed, declared.node);
  read_typed(a, v);
  v.start = read_start(a, v.type, r.out.version);
  return typed;
}

/// An element that is named for its type.
pugi::xml_node read_fmi3(const Reading& r, pugi::xml_node node, Type type, Variable& v) {
  const xml::Attributes own = r.attributes(node);
  v.type = type;
  read_common(own, v);
  const Reading::DeclaredType declared = declared_type(r, own, v);
  read_variability(own, r.out.version, v);
  const xml::Attributes a = r.attributes(node, declared.node);
  read_typed(a, v);
  v.start = read_start(own, v.type, r.out.version);
  v.intermediate_update = own.flag("intermediateUpdate");
  if (v.type == Type::clock) v.clock = read_clock(a, v.name);
  if (v.type == Type::binary) {
    v.mime_type = a.has("mimeType") ? a.text("mimeType") : "application/octet-stream";
    v.max_size = a.count("maxSize");
  }
  for (const pugi::xml_node alias : node.children("Alias")) {
    if (const std::string name = alias.attribute("name").value(); !name.empty()) v.aliases.push_back(name);
  }
  return node;
}

/// Names must be unique. Some tools write the same variable twice, which does no harm.
void check_names(const Reading& r, const std::vector<pugi::xml_node>& nodes) {
  std::unordered_map<std::string_view, std::size_t> seen;
  for (std::size_t i = 0; i < r.out.variables.size(); ++i) {
    const Variable& v = r.out.variables[i];
    const auto check = [&](const std::string& name) {
      const auto [first, fresh] = seen.emplace(name, i);
      if (fresh || name.empty()) return;
      const Variable& other = r.out.variables[first->second];
      const std::string what = fmt::format("two variables have the name {}", archive::printable(name));
      if (other.reference == v.reference && other.type == v.type) {
        r.attributes(nodes[i]).warn("fmu-duplicate-name", what);
      } else {
        r.attributes(nodes[i]).error("fmu-duplicate-name", what);
      }
    };
    check(v.name);
    for (const std::string& alias : v.aliases) check(alias);
  }
}

}  // namespace

void read_variables(Reading& r) {
  const pugi::xml_node list = r.xml.root().child("ModelVariables");
  if (list.empty()) r.attributes(r.xml.root()).warn("fmu-missing-element", "the FMU declares no variables");
  std::vector<pugi::xml_node> nodes;
  for (const pugi::xml_node node : list.children()) {
    if (node.type() != pugi::node_element) continue;
    Variable v;
    const auto type = fmi3_type(node.name());
    if (r.out.version == Version::fmi2 && node.name() == std::string_view("ScalarVariable")) {
      nodes.push_back(read_fmi2(r, node, v));
    } else if (r.out.version == Version::fmi3 && type) {
      nodes.push_back(read_fmi3(r, node, *type, v));
    } else {
      r.attributes(node).error(kBadVariable,
                               fmt::format("unknown kind of variable {}", archive::printable(node.name())));
      continue;
    }
    r.out.variables.push_back(std::move(v));
  }
  check_names(r, nodes);
  link_variables(r, nodes);
}

}  // namespace accordo::fmi
