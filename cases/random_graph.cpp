#include "cases/random_graph.hpp"

#include <fmt/format.h>

#include <iterator>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

namespace accordo::cases {
namespace {

constexpr const char* kUnitBody = R"(
    equations:
      states: {{x: {}, v: 0}}
      inputs: {{a: 0, b: 0, c: 0}}
      der:
        x: v
        v: 100*(a + b + c - 3*x) - v - x
      outputs: {{x: x}}
)";

/// Pairs of units, at random; std::shuffle differs between libraries.
std::vector<int> partners(int units) {
  std::vector<int> order(static_cast<std::size_t>(units));
  std::iota(order.begin(), order.end(), 0);
  std::mt19937 random(1);
  for (std::size_t i = order.size() - 1; i > 0; --i) std::swap(order[i], order[random() % (i + 1)]);
  std::vector<int> partner(order.size());
  for (std::size_t i = 0; i + 1 < order.size(); i += 2) {
    partner[static_cast<std::size_t>(order[i])] = order[i + 1];
    partner[static_cast<std::size_t>(order[i + 1])] = order[i];
  }
  return partner;
}

}  // namespace

std::string random_graph(int units) {
  std::string text =
      fmt::format("units:\n  m0:{}  m1: &mass{}", fmt::format(kUnitBody, 1), fmt::format(kUnitBody, 0));
  auto to = std::back_inserter(text);
  for (int i = 2; i < units; ++i) fmt::format_to(to, "  m{}: *mass\n", i);
  text += "connections:\n";
  const std::vector<int> partner = partners(units);
  for (int i = 0; i < units; ++i) {
    fmt::format_to(to, "  - m{}.x -> m{}.a\n  - m{}.x -> m{}.b\n  - m{}.x -> m{}.c\n", (i + 1) % units, i,
                   (i + units - 1) % units, i, partner[static_cast<std::size_t>(i)], i);
  }
  return text;
}

}  // namespace accordo::cases
