// Equations whose branches are held: what switches by states or inputs stays on its side.
#pragma once

#include <span>
#include <vector>

#include "expr/expr.hpp"

namespace accordo {

/// One function per switch, zero where it switches, and the equations with a symbol in the place of its sign.
/// Comparisons, sign, abs, min and max of states and inputs are switches; what depends on time alone is not.
struct StateSwitches {
  struct Switch {
    expr::Node value = -1;    ///< in the graph, sides held in it, too
    expr::Node written = -1;  ///< the same as its user wrote it
    expr::Node noise = -1;    ///< how large the numbers are that it is computed of
    bool jumps = false;       ///< something may jump there, rather than bend
    std::size_t root = 0;     ///< the first of the roots in which it occurs
  };
  std::vector<Switch> switches;
  std::vector<expr::Node> roots;  ///< the equations, in which symbol `first_side + j` is -1, 0 or 1
};

/// Symbols are parameters, then `variables` states and inputs, then sides.
StateSwitches find_state_switches(expr::Graph& graph, std::span<const expr::Node> roots, int parameters,
                                  int variables);

}  // namespace accordo
