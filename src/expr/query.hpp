// Questions about expressions: what is inside, and on what a value depends.
#pragma once

#include <span>
#include <vector>

#include "expr/graph.hpp"

namespace accordo::expr {

/// Everything inside the roots, the roots included, ascending and each once: operands come before their
/// users.
std::vector<Node> reachable(const Graph& graph, std::span<const Node> roots);

/// On what values depend, as written: floor(x) depends on x although its derivative vanishes.
struct Dependence {
  std::vector<int> symbols;  ///< ascending
  bool time = false;

  bool on(int symbol) const;
  /// Whether nothing but symbols with an index below `count` matters (parameters come first): a number that
  /// is fixed before the run starts.
  bool only_on_first(int count) const { return !time && (symbols.empty() || symbols.back() < count); }
};

/// What the values of all roots together depend on.
Dependence dependence(const Graph& graph, std::span<const Node> roots);
Dependence dependence(const Graph& graph, Node root);

/// Whether the value does not change with this symbol.
bool is_constant_in(const Graph& graph, Node root, int symbol);

}  // namespace accordo::expr
