// What the operations compute. The one definition that constant folding, the tape and (as text) the C code
// follow, so that a result never depends on which of them produced it.
#pragma once

#include <cmath>
#include <optional>

#include "expr/op.hpp"

namespace accordo::expr {

// A NaN must not get lost in min, max or sign, or a diverging run would look healthy.
inline double minimum(double a, double b) {
  return a <= b ? a : b < a ? b : a + b;
}
inline double maximum(double a, double b) {
  return a >= b ? a : b > a ? b : a + b;
}
inline double sign_of(double a) {
  return a > 0 ? 1.0 : a < 0 ? -1.0 : a;
}

/// The value of one operation; operands that `op` does not have are ignored.
inline double apply(Op op, double a, double b, double c) {
  // clang-format off
  switch (op) {
    case Op::add: return a + b;
    case Op::subtract: return a - b;
    case Op::multiply: return a * b;
    case Op::divide: return a / b;
    case Op::power: return std::pow(a, b);
    case Op::negate: return -a;
    case Op::less: return a < b ? 1.0 : 0.0;
    case Op::less_equal: return a <= b ? 1.0 : 0.0;
    case Op::greater: return a > b ? 1.0 : 0.0;
    case Op::greater_equal: return a >= b ? 1.0 : 0.0;
    case Op::equal: return a == b ? 1.0 : 0.0;
    case Op::not_equal: return a != b ? 1.0 : 0.0;
    case Op::logical_and: return a != 0 && b != 0 ? 1.0 : 0.0;
    case Op::logical_or: return a != 0 || b != 0 ? 1.0 : 0.0;
    case Op::logical_not: return a == 0 ? 1.0 : 0.0;
    case Op::select: return a != 0 ? b : c;
    case Op::sin: return std::sin(a);
    case Op::cos: return std::cos(a);
    case Op::tan: return std::tan(a);
    case Op::asin: return std::asin(a);
    case Op::acos: return std::acos(a);
    case Op::atan: return std::atan(a);
    case Op::atan2: return std::atan2(a, b);
    case Op::sinh: return std::sinh(a);
    case Op::cosh: return std::cosh(a);
    case Op::tanh: return std::tanh(a);
    case Op::exp: return std::exp(a);
    case Op::log: return std::log(a);
    case Op::log10: return std::log10(a);
    case Op::sqrt: return std::sqrt(a);
    case Op::abs: return std::abs(a);
    case Op::min: return minimum(a, b);
    case Op::max: return maximum(a, b);
    case Op::floor: return std::floor(a);
    case Op::ceil: return std::ceil(a);
    case Op::sign: return sign_of(a);
    case Op::constant:
    case Op::symbol:
    case Op::time: break;
  }
  // clang-format on
  return 0;
}

/// The exponent as an integer if a^exponent is computed by multiplications: magnitude 1 to 16.
inline std::optional<int> small_integer(double exponent) {
  const double magnitude = std::abs(exponent);
  if (!(magnitude >= 1 && magnitude <= 16) || magnitude != std::floor(magnitude)) return std::nullopt;
  return static_cast<int>(exponent);
}

/// x^n for n >= 1 by squaring; `multiply` works on numbers, or on slots of a tape being written.
template <class Value, class Multiply>
Value repeated_product(Value x, int n, Multiply multiply) {
  int bit = 1;
  while (bit <= n / 2) bit *= 2;
  Value result = x;
  for (bit /= 2; bit > 0; bit /= 2) {
    result = multiply(result, result);
    if ((n & bit) != 0) result = multiply(result, x);
  }
  return result;
}

/// base^exponent for an exponent that is a constant of the expression.
inline double constant_power(double base, double exponent) {
  if (exponent == 0.5) return std::sqrt(base);
  const std::optional<int> n = small_integer(exponent);
  if (!n) return std::pow(base, exponent);
  const double product = repeated_product(base, std::abs(*n), [](double x, double y) { return x * y; });
  return *n > 0 ? product : 1 / product;
}

}  // namespace accordo::expr
