// Values as they stand in an FMU's XML files, independent of the locale.
#pragma once

#include <charconv>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace accordo::xml {

/// The words of a list, which blanks separate.
std::vector<std::string_view> words(std::string_view text);

/// A number, possibly infinite or not a number (which the standards forbid, and tools write). Blanks around
/// it do not matter.
std::optional<double> parse_double(std::string_view text);

/// true, false, 1 or 0, in any case.
std::optional<bool> parse_boolean(std::string_view text);

/// Bytes from pairs of hexadecimal digits.
std::optional<std::string> parse_hex(std::string_view text);

/// Without blanks around it.
std::string_view stripped(std::string_view text);

/// A whole number that fits into T; tools also write 1.0 or 1e3.
template <std::integral T>
std::optional<T> parse_integer(std::string_view text) {
  text = stripped(text);
  if (text.starts_with('+')) text.remove_prefix(1);
  T value = 0;
  const char* const end = text.data() + text.size();
  const std::from_chars_result result = std::from_chars(text.data(), end, value);
  if (result.ec == std::errc() && result.ptr == end) return value;
  constexpr double exact = 9007199254740992;  // 2^53: what a double holds without rounding
  const std::optional<double> real = parse_double(text);
  if (!real || std::floor(*real) != *real || std::abs(*real) > exact) return std::nullopt;
  const auto whole = static_cast<std::int64_t>(*real);
  if (!std::in_range<T>(whole)) return std::nullopt;
  return static_cast<T>(whole);
}

}  // namespace accordo::xml
