// The operations an expression may use, and the names by which a user calls them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace accordo::expr {

// clang-format off
/// What a node of a Graph does.
enum class Op : int {
  constant, symbol, time,
  add, subtract, multiply, divide, power, negate,
  less, less_equal, greater, greater_equal, equal, not_equal,
  logical_and, logical_or, logical_not,
  select,  ///< if(c, a, b)
  sin, cos, tan, asin, acos, atan, atan2, sinh, cosh, tanh,
  exp, log, log10, sqrt, abs, min, max, floor, ceil, sign,
};
// clang-format on

/// The number of operands, 0 to 3.
int operand_count(Op op);

/// The operation called as `name(…)`: the functions, `if` and `pow`.
std::optional<Op> function_named(std::string_view name);

/// The name by which `op` is called; empty for those written as operators. (`pow` is written as `^`.)
std::string_view function_name(Op op);

/// All names that can be called: sin, …, if, pow.
std::span<const std::string> function_names();

/// Whether a user may not give this name to a symbol: functions, `t`, `pi`, `and`, `or`, `not`.
bool is_reserved(std::string_view name);

}  // namespace accordo::expr
