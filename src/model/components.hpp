// Strongly connected components of a directed graph.
#pragma once

#include <span>
#include <utility>
#include <vector>

namespace accordo {

/// A directed graph on nodes 0 … n-1, its edges grouped by the node they leave.
class Digraph {
 public:
  /// Edges are (from, to) pairs.
  Digraph(int nodes, std::span<const std::pair<int, int>> edges);

  int size() const { return static_cast<int>(first_.size()) - 1; }
  std::span<const int> successors(int node) const {
    const auto n = static_cast<std::size_t>(node);
    return std::span(to_).subspan(first_[n], first_[n + 1] - first_[n]);
  }

 private:
  std::vector<std::size_t> first_;
  std::vector<int> to_;
};

/// Each component's nodes, ascending; a component comes after all those it can reach (Tarjan, Depth-first
/// search and linear graph algorithms, 1972). Without recursion: chains of any length.
std::vector<std::vector<int>> strong_components(const Digraph& graph);

}  // namespace accordo
