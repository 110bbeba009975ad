// The parser: precedence climbing, and the wording of its complaints.
#include "expr/parse.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numbers>

#include "base/names.hpp"
#include "expr/lexer.hpp"
#include "expr/precedence.hpp"

namespace accordo::expr {
namespace {

struct Operator {
  std::string_view text;
  Op op;
};

constexpr std::array operators{
    Operator{"or", Op::logical_or}, Operator{"and", Op::logical_and}, Operator{"<", Op::less},
    Operator{"<=", Op::less_equal}, Operator{">", Op::greater},       Operator{">=", Op::greater_equal},
    Operator{"==", Op::equal},      Operator{"!=", Op::not_equal},    Operator{"+", Op::add},
    Operator{"-", Op::subtract},    Operator{"*", Op::multiply},      Operator{"/", Op::divide},
    Operator{"^", Op::power},
};

/// Names known from elsewhere.
std::string_view habitual_remedy(std::string_view name) {
  struct Remedy {
    std::string_view name, remedy;
  };
  constexpr std::array remedies{
      Remedy{"ln", "the natural logarithm is log(x)"},
      Remedy{"time", "time is called t"},
      Remedy{"true", "write 1"},
      Remedy{"false", "write 0"},
      Remedy{"e", "write exp(1)"},
      Remedy{"mod", "the remainder of a/b is a - b*floor(a/b)"},
      Remedy{"heaviside", "write if(x >= 0, 1, 0)"},
      Remedy{"step", "write if(x >= 0, 1, 0)"},
  };
  const auto* found = std::find_if(remedies.begin(), remedies.end(), [&](auto& h) { return h.name == name; });
  return found == remedies.end() ? std::string_view{} : found->remedy;
}

std::string shown(const Token& token) {
  return token.kind == Token::Kind::end ? "the end" : fmt::format("'{}'", token.text);
}

/// Precedence climbing. A problem ends it through an exception that does not leave this file.
class Parser {
 public:
  Parser(Graph& graph, std::string_view text, const SymbolTable& symbols)
      : graph_(graph), symbols_(symbols), lexer_(text) {}

  Node parse() {
    advance();
    if (token_.kind == Token::Kind::end)
      fail(0, "the expression is empty", "write a number, a name or a formula");
    const Node node = expression(Precedence::lowest);
    if (token_.kind != Token::Kind::end) unexpected();
    return node;
  }

 private:
  [[noreturn]] static void fail(int offset, std::string what, std::string remedy = {},
                                std::string id = "expression-syntax") {
    throw ParseProblem{offset, std::move(what), std::move(remedy), std::move(id)};
  }

  void advance() {
    previous_ = token_;
    token_ = lexer_.next();
  }

  /// The operator at the current token, if there is one.
  const Operator* current_operator() const {
    const auto* found =
        std::find_if(operators.begin(), operators.end(), [&](auto& o) { return token_.is(o.text); });
    return found == operators.end() ? nullptr : found;
  }

  /// Everything that binds at least as strongly as `weakest`.
  Node expression(Precedence weakest) {
    if (++depth_ > max_depth) {
      fail(token_.offset, fmt::format("the expression is nested more than {} levels deep", max_depth),
           "give parts of it a name of their own");
    }
    Node left = prefixed(weakest);
    for (;;) {
      const Operator* found = current_operator();
      if (found == nullptr) break;
      const Precedence strength = precedence(found->op);
      if (strength < weakest) break;
      advance();
      const bool to_the_right = found->op == Op::power;
      const Node right = expression(to_the_right ? strength : stronger(strength));
      left = graph_.make(found->op, left, right);
      if (strength == Precedence::comparison) refuse_chain(*found);
    }
    --depth_;
    return left;
  }

