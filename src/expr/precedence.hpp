// How strongly operators bind: what the parser reads and the printer must respect.
#pragma once

#include "expr/op.hpp"

namespace accordo::expr {

/// From weak to strong.
enum class Precedence : int {
  disjunction,
  conjunction,
  negation,    ///< not
  comparison,  ///< not associative
  sum,
  product,
  sign,  ///< unary minus
  power,
  primary,
  lowest = disjunction,
};

inline Precedence stronger(Precedence p) {
  return static_cast<Precedence>(static_cast<int>(p) + 1);
}

inline Precedence precedence(Op op) {
  switch (op) {
    case Op::logical_or:
      return Precedence::disjunction;
    case Op::logical_and:
      return Precedence::conjunction;
    case Op::logical_not:
      return Precedence::negation;
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal:
    case Op::equal:
    case Op::not_equal:
      return Precedence::comparison;
    case Op::add:
    case Op::subtract:
      return Precedence::sum;
    case Op::multiply:
    case Op::divide:
      return Precedence::product;
    case Op::negate:
      return Precedence::sign;
    case Op::power:
      return Precedence::power;
    default:
      return Precedence::primary;
  }
}

}  // namespace accordo::expr
