#include "io/scenario/unit_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/names.hpp"
#include "io/family_reader.hpp"
#include "io/number.hpp"
#include "io/scenario/keys.hpp"
#include "kinds/registry.hpp"

namespace accordo {
namespace {

/// Why this cannot be the name of a unit; empty when it can.
std::string fault_of_name(const std::string& name) {
  if (name.empty()) return "it is empty";
  if (name.find('.') != std::string::npos) return "a dot separates a unit from its variable";
  if (name.find_first_of(" \t\r\n") != std::string::npos) return "it contains a space";
  if (name.find('*') != std::string::npos) return "* stands for any letters";
  if (name.find("->") != std::string::npos) return "-> makes a connection";
  return {};
}

/// Whether the unit is of a kind whose indices are parameters; then `same` gets what does not depend on them.
bool indices_are_parameters(const YamlNode& unit, std::vector<std::string>& same) {
  for (const UnitKind* kind : unit_kinds()) {
    const auto is_key = [&](const YamlNode::Entry& entry) { return entry.key->text == kind->key.name; };
    if (!kind->indices_are_parameters || std::none_of(unit.entries.begin(), unit.entries.end(), is_key))
      continue;
    same.emplace_back(kind->key.name);
    same.emplace_back("parameters");
    return true;
  }
  return false;
}

}  // namespace

void UnitReader::read(const YamlNode& name, const YamlNode& node, Scenario& to) {
  const std::string fault = fault_of_name(name.text);
  if (!fault.empty()) {
    reading_.problem("bad-name", name, fmt::format("'{}' cannot be the name of a unit: {}", name.text, fault),
                     "use letters, digits, - and _");
  }
  const auto repeat = std::find_if(node.entries.begin(), node.entries.end(),
                                   [](const YamlNode::Entry& entry) { return entry.key->text == "repeat"; });
  const std::optional<Family> family =
      read_family(reading_, name, repeat == node.entries.end() ? nullptr : repeat->value);
  if (family) {
    reading_.families.emplace(family->name, *family);
    if (!read_members(name, node, *family, to.units)) to.unparsed.add(family->name);
    return;
  }
  auto known = units_.find(&node);
  if (known == units_.end()) known = units_.emplace(&node, read_content(node, {})).first;
  if (known->second && fault.empty()) {
    add(*known->second, name, name.text, to.units);
  } else {
    to.unparsed.add(name.text);
  }
}

/// Whether all could be read. What depends on the index is read again for each, except where the index is a
/// parameter.
bool UnitReader::read_members(const YamlNode& name, const YamlNode& node, const Family& family,
                              std::vector<UnitSpec>& to) {
  if (family.ranges.empty()) return false;
  std::vector<std::string> same{"repeat", "quantities"};
  const bool parameters = indices_are_parameters(node, same);
  const bool varies = mentions(node, family.indices, same);
  std::vector<Loop> loops;
  for (std::size_t k = 0; k < family.indices.size(); ++k)
    loops.push_back({family.indices[k], family.ranges[k].text()});
  std::optional<UnitSpec> unit;
  bool sound = true;
  repeat(loops, reading_.bindings, reading_.budget, [&] {
    const std::size_t before = reading_.problems.list().size();
    if (varies || !unit) unit = read_content(node, family);
    sound = unit && (!varies || reading_.problems.list().size() == before);  // else: once is enough
    if (!sound) return false;
    const Bindings& bound = reading_.bindings;
    UnitSpec member = *unit;
    std::string text = family.name;
    for (std::size_t k = bound.size() - loops.size(); k < bound.size(); ++k) {
      const std::string value = shortest(bound.values[k]);
      text += '[' + value + ']';
      const SourceLocation place = reading_.place(name);
      if (parameters) member.parameters.push_back({{bound.names[k], place}, {value, place}});
    }
    add(std::move(member), name, std::move(text), to);
    return true;
  });
  return sound;
}

void UnitReader::add(UnitSpec unit, const YamlNode& name, std::string text, std::vector<UnitSpec>& to) {
  const auto [first, added] = lines_.emplace(text, name.line);
  if (!added) {
    return reading_.problem("duplicate-unit", name,
                            fmt::format("there is a unit '{}' already, in line {}", text, first->second),
                            "give them different names");
  }
  unit.name = {std::move(text), reading_.place(name)};
  for (SeriesSpec& series : unit.series) {
    series.file = fill_braces(series.file.string(), reading_.bindings);
    series.column.text = fill_braces(series.column.text, reading_.bindings);
  }
  to.push_back(std::move(unit));
}

void UnitReader::read_settings(const YamlNode& node, UnitSpec& unit) {
  const Fields fields(reading_, node, "the settings of a unit", keys::unit_settings);
  if (!fields.sound()) return;
  const UnitKind& kind = kind_of(unit);
  if (kind.read_settings != nullptr) kind.read_settings(reading_, fields, unit);
  read_integrator(fields, unit);
  read_capabilities(fields["capabilities"], &kind, unit);
  read_whereabouts(fields, unit);
}

std::optional<UnitSpec> UnitReader::read_content(const YamlNode& node, const Family& family) {
  const Fields fields(reading_, node, "a unit", keys::unit);
  if (!fields.sound()) return std::nullopt;
  UnitSpec unit;
  const std::size_t before = reading_.problems.list().size();
  const UnitKind* kind = find_kind(fields, node);
  bool sound = kind != nullptr;
  if (sound) {
    refuse_keys_of_others(*kind, fields);
    const UnitText text{reading_, node, fields, family.indices, bodies_};
    sound = kind->read(text, unit) && reading_.problems.list().size() == before;
  }
  read_integrator(fields, unit);
  read_capabilities(fields["capabilities"], kind, unit);
  read_whereabouts(fields, unit);
  read_quantities(fields["quantities"], unit);
  return sound ? std::optional(std::move(unit)) : std::nullopt;
}

/// The kind that the unit is of; null after reporting that it is of none or of several.
const UnitKind* UnitReader::find_kind(const Fields& fields, const YamlNode& node) {
  std::vector<const UnitKind*> given;
  std::vector<std::string_view> names;
  for (const UnitKind* kind : unit_kinds()) {
    names.push_back(kind->key.name);
    if (fields[kind->key.name] != nullptr) given.push_back(kind);
  }
  if (given.size() == 1) return given[0];
  reading_.problem("unit-body", node,
                   given.empty() ? fmt::format("this unit has neither {}", fmt::join(names, " nor "))
                                 : fmt::format("this unit has more than one of {}", fmt::join(names, ", ")),
                   fmt::format("give exactly one of {}", fmt::join(names, ", ")));
  return nullptr;
}

/// Complains about keys that other kinds of units have.
void UnitReader::refuse_keys_of_others(const UnitKind& kind, const Fields& fields) {
  for (const UnitKind* other : unit_kinds()) {
    for (const Keys list : {other->own_keys, other->own_settings}) {
      for (const Key& own : list) {
        const YamlNode* key = fields.key(own.name);
        if (key == nullptr || is_declared(own.name, kind.own_keys) ||
            is_declared(own.name, kind.own_settings))
          continue;
        reading_.problem(other->only_id, *key,
                         fmt::format("'{}' is for units that are {}", own.name, other->owners),
                         fmt::format("remove it, or give the unit by {}", other->key.name));
      }
    }
  }
}

void UnitReader::read_integrator(const Fields& fields, UnitSpec& unit) {
  if (const YamlNode* node = fields["integrator"]; node != nullptr) {
    if (const std::optional<Text> name = read_text(reading_, *node, "integrator"); name) {
      unit.integrator = name->text;
      unit.integrator_place = name->place;
      if (!is_declared(name->text, keys::integrators)) {
        reading_.problem("unknown-integrator", *node, fmt::format("there is no integrator '{}'", name->text),
                         did_you_mean(name->text, names_of(keys::integrators)));
      }
    }
  }
  if (const YamlNode* node = fields["integrator_tolerance"]; node != nullptr) {
    unit.integrator_tolerance = read_positive(reading_, *node, "integrator_tolerance");
    constexpr double finest = 1e-15;
    if (unit.integrator_tolerance && *unit.integrator_tolerance < finest) {
      reading_.problem("tolerance-too-small", *node,
                       fmt::format("integrator_tolerance = {} cannot be reached: a double carries 16 digits",
                                   *unit.integrator_tolerance),
                       "1e-15 is the least, 1e-12 the least that makes sense for most units");
    }
  }
  if (const YamlNode* node = fields["micro_step"]; node != nullptr) {
    unit.micro_step = read_positive(reading_, *node, "micro_step");
  }
}

void UnitReader::read_whereabouts(const Fields& fields, UnitSpec& unit) {
  if (const YamlNode* isolate = fields["isolate"]; isolate != nullptr)
    unit.isolate = read_flag(reading_, *isolate, "isolate").value_or(false);
  if (const YamlNode* rank = fields["rank"]; rank != nullptr) read_rank(*rank, unit);
}

void UnitReader::read_quantities(const YamlNode* node, UnitSpec& unit) {
  if (node == nullptr) return;
  if (!node->is_mapping() || node->fell_apart)
    return reading_.wrong_kind(*node, "quantities", "a mapping", "write name: unit of measurement");
  for (const auto& [key, value] : node->entries) {
    const Text name{key->text, reading_.place(*key)};
    if (value->is_null()) {
      unit.quantities.push_back({name, {"", reading_.place(*value)}});
    } else if (const auto text = read_text(reading_, *value, fmt::format("'{}' in quantities", key->text));
               text) {
      unit.quantities.push_back({name, *text});
    }
  }
}

void UnitReader::read_rank(const YamlNode& node, UnitSpec& unit) {
  unit.rank_location = reading_.place(node);
  constexpr int most = 1'000'000'000;
  if (node.is_scalar() && mentions(node.text, reading_.bindings.names)) {
    const Whole rank = evaluate_whole(node.text, reading_.bindings);
    if (rank && rank.value >= 1) {
      unit.rank = static_cast<int>(std::min<std::int64_t>(rank.value, most));
    } else {
      reading_.problem("bad-rank", node,
                       fmt::format("rank = {}{} is not a whole number from 1 on", node.text,
                                   values_in(node.text, reading_.bindings)),
                       rank.fault);
    }
    return;
  }
  const std::optional<double> number = read_positive(reading_, node, "rank");
  if (!number) return;
  if (*number == std::floor(*number)) {
    unit.rank = static_cast<int>(std::min<double>(*number, most));
  } else {
    reading_.problem("bad-rank", node, fmt::format("rank = {} is not a whole number", *number));
  }
}

void UnitReader::read_capabilities(const YamlNode* node, const UnitKind* kind, UnitSpec& unit) {
  if (node == nullptr) return;
  const Fields fields(reading_, *node, "capabilities", capability_keys(kind));
  if (!fields.sound()) return;
  for (const auto& [key, value] : node->entries) {
    const std::optional<bool> flag =
        read_flag(reading_, *value, fmt::format("the capability '{}'", key->text));
    if (flag) unit.capabilities.emplace_back(Text{key->text, reading_.place(*key)}, *flag);
  }
}

}  // namespace accordo
