// A sequence of units for Gauss-Seidel: see graph.hpp.
#include <algorithm>
#include <functional>
#include <queue>
#include <set>
#include <tuple>

#include "base/index.hpp"
#include "model/components.hpp"
#include "model/graph.hpp"

namespace accordo {
namespace {

struct Edge {
  int from, to, weight;
};

/// Connections between units, one edge per ordered pair.
std::vector<Edge> unit_edges(const Wiring& wiring, std::span<const UnitInfo> units) {
  std::vector<bool> feeds_through(index(wiring.layout.inputs()));
  for (int unit = 0; unit < wiring.layout.units(); ++unit) {
    for (const std::vector<int>& inputs : units[index(unit)].feed_through) {
      for (const int i : inputs) feeds_through[index(wiring.layout.first_input(unit) + i)] = true;
    }
  }
  std::vector<Edge> edges;
  for (const Link& link : wiring.links) {
    const int from = wiring.unit_of_output[index(link.output)], to = wiring.unit_of_input[index(link.input)];
    if (from != to) edges.push_back({from, to, feeds_through[index(link.input)] ? 10 : 1});
  }
  std::sort(edges.begin(), edges.end(),
            [](const Edge& a, const Edge& b) { return std::tie(a.from, a.to) < std::tie(b.from, b.to); });
  std::vector<Edge> merged;
  for (const Edge& e : edges) {
    if (!merged.empty() && merged.back().from == e.from && merged.back().to == e.to) {
      merged.back().weight += e.weight;
    } else {
      merged.push_back(e);
    }
  }
  return merged;
}

/// Orders the nodes of cycles so that little weight points backwards: sources go to the front, sinks to the
/// back, else the node that gives most more than it takes goes to the front (Eades, Lin, Smyth, A fast and
/// effective heuristic for the feedback arc set problem, 1993), here with weights.
class FeedbackCutter {
 public:
  FeedbackCutter(int nodes, const std::vector<Edge>& edges)
      : out_(index(nodes)),
        in_(index(nodes)),
        gives_(index(nodes)),
        takes_(index(nodes)),
        gone_(index(nodes)) {
    for (const Edge& e : edges) {
      out_[index(e.from)].push_back({e.to, e.weight});
      in_[index(e.to)].push_back({e.from, e.weight});
    }
  }

  /// `edges` must lie within the component; nodes ascending.
  std::vector<int> order(const std::vector<int>& component);

 private:
  struct Neighbor {
    int node, weight;
  };
  using Rank = std::pair<int, int>;  // (takes - gives, node): the smallest goes first

  Rank rank(int n) const { return {takes_[index(n)] - gives_[index(n)], n}; }
  void sort_in(int node);
  void remove(int node);

  std::vector<std::vector<Neighbor>> out_, in_;
  std::vector<int> gives_, takes_;  // weight to and from nodes still there
  std::vector<bool> gone_;
  std::set<int> sources_, sinks_;
  std::set<Rank> inner_;
};

void FeedbackCutter::sort_in(int node) {
  if (takes_[index(node)] == 0) {
    sources_.insert(node);
  } else if (gives_[index(node)] == 0) {
    sinks_.insert(node);
  } else {
    inner_.insert(rank(node));
  }
}

void FeedbackCutter::remove(int node) {
  gone_[index(node)] = true;
  const auto change = [&](const std::vector<Neighbor>& neighbors, std::vector<int>& weight) {
    for (const Neighbor& other : neighbors) {
      if (gone_[index(other.node)]) continue;
      inner_.erase(rank(other.node));
      sources_.erase(other.node);
      sinks_.erase(other.node);
      weight[index(other.node)] -= other.weight;
      sort_in(other.node);
    }
  };
  change(out_[index(node)], takes_);
  change(in_[index(node)], gives_);
}

std::vector<int> FeedbackCutter::order(const std::vector<int>& component) {
  for (const int node : component) {
    for (const Neighbor& n : out_[index(node)]) gives_[index(node)] += n.weight;
    for (const Neighbor& n : in_[index(node)]) takes_[index(node)] += n.weight;
    sort_in(node);
  }
  std::vector<int> front, back;
  while (front.size() + back.size() < component.size()) {
    int node = 0;
    if (!sources_.empty()) {
      node = *sources_.begin();
      sources_.erase(sources_.begin());
      front.push_back(node);
    } else if (!sinks_.empty()) {
      node = *sinks_.rbegin();
      sinks_.erase(std::prev(sinks_.end()));
      back.push_back(node);
    } else {
      node = inner_.begin()->second;
      inner_.erase(inner_.begin());
      front.push_back(node);
    }
    remove(node);
  }
  front.insert(front.end(), back.rbegin(), back.rend());
  return front;
}

/// Topological order of the components; of several that could come next, the one with the first unit.
std::vector<int> component_order(const std::vector<std::vector<int>>& components,
                                 const std::vector<int>& component_of, const std::vector<Edge>& edges) {
  std::vector<std::vector<int>> next(components.size());
  std::vector<int> waiting_for(components.size());
  for (const Edge& e : edges) {
    const int from = component_of[index(e.from)], to = component_of[index(e.to)];
    if (from == to) continue;
    next[index(from)].push_back(to);
    ++waiting_for[index(to)];
  }
  using Candidate = std::pair<int, int>;  // (first unit, component)
  std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> ready;
  for (std::size_t c = 0; c < components.size(); ++c) {
    if (waiting_for[c] == 0) ready.emplace(components[c][0], static_cast<int>(c));
  }
  std::vector<int> order;
  while (!ready.empty()) {
    const int c = ready.top().second;
    ready.pop();
    order.push_back(c);
    for (const int other : next[index(c)]) {
      if (--waiting_for[index(other)] == 0) ready.emplace(components[index(other)][0], other);
    }
  }
  return order;
}

}  // namespace

std::vector<int> unit_sequence(const Wiring& wiring, std::span<const UnitInfo> units) {
  const int n = wiring.layout.units();
  const std::vector<Edge> edges = unit_edges(wiring, units);
  std::vector<std::pair<int, int>> pairs;
  pairs.reserve(edges.size());
  for (const Edge& e : edges) pairs.emplace_back(e.from, e.to);
  const std::vector<std::vector<int>> components = strong_components(Digraph(n, pairs));
  std::vector<int> component_of(index(n));
  for (std::size_t c = 0; c < components.size(); ++c) {
    for (const int unit : components[c]) component_of[index(unit)] = static_cast<int>(c);
  }
  std::vector<Edge> inside;
  for (const Edge& e : edges) {
    if (component_of[index(e.from)] == component_of[index(e.to)]) inside.push_back(e);
  }
  FeedbackCutter cutter(n, inside);
  std::vector<int> sequence;
  for (const int c : component_order(components, component_of, edges)) {
    const std::vector<int> ordered = cutter.order(components[index(c)]);
    sequence.insert(sequence.end(), ordered.begin(), ordered.end());
  }
  return sequence;
}

}  // namespace accordo
