// Exact symbolic derivatives. What vanishes identically is the constant 0, so sparsity, feed-through and
// linearity can be read off the graph.
//
// At kinks the derivative is the one-sided derivative of the branch that is evaluated there; the jumps of
// floor, ceil, sign and comparisons have derivative 0.
#pragma once

#include <span>
#include <vector>

#include "expr/graph.hpp"

namespace accordo::expr {

/// d node / d symbol.
Node derive(Graph& graph, Node node, int symbol);

/// The partial derivative with respect to time, symbols held.
Node derive_time(Graph& graph, Node node);
std::vector<Node> derive_time(Graph& graph, std::span<const Node> roots);

/// d roots[row] / d symbols[column].
struct Partial {
  int row = 0;
  int column = 0;
  Node value = -1;
};

/// All derivatives that do not vanish identically, by column, then row. The cost is that of the
/// subexpressions that depend on each symbol, not of the whole graph times the number of symbols.
std::vector<Partial> jacobian(Graph& graph, std::span<const Node> roots, std::span<const int> symbols);

}  // namespace accordo::expr
