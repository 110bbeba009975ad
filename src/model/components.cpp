#include "model/components.hpp"

#include <algorithm>

#include "base/index.hpp"

namespace accordo {
namespace {

class Tarjan {
 public:
  explicit Tarjan(const Digraph& graph)
      : graph_(graph), number_(index(graph.size()), -1), low_(number_), on_stack_(number_.size()) {}

  std::vector<std::vector<int>> run() {
    for (int node = 0; node < graph_.size(); ++node) {
      if (number_[index(node)] < 0) explore(node);
    }
    return std::move(components_);
  }

 private:
  struct Visit {
    int node;
    std::size_t next;  // successor to look at next
  };

  void enter(int node) {
    number_[index(node)] = low_[index(node)] = count_++;
    stack_.push_back(node);
    on_stack_[index(node)] = true;
    path_.push_back({node, 0});
  }

  void explore(int root) {
    enter(root);
    while (!path_.empty()) {
      Visit& visit = path_.back();
      const int node = visit.node;
      const std::span<const int> next = graph_.successors(node);
      if (visit.next == next.size()) {
        leave(node);
        continue;
      }
      const int other = next[visit.next++];
      if (number_[index(other)] < 0) {
        enter(other);  // ends the life of `visit`
      } else if (on_stack_[index(other)]) {
        low_[index(node)] = std::min(low_[index(node)], number_[index(other)]);
      }
    }
  }

  void leave(int node) {
    path_.pop_back();
    if (!path_.empty()) {
      int& parent = low_[index(path_.back().node)];
      parent = std::min(parent, low_[index(node)]);
    }
    if (low_[index(node)] != number_[index(node)]) return;
    const auto begin = std::find(stack_.rbegin(), stack_.rend(), node).base() - 1;
    std::vector<int> component(begin, stack_.end());
    stack_.erase(begin, stack_.end());
    for (const int member : component) on_stack_[index(member)] = false;
    std::sort(component.begin(), component.end());
    components_.push_back(std::move(component));
  }

  const Digraph& graph_;
  std::vector<int> number_, low_;
  std::vector<bool> on_stack_;
  std::vector<int> stack_;
  std::vector<Visit> path_;
  std::vector<std::vector<int>> components_;
  int count_ = 0;
};

}  // namespace

Digraph::Digraph(int nodes, std::span<const std::pair<int, int>> edges)
    : first_(index(nodes) + 1), to_(edges.size()) {
  for (const auto& [from, to] : edges) ++first_[index(from) + 1];
  for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
  std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
  for (const auto& [from, to] : edges) to_[next[index(from)]++] = to;
}

std::vector<std::vector<int>> strong_components(const Digraph& graph) {
  return Tarjan(graph).run();
}

}  // namespace accordo
