#include "unit/token.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <sstream>
#include <type_traits>

namespace accordo {
namespace {

using Wide = __int128;  // holds every product of two 64-bit integers that can come out in range

/// The integer if it is one of this type.
template <class T>
std::optional<Token> fitting(Wide value) {
  if (value < Wide(std::numeric_limits<T>::min()) || value > Wide(std::numeric_limits<T>::max())) return {};
  if constexpr (std::is_same_v<T, std::uint64_t>) return Token(static_cast<std::uint64_t>(value));
  return Token(static_cast<std::int64_t>(value));
}

std::optional<Token> whole_as(TokenType type, Wide value) {
  switch (type) {
    case TokenType::int8:
      return fitting<std::int8_t>(value);
    case TokenType::uint8:
      return fitting<std::uint8_t>(value);
    case TokenType::int16:
      return fitting<std::int16_t>(value);
    case TokenType::uint16:
      return fitting<std::uint16_t>(value);
    case TokenType::int32:
      return fitting<std::int32_t>(value);
    case TokenType::uint32:
      return fitting<std::uint32_t>(value);
    case TokenType::int64:
    case TokenType::enumeration:
      return fitting<std::int64_t>(value);
    case TokenType::uint64:
      return fitting<std::uint64_t>(value);
    case TokenType::boolean:
      if (value == 0 || value == 1) return Token(static_cast<std::int64_t>(value));
      return {};
    default:
      return {};
  }
}

std::optional<Token> float_as(double value) {
  const auto rounded = static_cast<float>(value);
  if (std::isinf(rounded) && !std::isinf(value)) return {};
  return Token(static_cast<double>(rounded));
}

}  // namespace

const char* name_of(TokenType type) {
  constexpr std::array<const char*, 13> names{"Float32",     "Int8",   "UInt8", "Int16",  "UInt16",
                                              "Int32",       "UInt32", "Int64", "UInt64", "Boolean",
                                              "Enumeration", "String", "Binary"};
  return names[static_cast<std::size_t>(type)];
}

Token empty_token(TokenType type) {
  if (is_text(type)) return std::string();
  if (type == TokenType::float32) return 0.0;
  if (type == TokenType::uint64) return std::uint64_t{0};
  return std::int64_t{0};
}

double number_of(const Token& token) {
  return std::visit(
      [](const auto& value) {
        if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::string>) {
          return std::numeric_limits<double>::quiet_NaN();
        } else {
          return static_cast<double>(value);
        }
      },
      token);
}

std::optional<Token> converted(const Token& token, TokenType type, double gain, double offset) {
  if (std::holds_alternative<std::string>(token)) return is_text(type) ? std::optional(token) : std::nullopt;
  if (type == TokenType::float32) return float_as(gain * number_of(token) + offset);
  if (!is_whole(type) || std::holds_alternative<double>(token)) return {};
  const auto* natural = std::get_if<std::uint64_t>(&token);
  const Wide value = natural != nullptr ? Wide(*natural) : Wide(std::get<std::int64_t>(token));
  constexpr double most = 9223372036854775808.0;  // 2^63: gains beyond would leave nothing but 0 in range
  if (std::abs(gain) >= most || std::abs(offset) >= most) return {};
  return whole_as(type, value * static_cast<Wide>(gain) + static_cast<Wide>(offset));
}

std::string text_of(const Token& token) {
  if (const auto* text = std::get_if<std::string>(&token)) return "'" + *text + "'";
  if (const auto* whole = std::get_if<std::int64_t>(&token)) return std::to_string(*whole);
  if (const auto* natural = std::get_if<std::uint64_t>(&token)) return std::to_string(*natural);
  std::ostringstream text;
  text << std::get<double>(token);
  return text.str();
}

}  // namespace accordo
