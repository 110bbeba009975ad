// C99 source of compiled expressions, for models that leave this program (FMU export).
#pragma once

#include <string>
#include <string_view>

#include "expr/program.hpp"

namespace accordo::expr {

/// What emitted functions need: includes and a few static helpers. Once per file.
std::string c_prelude();

/// `void name(double t, double t_switch, const double* s, double* r)`: the tape of `program`, instruction by
/// instruction. Compiled with -ffp-contract=off against the same libm it computes the same bits.
std::string emit_c(const Program& program, std::string_view name);

}  // namespace accordo::expr
