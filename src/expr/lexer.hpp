// Splits the text of an expression into tokens; knows what people write by habit of other languages.
#pragma once

#include <string_view>

#include "expr/parse.hpp"

namespace accordo::expr {

/// A piece of the text.
struct Token {
  enum class Kind { number, name, sign, end };

  Kind kind = Kind::end;
  std::string_view text;
  int offset = 0;
  double value = 0;  ///< of numbers

  bool is(std::string_view what) const { return kind != Kind::number && text == what; }
};

/// Reads token by token.
class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  /// The next token; throws a ParseProblem at what is none.
  Token next();

 private:
  Token number();
  [[noreturn]] void refuse() const;

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace accordo::expr