  void refuse_chain(const Operator& first) const {
    const Operator* second = current_operator();
    if (second == nullptr || precedence(second->op) != Precedence::comparison) return;
    fail(token_.offset,
         fmt::format("comparisons cannot be chained: '{}' follows '{}'", second->text, first.text),
         fmt::format("write a {} b and b {} c", first.text, second->text));
  }

  /// An operand with its prefix: minus, plus or not.
  Node prefixed(Precedence weakest) {
    const Token first = token_;
    if (first.is("-") || first.is("+")) {
      advance();
      const Node operand = expression(Precedence::sign);
      return first.is("-") ? graph_.make(Op::negate, operand) : operand;
    }
    if (first.is("not")) {
      if (weakest > Precedence::negation) {
        fail(first.offset, "'not' binds too weakly to stand here", "put it in parentheses: (not a)");
      }
      advance();
      return graph_.make(Op::logical_not, expression(Precedence::negation));
    }
    return primary();
  }

  Node primary() {
    const Token first = token_;
    if (first.kind == Token::Kind::number) {
      advance();
      return graph_.constant(first.value);
    }
    if (first.is("(")) {
      advance();
      const Node inner = expression(Precedence::lowest);
      close(first);
      return inner;
    }
    if (first.kind == Token::Kind::name && !first.is("and") && !first.is("or")) return named();
    if (first.kind == Token::Kind::end) fail(first.offset, "the expression ends where a value is expected");
    fail(first.offset, fmt::format("expected a value, found {}", shown(first)));
  }

  Node named() {
    const Token name = token_;
    advance();
    if (token_.is("(")) return call(name);
    if (name.is("t")) return graph_.time();
    if (name.is("pi")) return graph_.constant(std::numbers::pi);
    if (const auto index = symbols_.find(name.text)) return graph_.symbol(*index);
    if (const auto function = function_named(name.text)) {
      constexpr std::array<std::string_view, 4> arguments{"", "(x)", "(a, b)", "(condition, a, b)"};
      fail(name.offset, fmt::format("'{}' is a function and needs arguments", name.text),
           fmt::format("write {}{}", name.text,
                       arguments.at(static_cast<std::size_t>(operand_count(*function)))));
    }
    fail(name.offset, fmt::format("unknown symbol '{}'", name.text), help_with_symbol(name.text),
         "unknown-symbol");
  }

  Node call(const Token& name) {
    const auto function = function_named(name.text);
    if (!function) refuse_call(name);
    const Token open = token_;
    advance();
    std::array<Node, 3> arguments{-1, -1, -1};
    std::size_t given = 0;
    if (!token_.is(")")) {
      for (;;) {
        const Node argument = expression(Precedence::lowest);
        if (given < arguments.size()) arguments[given] = argument;
        ++given;
        if (!token_.is(",")) break;
        advance();
      }
    }
    close(open);
    if (const auto wanted = static_cast<std::size_t>(operand_count(*function)); given != wanted) {
      const bool nestable = given > 2 && (*function == Op::min || *function == Op::max);
      fail(name.offset,
           fmt::format("{} takes {} argument{}, {} given", name.text, wanted, wanted == 1 ? "" : "s", given),
           nestable ? fmt::format("nest it: {0}(a, {0}(b, c))", name.text) : std::string(),
           "wrong-argument-count");
    }
    return graph_.make(*function, arguments[0], arguments[1], arguments[2]);
  }

  [[noreturn]] void refuse_call(const Token& name) const {
    if (name.is("t") || name.is("pi") || symbols_.find(name.text)) {
      fail(name.offset, fmt::format("'{}' is not a function", name.text),
           fmt::format("to multiply, write {}*(…)", name.text), "unknown-function");
    }
    std::string remedy(habitual_remedy(name.text));
    if (remedy.empty()) remedy = did_you_mean(name.text, function_names());
    if (remedy.empty()) remedy = fmt::format("known: {}", fmt::join(function_names(), ", "));
    fail(name.offset, fmt::format("unknown function '{}'", name.text), remedy, "unknown-function");
  }

