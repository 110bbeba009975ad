#include "io/reading.hpp"

#include <fmt/format.h>

#include <cassert>
#include <cmath>

#include "base/names.hpp"
#include "io/number.hpp"

namespace accordo {
namespace {

std::string kind_name(const YamlNode& node) {
  switch (node.kind) {
    case YamlNode::Kind::null:
      return "nothing";
    case YamlNode::Kind::scalar:
      return fmt::format("'{}'", node.text);
    case YamlNode::Kind::sequence:
      return "a list";
    case YamlNode::Kind::mapping:
      return "a mapping";
  }
  return {};
}

/// A number as it is written, with the values of the names in it.
std::string found(const Reading& reading, const YamlNode& node) {
  return node.text + values_in(node.text, reading.bindings);
}

}  // namespace

void Reading::wrong_kind(const YamlNode& at, std::string_view what, std::string_view expected,
                         std::string remedy) {
  if (at.fell_apart) return;  // reported where it happened
  problem("wrong-kind", at, fmt::format("expected {} for {}, found {}", expected, what, kind_name(at)),
          std::move(remedy));
}

std::optional<double> read_number(Reading& reading, const YamlNode& node, std::string_view what) {
  std::optional<double> value = node.is_scalar() ? parse_number(node.text) : std::nullopt;
  if (!value && node.is_scalar() && mentions(node.text, reading.bindings.names))
    value = evaluate_number(node.text, reading.bindings);
  if (!value) {
    reading.wrong_kind(node, what, "a number", decimal_point_hint(node.text));
    return std::nullopt;
  }
  if (!std::isfinite(*value)) {
    reading.problem("not-finite", node,
                    fmt::format("{} must be finite, found {}", what, found(reading, node)));
    return std::nullopt;
  }
  return value;
}

std::optional<double> read_positive(Reading& reading, const YamlNode& node, std::string_view what) {
  const std::optional<double> value = read_number(reading, node, what);
  if (!value || *value > 0) return value;
  reading.problem("not-positive", node,
                  fmt::format("{} must be greater than 0, found {}", what, found(reading, node)));
  return std::nullopt;
}

std::optional<bool> read_flag(Reading& reading, const YamlNode& node, std::string_view what) {
  if (node.is_scalar() && (node.text == "true" || node.text == "false")) return node.text == "true";
  reading.wrong_kind(node, what, "true or false");
  return std::nullopt;
}

std::optional<Text> read_text(Reading& reading, const YamlNode& node, std::string_view what) {
  if (node.is_scalar() && !trim(node.text).empty()) {
    return Text{std::string(trim(node.text)), reading.place(node)};
  }
  reading.wrong_kind(node, what, "a text");
  return std::nullopt;
}

std::optional<Text> read_filled_text(Reading& reading, const YamlNode& node, std::string_view what) {
  std::optional<Text> text = read_text(reading, node, what);
  if (text && !reading.bindings.empty()) text->text = fill_braces(text->text, reading.bindings);
  return text;
}

std::string bound_value(const Reading& reading, std::string_view text, bool quoted) {
  const Bindings& bindings = reading.bindings;
  if (bindings.empty()) return std::string(text);
  if (!quoted && mentions(text, bindings.names)) {
    if (const std::optional<double> value = evaluate_number(text, bindings); value && std::isfinite(*value))
      return shortest(*value);
  }
  return fill_braces(text, bindings);
}

Fields::Fields(Reading& reading, const YamlNode& node, std::string_view what, Keys known)
    : node_(node), known_(known), sound_(node.is_mapping() && !node.fell_apart) {
  if (!node.is_mapping()) reading.wrong_kind(node, what, "a mapping");
  for (const auto& [key, value] : node.entries) {
    if (is_declared(key->text, known)) continue;
    reading.problem("unknown-key", *key, fmt::format("unknown key '{}' in {}", key->text, what),
                    did_you_mean(key->text, names_of(known)));
  }
}

const YamlNode* Fields::operator[](std::string_view key) const {
  assert(is_declared(key, known_));  // else nobody could set it, and the reference would not know it
  for (const auto& [name, value] : node_.entries) {
    if (name->text == key) return value->is_null() ? nullptr : value;
  }
  return nullptr;
}

const YamlNode* Fields::key(std::string_view key) const {
  for (const auto& entry : node_.entries) {
    if (entry.key->text == key) return entry.key;
  }
  return nullptr;
}

}  // namespace accordo
