// Start values of variables, in the type that the variable has.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

#include "unit/fmi/description/description_parts.hpp"
#include "xml/text_values.hpp"

namespace accordo::fmi {
namespace {

/// The values of all words, or nothing when one of them cannot be understood.
template <class T, class Parse>
Values parse_all(const std::vector<std::string_view>& list, Parse parse) {
  std::vector<T> values;
  for (const std::string_view word : list) {
    const std::optional<T> value = parse(word);
    if (!value) return {};
    values.push_back(*value);
  }
  return values;
}

template <class T>
std::optional<std::int64_t> parse_signed(std::string_view word) {
  return xml::parse_integer<T>(word);
}

template <class T>
std::optional<std::uint64_t> parse_unsigned(std::string_view word) {
  return xml::parse_integer<T>(word);
}

std::optional<double> parse_finite(std::string_view word) {
  const std::optional<double> value = xml::parse_double(word);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

std::optional<std::int64_t> parse_flag(std::string_view word) {
  const std::optional<bool> value = xml::parse_boolean(word);
  if (!value) return std::nullopt;
  return *value ? 1 : 0;
}

Values parse_numbers(const std::vector<std::string_view>& list, Type type, Version version) {
  switch (type) {
    case Type::float32:
    case Type::float64:
      return parse_all<double>(list, parse_finite);
    case Type::int8:
      return parse_all<std::int64_t>(list, parse_signed<std::int8_t>);
    case Type::int16:
      return parse_all<std::int64_t>(list, parse_signed<std::int16_t>);
    case Type::int32:
      return parse_all<std::int64_t>(list, parse_signed<std::int32_t>);
    case Type::int64:
      return parse_all<std::int64_t>(list, parse_signed<std::int64_t>);
    case Type::enumeration:
      return parse_all<std::int64_t>(
          list, version == Version::fmi2 ? parse_signed<std::int32_t> : parse_signed<std::int64_t>);
    case Type::boolean:
      return parse_all<std::int64_t>(list, parse_flag);
    case Type::uint8:
      return parse_all<std::uint64_t>(list, parse_unsigned<std::uint8_t>);
    case Type::uint16:
      return parse_all<std::uint64_t>(list, parse_unsigned<std::uint16_t>);
    case Type::uint32:
      return parse_all<std::uint64_t>(list, parse_unsigned<std::uint32_t>);
    case Type::uint64:
      return parse_all<std::uint64_t>(list, parse_unsigned<std::uint64_t>);
    case Type::string:
    case Type::binary:
    case Type::clock:
      break;
  }
  return {};
}

/// FMI 3 gives each string and binary an element of its own.
Values read_start_elements(const xml::Attributes& a, Type type) {
  std::vector<std::string> values;
  for (const pugi::xml_node child : a.node().children("Start")) {
    const std::string_view text = child.attribute("value").value();
    if (type == Type::string) {
      values.emplace_back(text);
    } else if (std::optional<std::string> bytes = xml::parse_hex(text)) {
      values.push_back(std::move(*bytes));
    } else {
      a.warn("fmu-bad-value", "a start value is not hexadecimal; the start values are ignored");
      return {};
    }
  }
  if (values.empty()) return {};
  return values;
}

}  // namespace

Values read_start(const xml::Attributes& a, Type type, Version version) {
  const bool text = type == Type::string || type == Type::binary;
  if (text && version == Version::fmi3) return read_start_elements(a, type);
  if (!a.has("start") || type == Type::clock) return {};
  const std::string start = a.text("start");
  if (text) return std::vector<std::string>{start};
  const std::vector<std::string_view> list = xml::words(start);
  Values values;
  if (!list.empty()) values = parse_numbers(list, type, version);
  if (std::holds_alternative<std::monostate>(values)) a.warn_ignored("start");
  return values;
}

}  // namespace accordo::fmi
