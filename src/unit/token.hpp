// Values that are no real numbers: integers of any width, booleans, enumerations, texts, bytes, and floats of
// single precision. They are passed on at communication points and never enter a computation of ours.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

namespace accordo {

enum class TokenType {
  float32,
  int8,
  uint8,
  int16,
  uint16,
  int32,
  uint32,
  int64,
  uint64,
  boolean,
  enumeration,
  string,
  binary
};

/// uint64_t is for that type alone; all other integers, booleans and enumerations are int64_t; texts and
/// bytes are strings.
using Token = std::variant<std::int64_t, std::uint64_t, double, std::string>;

/// The type's name for people, as in FMI 3.
const char* name_of(TokenType type);

/// Texts and bytes.
constexpr bool is_text(TokenType type) {
  return type == TokenType::string || type == TokenType::binary;
}
/// Integers, booleans and enumerations.
constexpr bool is_whole(TokenType type) {
  return !is_text(type) && type != TokenType::float32;
}

/// Zero, or an empty text.
Token empty_token(TokenType type);

/// A token as a number; NaN for texts.
double number_of(const Token& token);

/// gain·token + offset as a value of another type; nothing where it does not fit: a number out of range, or a
/// type that cannot hold it. Whole numbers stay exact; gain and offset must then be whole, too.
std::optional<Token> converted(const Token& token, TokenType type, double gain, double offset);

/// A token for people.
std::string text_of(const Token& token);

}  // namespace accordo
