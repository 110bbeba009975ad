// The value of an expression computed the slow and obvious way, to compare the tape with.
#pragma once

#include <cmath>
#include <limits>
#include <span>

#include "expr/graph.hpp"
#include "expr/query.hpp"

namespace accordo::expr::testing {

/// Evaluates by recursion; follows the rule of the two times from its definition.
struct Reference {
  const Graph& graph;
  double t_switch;
  std::span<const double> symbols;
  int parameter_count;

  bool by_time_alone(Node n) const {
    const Dependence d = dependence(graph, n);
    return d.time && (d.symbols.empty() || d.symbols.back() < parameter_count);
  }

  double value(Node n, double t) const {
    const Entry& e = graph[n];
    if (e.op == Op::constant) return e.value;
    if (e.op == Op::symbol) return symbols[static_cast<std::size_t>(e.symbol)];
    if (e.op == Op::time) return t;
    if (e.op == Op::select) {
      const double time = by_time_alone(e.a()) ? t_switch : t;
      return value(e.a(), time) != 0 ? value(e.b(), time) : value(e.c(), time);
    }
    const double a = value(e.a(), switching(e.op) && by_time_alone(n) ? t_switch : t);
    if (operand_count(e.op) == 1) return unary(e.op, a);
    const double b = value(e.b(), switching(e.op) && by_time_alone(n) ? t_switch : t);
    return e.op == Op::power && graph.is_constant(e.b()) ? power(a, b) : binary(e.op, a, b);
  }

  static bool switching(Op op) {
    return (op >= Op::less && op <= Op::not_equal) || (op >= Op::abs && op <= Op::sign);
  }

  static double power(double a, double b) {
    if (b == 2) return a * a;
    if (b == 3) return a * a * a;
    if (b == 5) return (a * a) * (a * a) * a;
    if (b == -1) return 1 / a;
    if (b == -2) return 1 / (a * a);
    if (b == -3) return 1 / (a * a * a);
    return b == 0.5 ? std::sqrt(a) : std::pow(a, b);
  }

  // clang-format off
  static double unary(Op op, double a) {
    switch (op) {
      case Op::negate: return -a;
      case Op::logical_not: return a != 0 ? 0 : 1;
      case Op::sin: return std::sin(a);
      case Op::cos: return std::cos(a);
      case Op::tan: return std::tan(a);
      case Op::asin: return std::asin(a);
      case Op::acos: return std::acos(a);
      case Op::atan: return std::atan(a);
      case Op::sinh: return std::sinh(a);
      case Op::cosh: return std::cosh(a);
      case Op::tanh: return std::tanh(a);
      case Op::exp: return std::exp(a);
      case Op::log: return std::log(a);
      case Op::log10: return std::log10(a);
      case Op::sqrt: return std::sqrt(a);
      case Op::abs: return std::fabs(a);
      case Op::floor: return std::floor(a);
      case Op::ceil: return std::ceil(a);
      default: return std::isnan(a) || a == 0 ? a : std::copysign(1.0, a);  // sign
    }
  }

  static double binary(Op op, double a, double b) {
    const bool unordered = std::isnan(a) || std::isnan(b);
    switch (op) {
      case Op::add: return a + b;
      case Op::subtract: return a - b;
      case Op::multiply: return a * b;
      case Op::divide: return a / b;
      case Op::power: return std::pow(a, b);
      case Op::less: return a < b;
      case Op::less_equal: return a <= b;
      case Op::greater: return a > b;
      case Op::greater_equal: return a >= b;
      case Op::equal: return a == b;
      case Op::not_equal: return a != b;
      case Op::logical_and: return a != 0 && b != 0;
      case Op::logical_or: return a != 0 || b != 0;
      case Op::atan2: return std::atan2(a, b);
      case Op::min: return unordered ? std::numeric_limits<double>::quiet_NaN() : b < a ? b : a;
      default: return unordered ? std::numeric_limits<double>::quiet_NaN() : b > a ? b : a;  // max
    }
  }
  // clang-format on
};

/// Equal bit by bit, except that all NaN are the same.
inline bool identical(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || (a == b && std::signbit(a) == std::signbit(b));
}

}  // namespace accordo::expr::testing
