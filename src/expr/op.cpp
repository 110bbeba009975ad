// The tables of operations and their names.
#include "expr/op.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace accordo::expr {
namespace {

struct Function {
  std::string_view name;
  Op op;
};

constexpr std::array functions{
    Function{"sin", Op::sin},     Function{"cos", Op::cos},   Function{"tan", Op::tan},
    Function{"asin", Op::asin},   Function{"acos", Op::acos}, Function{"atan", Op::atan},
    Function{"atan2", Op::atan2}, Function{"sinh", Op::sinh}, Function{"cosh", Op::cosh},
    Function{"tanh", Op::tanh},   Function{"exp", Op::exp},   Function{"log", Op::log},
    Function{"log10", Op::log10}, Function{"sqrt", Op::sqrt}, Function{"abs", Op::abs},
    Function{"min", Op::min},     Function{"max", Op::max},   Function{"floor", Op::floor},
    Function{"ceil", Op::ceil},   Function{"sign", Op::sign}, Function{"if", Op::select},
    Function{"pow", Op::power},
};

}  // namespace

int operand_count(Op op) {
  switch (op) {
    case Op::constant:
    case Op::symbol:
    case Op::time:
      return 0;
    case Op::select:
      return 3;
    case Op::add:
    case Op::subtract:
    case Op::multiply:
    case Op::divide:
    case Op::power:
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal:
    case Op::equal:
    case Op::not_equal:
    case Op::logical_and:
    case Op::logical_or:
    case Op::atan2:
    case Op::min:
    case Op::max:
      return 2;
    default:
      return 1;
  }
}

std::optional<Op> function_named(std::string_view name) {
  const auto* found =
      std::find_if(functions.begin(), functions.end(), [&](auto& f) { return f.name == name; });
  if (found == functions.end()) return std::nullopt;
  return found->op;
}

std::string_view function_name(Op op) {
  if (op == Op::power) return {};
  const auto* found = std::find_if(functions.begin(), functions.end(), [&](auto& f) { return f.op == op; });
  return found == functions.end() ? std::string_view{} : found->name;
}

std::span<const std::string> function_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list;
    list.reserve(functions.size());
    for (const Function& f : functions) list.emplace_back(f.name);
    return list;
  }();
  return names;
}

bool is_reserved(std::string_view name) {
  constexpr std::array<std::string_view, 5> words{"t", "pi", "and", "or", "not"};
  return function_named(name) || std::find(words.begin(), words.end(), name) != words.end();
}

}  // namespace accordo::expr
