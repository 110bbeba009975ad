// The printer, the inverse of the parser.
#include "expr/print.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <string_view>
#include <vector>

#include "expr/precedence.hpp"

namespace accordo::expr {
namespace {

std::string_view operator_text(Op op) {
  // clang-format off
  switch (op) {
    case Op::logical_or: return " or ";
    case Op::logical_and: return " and ";
    case Op::less: return " < ";
    case Op::less_equal: return " <= ";
    case Op::greater: return " > ";
    case Op::greater_equal: return " >= ";
    case Op::equal: return " == ";
    case Op::not_equal: return " != ";
    case Op::add: return " + ";
    case Op::subtract: return " - ";
    case Op::multiply: return "*";
    case Op::divide: return "/";
    default: return "^";
  }
  // clang-format on
}

/// Keeps what is still to be written on a stack of its own: an expression may be deeper than the program's
/// stack.
class Printer {
 public:
  Printer(const Graph& graph, std::span<const std::string> symbols) : graph_(graph), symbols_(symbols) {}

  std::string print(Node root) {
    push(root, Precedence::lowest);
    while (!pending_.empty()) {
      const Item item = pending_.back();
      pending_.pop_back();
      if (item.node < 0) {
        text_ += item.text;
      } else {
        expand(item);
      }
    }
    return std::move(text_);
  }

 private:
  struct Item {
    std::string_view text;
    Node node = -1;
    Precedence weakest = Precedence::lowest;  ///< what binds more weakly needs parentheses
  };

  void push(std::string_view text) { pending_.push_back({text}); }
  void push(Node node, Precedence weakest) { pending_.push_back({{}, node, weakest}); }

  /// Pushes the parts in reverse, so that the first comes out first.
  void expand(const Item& item) {
    const Entry& e = graph_[item.node];
    if (operand_count(e.op) == 0) return leaf(e, item.weakest);
    const Precedence own = precedence(e.op);
    const bool enclose = own < item.weakest;
    if (enclose) push(")");
    if (own == Precedence::primary) {
      call(e);
    } else if (e.op == Op::negate || e.op == Op::logical_not) {
      push(e.a(), own);
      push(e.op == Op::negate ? "-" : "not ");
    } else {
      const bool power = e.op == Op::power, comparison = own == Precedence::comparison;
      push(e.b(), power ? Precedence::sign : stronger(own));
      push(operator_text(e.op));
      push(e.a(), power || comparison ? stronger(own) : own);
    }
    if (enclose) push("(");
  }

  void call(const Entry& e) {
    const auto operands = e.operands();
    push(")");
    for (std::size_t i = operands.size(); i-- > 0;) {
      push(operands[i], Precedence::lowest);
      push(i > 0 ? ", " : "(");
    }
    push(function_name(e.op));
  }

  void leaf(const Entry& e, Precedence weakest) {
    if (e.op == Op::time) {
      text_ += "t";
    } else if (e.op == Op::symbol) {
      text_ += symbols_[static_cast<std::size_t>(e.symbol)];
    } else {
      const bool enclose = std::signbit(e.value) && weakest > Precedence::sign;
      const double magnitude = std::abs(e.value);
      if (enclose) text_ += "(";
      if (std::signbit(e.value)) text_ += "-";
      text_ += magnitude == std::numbers::pi ? "pi" : fmt::format("{}", magnitude);
      if (enclose) text_ += ")";
    }
  }

  const Graph& graph_;
  std::span<const std::string> symbols_;
  std::vector<Item> pending_;
  std::string text_;
};

}  // namespace

std::string print(const Graph& graph, Node node, std::span<const std::string> symbols) {
  return Printer(graph, symbols).print(node);
}

}  // namespace accordo::expr
