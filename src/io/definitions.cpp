#include "io/definitions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "base/names.hpp"
#include "io/number.hpp"

namespace accordo {
namespace {

/// Expressions report their problems by column: that of their first character, after quote and spaces.
Text text_of(const Reading& reading, const YamlNode& node) {
  Text text{std::string(trim(node.text)), reading.place(node)};
  if (node.quoted)
    text.place.column += 1 + static_cast<int>(std::min(node.text.find_first_not_of(' '), node.text.size()));
  return text;
}

}  // namespace

/// The column's name may be left out when it is the input's.
std::optional<SeriesSpec> read_series_spec(Reading& reading, const YamlNode& input, const YamlNode& node) {
  const std::string what = fmt::format("the time series of '{}'", input.text);
  const Fields fields(reading, node, what, keys::series);
  if (!fields.sound()) return std::nullopt;
  SeriesSpec spec{text_of(reading, input), {}, text_of(reading, input)};
  const YamlNode* file = fields["file"];
  if (file == nullptr) {
    reading.problem("missing-key", node, fmt::format("{} needs a file", what),
                    "write {file: data.csv, column: name}");
    return std::nullopt;
  }
  const std::optional<Text> path = read_text(reading, *file, "file");
  if (!path) return std::nullopt;
  spec.file = reading.folder / path->text;
  if (const YamlNode* column = fields["column"]; column != nullptr) {
    const std::optional<Text> name = read_text(reading, *column, "column");
    if (!name) return std::nullopt;
    spec.column = *name;
  }
  return spec;
}

namespace {

/// One `name: value` of a section in which values are expressions.
bool read_definition(Reading& reading, const YamlNode::Entry& entry, std::string_view what,
                     Section& section) {
  const YamlNode& value = *entry.value;
  if (value.is_scalar() && !trim(value.text).empty()) {
    section.definitions.push_back({text_of(reading, *entry.key), text_of(reading, value)});
    return true;
  }
  const std::string name = fmt::format("'{}' in {}", entry.key->text, what);
  if (value.is_null() || value.is_scalar()) {
    reading.problem("missing-value", *entry.key, fmt::format("{} has no value", name),
                    fmt::format("write {}: number or expression", entry.key->text));
  } else {
    reading.wrong_kind(value, name, "a number or an expression");
  }
  // The name is defined all the same: what refers to it is no further mistake.
  section.definitions.push_back({text_of(reading, *entry.key), {"", reading.place(value)}});
  return false;
}

bool is_mapping_or_absent(Reading& reading, const YamlNode* node, std::string_view what, Section& section) {
  if (node == nullptr) return false;
  if (node->is_mapping() && !node->fell_apart) return true;
  reading.wrong_kind(*node, what, "a mapping", "write name: value");
  section.sound = false;
  return false;
}

}  // namespace

Section read_definitions(Reading& reading, const YamlNode* node, std::string_view what) {
  Section section;
  if (!is_mapping_or_absent(reading, node, what, section)) return section;
  for (const YamlNode::Entry& entry : node->entries) {
    if (!read_definition(reading, entry, what, section)) section.sound = false;
  }
  return section;
}

Section read_names(Reading& reading, const YamlNode* node, std::string_view what) {
  Section section;
  if (node == nullptr) return section;
  if (!node->is_sequence()) {
    reading.wrong_kind(*node, what, "a list of names", "write [a, b]");
    section.sound = false;
    return section;
  }
  for (const YamlNode* item : node->items) {
    if (const std::optional<Text> name = read_text(reading, *item, what); name) {
      section.definitions.push_back({*name, {"", name->place}});
    } else {
      section.sound = false;
    }
  }
  return section;
}

Section read_inputs(Reading& reading, const YamlNode* node, std::string_view what) {
  if (node != nullptr && node->is_sequence()) return read_names(reading, node, what);
  Section section;
  if (!is_mapping_or_absent(reading, node, what, section)) return section;
  for (const YamlNode::Entry& entry : node->entries) {
    const YamlNode& value = *entry.value;
    if (value.is_null() || value.is_mapping()) {
      section.definitions.push_back({text_of(reading, *entry.key), {"", reading.place(*entry.key)}});
    } else if (!read_definition(reading, entry, what, section)) {
      section.sound = false;
    }
    if (!value.is_mapping()) continue;
    if (std::optional<SeriesSpec> spec = read_series_spec(reading, *entry.key, value); spec) {
      section.series.push_back(std::move(*spec));
    } else {
      section.sound = false;
    }
  }
  return section;
}

std::vector<SeriesSpec> read_series_specs(Reading& reading, const YamlNode* node) {
  std::vector<SeriesSpec> specs;
  Section section;
  if (!is_mapping_or_absent(reading, node, "inputs", section)) return specs;
  for (const YamlNode::Entry& entry : node->entries) {
    if (!entry.value->is_mapping()) {
      reading.wrong_kind(*entry.value, fmt::format("the input '{}' of a unit", entry.key->text),
                         "a time series {file: …, column: …}", "start values stand in the equations' inputs");
    } else if (std::optional<SeriesSpec> spec = read_series_spec(reading, *entry.key, *entry.value); spec) {
      specs.push_back(std::move(*spec));
    }
  }
  return specs;
}

void check_identifiers(Reading& reading, const std::vector<Definition>& definitions, std::string_view what) {
  for (const Definition& d : definitions) {
    if (is_identifier(d.name.text)) continue;
    reading.problems.add("bad-name", d.name.place,
                         fmt::format("'{}' cannot be the name of {}", d.name.text, what),
                         "names are letters, digits and underscores, and do not start with a digit");
  }
}

void check_duplicates(Reading& reading, const std::vector<NamedSection>& sections) {
  struct First {
    std::string_view what;
    int line;
  };
  std::unordered_map<std::string_view, First> seen;
  for (const NamedSection& section : sections) {
    for (const Definition& d : *section.definitions) {
      const auto [first, added] = seen.emplace(d.name.text, First{section.what, d.name.place.line});
      if (added) continue;
      reading.problems.add(
          "duplicate-name", d.name.place,
          fmt::format("'{}' is the name of {} in line {} and of {} in line {}", d.name.text,
                      first->second.what, first->second.line, section.what, d.name.place.line),
          "give them different names");
    }
  }
}

}  // namespace accordo
