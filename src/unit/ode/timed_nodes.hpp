// What in a unit's equations depends on time alone and could hide between two points in time.
#pragma once

#include "expr/expr.hpp"

namespace accordo {

/// Nodes of expressions that depend on time and parameters only. Each is looked at by itself: in a sum one
/// pulse that is seen would cover up for another that is not. They are
///  - functions, quotients and powers that are not polynomials, and everything that switches; with their
///    slopes where they are smooth, for two steep ramps of opposite sign hide a pulse between them although
///    each ramp is seen;
///  - whatever is constant from switch to switch, such as a product of comparisons.
/// Polynomials of such nodes hide nothing that the nodes do not. Where a condition on time keeps a node from
/// being used, it counts as 0: if(t < 2, exp(1/(t - 2)), 0) has no pole.
struct TimedNodes {
  /// First values, then slopes.
  struct List {
    expr::Program program;
    std::size_t values = 0;
  };
  /// Functions that hardly bend while their argument moves by 1, and whose argument is affine in t.
  List even;
  expr::Program rates;  ///< the slopes of these arguments
  List others;

  bool any() const { return even.values + others.values > 0; }
};

TimedNodes timed_nodes(expr::Graph& graph, std::span<const expr::Node> roots, int parameters);

}  // namespace accordo
