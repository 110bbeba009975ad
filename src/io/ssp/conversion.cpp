#include "io/ssp/conversion.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "xml/text_values.hpp"

namespace accordo::ssp {
namespace {

/// Whether the source of an entry is this value: numbers and booleans may be written in several ways.
bool is_same(Transformation::Kind kind, const std::string& entry, std::string_view value) {
  switch (kind) {
    case Transformation::Kind::boolean: {
      const auto a = xml::parse_boolean(entry), b = xml::parse_boolean(value);
      return a && a == b;
    }
    case Transformation::Kind::integer: {
      const auto a = xml::parse_integer<std::int64_t>(entry), b = xml::parse_integer<std::int64_t>(value);
      return a && a == b;
    }
    default:
      return entry == value;
  }
}

}  // namespace

const std::vector<fmi::EnumerationItem>* find_items(const Definitions* definitions, const std::string& name) {
  if (definitions == nullptr) return nullptr;
  const auto found = definitions->enumerations.find(name);
  return found == definitions->enumerations.end() ? nullptr : &found->second;
}

std::optional<std::int64_t> item_number(const std::vector<fmi::EnumerationItem>* items,
                                        const std::string& name) {
  if (items == nullptr) return std::nullopt;
  const auto item = std::find_if(items->begin(), items->end(), [&](const auto& i) { return i.name == name; });
  if (item == items->end()) return std::nullopt;
  return item->value;
}

bool transform(const Affine& by, Value& value) {
  if (by.is_identity()) return true;
  std::string text;
  for (const std::string_view word : xml::words(value.text)) {
    const std::optional<double> number = xml::parse_double(word);
    if (!number) return false;
    text += fmt::format("{}{}", text.empty() ? "" : " ", by.gain * *number + by.offset);
  }
  value.text = text;
  return true;
}

bool transform(const Transformation& by, Value& value) {
  if (by.kind == Transformation::Kind::none) return true;
  if (by.kind == Transformation::Kind::linear) return transform(Affine{by.factor, by.offset}, value);
  std::string text;
  for (const std::string_view word : xml::words(value.text)) {
    const auto entry = std::find_if(by.table.begin(), by.table.end(),
                                    [&](const auto& e) { return is_same(by.kind, e.first, word); });
    if (entry == by.table.end()) return false;
    text += (text.empty() ? "" : " ") + entry->second;
  }
  value.text = text;
  return true;
}

}  // namespace accordo::ssp
