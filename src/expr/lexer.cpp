// Tokens, and the remedies for what is none.
#include "expr/lexer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <utility>

namespace accordo::expr {
namespace {

// Not from <cctype>: those depend on the locale.
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

constexpr std::array<std::string_view, 14> signs{"<=", ">=", "==", "!=", "<", ">", "+",
                                                 "-",  "*",  "/",  "^",  "(", ")", ","};

struct Habit {
  std::string_view text;
  std::string_view remedy;
};

// What people write elsewhere; longer ones first where one begins another.
constexpr std::array habits{
    Habit{"**", "use ^ for powers"},
    Habit{"&&", "use and"},
    Habit{"&", "use and"},
    Habit{"||", "use or"},
    Habit{"|", "use or"},
    Habit{"~=", "use !="},
    Habit{"<>", "use !="},
    Habit{"=<", "use <="},
    Habit{"=>", "use >="},
    Habit{"!", "use not"},
    Habit{"~", "use not"},
    Habit{"=", "use == to compare"},
    Habit{"?", "write if(condition, a, b)"},
    Habit{":", "write if(condition, a, b)"},
    Habit{"%", "the remainder of a/b is a - b*floor(a/b)"},
    Habit{"[", "use round parentheses"},
    Habit{"]", "use round parentheses"},
    Habit{"{", "use round parentheses"},
    Habit{"}", "use round parentheses"},
    Habit{";", "arguments are separated by commas"},
    Habit{"\xE2\x88\x92", "this is the typographic minus sign (U+2212): use the ASCII hyphen -"},
    Habit{"\xE2\x80\x93", "this is an en dash (U+2013): use the ASCII hyphen -"},
    Habit{"\xE2\x80\x94", "this is an em dash (U+2014): use the ASCII hyphen -"},
    Habit{"\xC3\x97", "use *"},
    Habit{"\xC2\xB7", "use *"},
    Habit{"\xE2\x8B\x85", "use *"},
    Habit{"\xC3\xB7", "use /"},
    Habit{"\xE2\x89\xA4", "use <="},
    Habit{"\xE2\x89\xA5", "use >="},
    Habit{"\xE2\x89\xA0", "use !="},
    Habit{"\xC2\xB2", "use ^2"},
    Habit{"\xC2\xB3", "use ^3"},
    Habit{"\xCF\x80", "write pi"},
    Habit{"\xC2\xA0", "this is a non-breaking space (U+00A0): use a plain space"},
};

/// The character at the beginning of `text` for a message: the whole of it if it is UTF-8, a number
/// otherwise.
std::string first_character(std::string_view text) {
  const auto byte = static_cast<unsigned char>(text.front());
  const std::size_t length = byte < 0x80 ? 1 : byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 0;
  const bool complete = length > 0 && length <= text.size() &&
                        std::all_of(text.begin() + 1, text.begin() + static_cast<std::ptrdiff_t>(length),
                                    [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80; });
  if (!complete || byte < 0x20 || byte == 0x7F) return fmt::format("the byte 0x{:02x}", byte);
  return fmt::format("'{}'", text.substr(0, length));
}

}  // namespace

Token Lexer::next() {
  while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  const std::string_view rest = text_.substr(at_);
  const int offset = static_cast<int>(at_);
  if (rest.empty()) return {Token::Kind::end, rest, offset};
  if (is_digit(rest[0]) || (rest[0] == '.' && rest.size() > 1 && is_digit(rest[1]))) return number();
  if (is_letter(rest[0])) {
    std::size_t length = 1;
    while (length < rest.size() && (is_letter(rest[length]) || is_digit(rest[length]))) ++length;
    at_ += length;
    return {Token::Kind::name, rest.substr(0, length), offset};
  }
  for (const std::string_view wrong : {"**", "<>"}) {  // they begin like a sign
    if (rest.starts_with(wrong)) refuse();
  }
  for (const std::string_view sign : signs) {
    if (!rest.starts_with(sign)) continue;
    at_ += sign.size();
    return {Token::Kind::sign, rest.substr(0, sign.size()), offset};
  }
  refuse();
}

Token Lexer::number() {
  const std::string_view rest = text_.substr(at_);
  Token token{Token::Kind::number, rest, static_cast<int>(at_)};
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), token.value);
  token.text = rest.substr(0, static_cast<std::size_t>(end - rest.data()));
  if (error != std::errc{}) {
    throw ParseProblem{token.offset,
                       fmt::format("the number {} is beyond what a double can hold", token.text),
                       "magnitudes from 5e-324 to 1.7e308 are possible", "expression-syntax"};
  }
  at_ += token.text.size();
  return token;
}

void Lexer::refuse() const {
  const std::string_view rest = text_.substr(at_);
  std::string what = fmt::format("{} cannot stand in an expression", first_character(rest));
  std::string remedy;
  if (rest[0] == '.') remedy = std::string("names have no dots, and a number needs a digit beside its point");
  const auto* habit =
      std::find_if(habits.begin(), habits.end(), [&](auto& h) { return rest.starts_with(h.text); });
  if (habit != habits.end()) {
    what = fmt::format("'{}' is not known in expressions", habit->text);
    remedy = habit->remedy;
  }
  throw ParseProblem{static_cast<int>(at_), std::move(what), std::move(remedy), "expression-syntax"};
}

}  // namespace accordo::expr
