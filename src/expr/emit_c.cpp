// Writes a tape as C code.
#include "expr/emit_c.hpp"

#include <fmt/format.h>

#include <cmath>
#include <vector>

namespace accordo::expr {
namespace {

/// A literal of type double, in its shortest exact form.
std::string literal(double value) {
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return std::signbit(value) ? fmt::format("({})", text) : text;
}

/// C text with {0}, {1}, {2} for the operands.
std::string_view pattern(Op op) {
  // clang-format off
  switch (op) {
    case Op::add: return "{0} + {1}";
    case Op::subtract: return "{0} - {1}";
    case Op::multiply: return "{0} * {1}";
    case Op::divide: return "{0} / {1}";
    case Op::power: return "pow({0}, {1})";
    case Op::negate: return "-{0}";
    case Op::less: return "{0} < {1} ? 1.0 : 0.0";
    case Op::less_equal: return "{0} <= {1} ? 1.0 : 0.0";
    case Op::greater: return "{0} > {1} ? 1.0 : 0.0";
    case Op::greater_equal: return "{0} >= {1} ? 1.0 : 0.0";
    case Op::equal: return "{0} == {1} ? 1.0 : 0.0";
    case Op::not_equal: return "{0} != {1} ? 1.0 : 0.0";
    case Op::logical_and: return "{0} != 0 && {1} != 0 ? 1.0 : 0.0";
    case Op::logical_or: return "{0} != 0 || {1} != 0 ? 1.0 : 0.0";
    case Op::logical_not: return "{0} == 0 ? 1.0 : 0.0";
    case Op::select: return "{0} != 0 ? {1} : {2}";
    case Op::atan2: return "atan2({0}, {1})";
    case Op::abs: return "fabs({0})";
    case Op::min: return "minimum({0}, {1})";
    case Op::max: return "maximum({0}, {1})";
    case Op::sign: return "sign_of({0})";
    default: return {};
  }
  // clang-format on
}

std::string statement(const Program::Instruction& i, const std::vector<std::string>& names) {
  const auto name = [&](int slot) -> const std::string& { return names[static_cast<std::size_t>(slot)]; };
  const std::string_view text = pattern(i.op);
  if (text.empty())
    return fmt::format("{}({})", function_name(i.op), name(i.a));  // the name C has for it, too
  return fmt::format(fmt::runtime(text), name(i.a), name(i.b), name(i.c));
}

}  // namespace

std::string c_prelude() {
  return R"(#include <math.h>

static double minimum(double a, double b) { return a <= b ? a : b < a ? b : a + b; }
static double maximum(double a, double b) { return a >= b ? a : b > a ? b : a + b; }
static double sign_of(double a) { return a > 0 ? 1.0 : a < 0 ? -1.0 : a; }
)";
}

std::string emit_c(const Program& program, std::string_view name) {
  std::vector<std::string> names(program.work_size());  // how the code calls each slot
  const auto slot_name = [&](int slot) -> std::string& { return names[static_cast<std::size_t>(slot)]; };
  slot_name(Program::time_slot) = std::string("t");
  slot_name(Program::switch_slot) = std::string("t_switch");
  for (const auto& load : program.loads()) slot_name(load.slot) = fmt::format("s[{}]", load.symbol);
  for (const auto& constant : program.constants()) slot_name(constant.slot) = literal(constant.value);

  std::string code =
      fmt::format("\nvoid {}(double t, double t_switch, const double* s, double* r) {{\n", name);
  code += "  (void)t, (void)t_switch, (void)s, (void)r;\n";
  int slot = program.first_slot();
  for (const auto& instruction : program.instructions()) {
    slot_name(slot) = fmt::format("v{}", slot - program.first_slot());
    code += fmt::format("  const double {} = {};\n", slot_name(slot), statement(instruction, names));
    ++slot;
  }
  std::size_t root = 0;
  for (const int result : program.result_slots())
    code += fmt::format("  r[{}] = {};\n", root++, slot_name(result));
  return code + "}\n";
}

}  // namespace accordo::expr
