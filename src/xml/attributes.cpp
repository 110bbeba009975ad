#include "xml/attributes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "archive/entry_name.hpp"
#include "xml/text_values.hpp"

namespace accordo::xml {

std::optional<double> Attributes::number(const char* name) const {
  const pugi::xml_attribute attribute = find(name);
  if (attribute.empty()) return std::nullopt;
  const std::optional<double> value = parse_double(attribute.value());
  if (value && std::isfinite(*value)) return value;
  warn_ignored(name);
  return std::nullopt;
}

std::optional<std::uint64_t> Attributes::count(const char* name) const {
  const pugi::xml_attribute attribute = find(name);
  if (attribute.empty()) return std::nullopt;
  const auto value = parse_integer<std::uint64_t>(attribute.value());
  if (!value) warn_ignored(name);
  return value;
}

int Attributes::small_count(const char* name, int most) const {
  return static_cast<int>(std::min<std::uint64_t>(count(name).value_or(0), static_cast<std::uint64_t>(most)));
}

bool Attributes::flag(const char* name, bool default_value) const {
  const pugi::xml_attribute attribute = find(name);
  if (attribute.empty()) return default_value;
  const std::optional<bool> value = parse_boolean(attribute.value());
  if (!value) warn_ignored(name);
  return value.value_or(default_value);
}

void Attributes::warn_ignored(const char* name) const {
  warn("fmu-bad-value",
       fmt::format("{}={} makes no sense here and is ignored", name, archive::printable(text(name))));
}

}  // namespace accordo::xml
