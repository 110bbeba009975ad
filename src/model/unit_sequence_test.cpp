// The sequence of units: topological where possible, weak feedback cut elsewhere.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "model/graph.hpp"
#include "model/model_testing.hpp"

namespace accordo {
namespace {

using Connections = std::vector<std::pair<std::string, std::string>>;

std::string name(int k) {
  return numbered("u", static_cast<std::size_t>(k));
}

/// One unit per node, one input per edge; `direct[e]`: that input feeds through.
std::vector<int> sequence(int nodes, const std::vector<std::pair<int, int>>& edges,
                          const std::vector<bool>& direct) {
  std::vector<UnitInfo> units;
  units.reserve(static_cast<std::size_t>(nodes));
  for (int k = 0; k < nodes; ++k) units.push_back(make_unit(name(k), {}, {"y"}));
  Connections connections;
  for (std::size_t e = 0; e < edges.size(); ++e) {
    UnitInfo& target = units[static_cast<std::size_t>(edges[e].second)];
    if (direct[e]) target.feed_through[0].push_back(target.ports.input_count());
    target.ports.inputs.push_back(numbered("i", e));
    target.ports.start.push_back(0);
    target.ports.has_start.push_back(true);
    connections.emplace_back(name(edges[e].first) + ".y", name(edges[e].second) + "." + numbered("i", e));
  }
  Problems problems;
  const Wiring wiring = wire(connect(connections), units, problems);
  EXPECT_TRUE(problems.empty());
  return unit_sequence(wiring, units);
}

std::vector<int> sequence(int nodes, const std::vector<std::pair<int, int>>& edges) {
  return sequence(nodes, edges, std::vector<bool>(edges.size()));
}

std::vector<int> positions(const std::vector<int>& order) {
  std::vector<int> at(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) at[static_cast<std::size_t>(order[i])] = static_cast<int>(i);
  return at;
}

TEST(UnitSequence, StrongFeedThroughGoesForward) {
  // Two direct connections one way, one plain connection the other way, in both numberings.
  EXPECT_EQ(sequence(2, {{0, 1}, {0, 1}, {1, 0}}, {true, true, false}), (std::vector<int>{0, 1}));
  EXPECT_EQ(sequence(2, {{1, 0}, {1, 0}, {0, 1}}, {true, true, false}), (std::vector<int>{1, 0}));
  // One direct connection outweighs three plain ones.
  EXPECT_EQ(sequence(2, {{1, 0}, {0, 1}, {0, 1}, {0, 1}}, {true, false, false, false}),
            (std::vector<int>{1, 0}));
}

TEST(UnitSequence, SymmetryKeepsTheOrderOfTheScenario) {
  EXPECT_EQ(sequence(2, {{0, 1}, {1, 0}}), (std::vector<int>{0, 1}));
  EXPECT_EQ(sequence(3, {}), (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(sequence(4, {{0, 1}, {1, 2}, {2, 3}, {3, 0}}), (std::vector<int>{0, 1, 2, 3}));
  EXPECT_EQ(sequence(4, {{0, 1}, {1, 0}, {0, 2}, {2, 0}, {0, 3}, {3, 0}}), (std::vector<int>{0, 1, 2, 3}));
}

TEST(UnitSequence, AcyclicGraphsHaveNoConnectionBackwards) {
  std::mt19937 random(3);
  for (int i = 0; i < 100; ++i) {
    const int n = 2 + static_cast<int>(random() % 20);
    std::vector<int> rank(static_cast<std::size_t>(n));
    for (int k = 0; k < n; ++k) rank[static_cast<std::size_t>(k)] = k;
    std::shuffle(rank.begin(), rank.end(), random);
    std::vector<std::pair<int, int>> edges;
    for (int e = 0; e < 3 * n; ++e) {
      const std::size_t a = random() % rank.size(), b = random() % rank.size();
      if (a != b) edges.emplace_back(rank[std::min(a, b)], rank[std::max(a, b)]);
    }
    const std::vector<int> at = positions(sequence(n, edges));
    for (const auto& [from, to] : edges) {
      EXPECT_LT(at[static_cast<std::size_t>(from)], at[static_cast<std::size_t>(to)]);
    }
  }
}

TEST(UnitSequence, CutsAtMostHalfOfTheWeight) {
  // The bound of the heuristic: each choice puts at least as much weight forward as backward.
  std::mt19937 random(5);
  for (int i = 0; i < 200; ++i) {
    const int n = 2 + static_cast<int>(random() % 12);
    std::vector<std::pair<int, int>> edges;
    std::vector<bool> direct;
    for (int e = 0; e < 4 * n; ++e) {
      const auto from = static_cast<int>(random() % static_cast<unsigned>(n));
      const auto to = static_cast<int>(random() % static_cast<unsigned>(n));
      edges.emplace_back(from, to);
      direct.push_back(random() % 3 == 0);
    }
    const std::vector<int> order = sequence(n, edges, direct);
    std::vector<int> sorted = order;
    std::sort(sorted.begin(), sorted.end());
    for (int k = 0; k < n; ++k) EXPECT_EQ(sorted[static_cast<std::size_t>(k)], k) << "each unit once";
    const std::vector<int> at = positions(order);
    int forward = 0, backward = 0;
    for (std::size_t e = 0; e < edges.size(); ++e) {
      const auto [from, to] = edges[e];
      if (from == to) continue;
      const int weight = direct[e] ? 10 : 1;
      (at[static_cast<std::size_t>(from)] < at[static_cast<std::size_t>(to)] ? forward : backward) += weight;
    }
    EXPECT_LE(backward, forward);
  }
}

TEST(UnitSequence, LongRingsAreCutOnce) {
  constexpr int count = 10000;
  std::vector<std::pair<int, int>> edges;
  edges.reserve(count);
  for (int k = 0; k < count; ++k) edges.emplace_back(k, (k + 1) % count);
  const std::vector<int> order = sequence(count, edges);
  for (int k = 0; k < count; ++k) EXPECT_EQ(order[static_cast<std::size_t>(k)], k);
}

}  // namespace
}  // namespace accordo