  std::string help_with_symbol(std::string_view name) const {
    if (const std::string_view remedy = habitual_remedy(name); !remedy.empty()) return std::string(remedy);
    std::vector<std::string> known(symbols_.names().begin(), symbols_.names().end());
    known.insert(known.end(), {"t", "pi"});
    std::vector<std::string> all = known;
    all.insert(all.end(), function_names().begin(), function_names().end());
    if (!closest(name, all).empty()) return did_you_mean(name, all);
    return did_you_mean(name, known);
  }

  void close(const Token& open) {
    if (token_.kind == Token::Kind::end) fail(open.offset, "this '(' is never closed", "add the missing ')'");
    if (!token_.is(")")) unexpected();
    advance();
  }

  /// Complains about a token that cannot follow a complete operand.
  [[noreturn]] void unexpected() const {
    const int at = token_.offset;
    if (token_.is(")")) fail(at, "this ')' closes nothing", "remove it, or add the missing '('");
    if (token_.is(",")) {
      fail(at, "a comma can only separate the arguments of a function", "decimals have a point: 1.5");
    }
    const std::string what = fmt::format("expected an operator, found {}", shown(token_));
    const std::string before(previous_.text);
    if (token_.is("(")) fail(at, what, fmt::format("to multiply, write {}*(…)", before));
    constexpr std::array<std::string_view, 4> word_operators{"and", "or", "AND", "OR"};
    if (const auto* word = std::find(word_operators.begin(), word_operators.end(), token_.text);
        word != word_operators.end()) {
      fail(at, what, "write and, or in small letters");
    }
    if (token_.is("not")) fail(at, what, "write and not, or not, or !=");
    fail(at, what, fmt::format("to multiply, write {}*{}", before, token_.text));
  }

  Graph& graph_;
  const SymbolTable& symbols_;
  Lexer lexer_;
  Token token_, previous_;
  int depth_ = 0;
};

}  // namespace

SymbolTable::SymbolTable(std::span<const std::string> names) : names_(names.begin(), names.end()) {
  for (std::size_t i = 0; i < names_.size(); ++i) index_.emplace(names_[i], static_cast<int>(i));
}

std::optional<int> SymbolTable::find(std::string_view name) const {
  const auto found = index_.find(std::string(name));
  if (found == index_.end()) return std::nullopt;
  return found->second;
}

Parsed parse(Graph& graph, std::string_view text, const SymbolTable& symbols) {
  try {
    return Parser(graph, text, symbols).parse();
  } catch (ParseProblem& problem) {
    return std::move(problem);
  }
}

std::optional<Node> parse(Graph& graph, std::string_view text, const SourceLocation& place,
                          const SymbolTable& symbols, Problems& problems) {
  const Parsed parsed = parse(graph, text, symbols);
  if (parsed) return *parsed;
  const ParseProblem& p = parsed.problem();
  problems.add(p.id, place_of(place, text, p.offset), p.what, p.remedy);
  return std::nullopt;
}

LineColumn line_column(std::string_view text, int offset) {
  const std::string_view before = text.substr(0, static_cast<std::size_t>(offset));
  const std::size_t newline = before.rfind('\n');
  const std::size_t begin = newline == std::string_view::npos ? 0 : newline + 1;
  // Bytes are columns: everything before a problem is ASCII, for anything else would have been the problem.
  return {1 + static_cast<int>(std::count(before.begin(), before.end(), '\n')),
          1 + static_cast<int>(before.size() - begin)};
}

SourceLocation place_of(const SourceLocation& start, std::string_view text, int offset) {
  const LineColumn at = line_column(text, offset);
  SourceLocation place = start;
  if (place.line == 0) return place;
  place.line += at.line - 1;
  if (at.line > 1) {
    place.column = 0;
  } else if (place.column > 0) {
    place.column += at.column - 1;
  }
  return place;
}

}  // namespace accordo::expr
