// Walks over the graph; without recursion, each node once.
#include "expr/query.hpp"

#include <algorithm>

namespace accordo::expr {

std::vector<Node> reachable(const Graph& graph, std::span<const Node> roots) {
  std::vector<bool> seen(static_cast<std::size_t>(graph.size()), false);
  std::vector<Node> found, pending(roots.begin(), roots.end());
  while (!pending.empty()) {
    const Node n = pending.back();
    pending.pop_back();
    if (seen[static_cast<std::size_t>(n)]) continue;
    seen[static_cast<std::size_t>(n)] = true;
    found.push_back(n);
    for (const Node operand : graph[n].operands()) pending.push_back(operand);
  }
  std::sort(found.begin(), found.end());
  return found;
}

bool Dependence::on(int symbol) const {
  return std::binary_search(symbols.begin(), symbols.end(), symbol);
}

Dependence dependence(const Graph& graph, std::span<const Node> roots) {
  Dependence result;
  for (const Node n : reachable(graph, roots)) {
    if (graph[n].op == Op::symbol) result.symbols.push_back(graph[n].symbol);
    if (graph[n].op == Op::time) result.time = true;
  }
  std::sort(result.symbols.begin(), result.symbols.end());
  return result;
}

Dependence dependence(const Graph& graph, Node root) {
  return dependence(graph, {&root, 1});
}

bool is_constant_in(const Graph& graph, Node root, int symbol) {
  return !dependence(graph, root).on(symbol);
}

}  // namespace accordo::expr
