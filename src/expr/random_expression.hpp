// Random expressions for the tests of laws that must hold for all of them.
#pragma once

#include <array>
#include <random>
#include <string>
#include <vector>

#include "expr/graph.hpp"

namespace accordo::expr::testing {

/// Symbols of random expressions: two parameters, then two variables.
inline const std::vector<std::string> random_symbols{"p", "q", "x", "y"};
constexpr int random_parameters = 2;

/// All operations with operands.
inline std::vector<Op> all_operations() {
  std::vector<Op> list;
  for (int op = static_cast<int>(Op::add); op <= static_cast<int>(Op::sign); ++op) list.push_back(Op{op});
  return list;
}

/// Draws expressions and numbers, the same on every machine.
class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}

  int below(int count) { return static_cast<int>(engine_() % static_cast<unsigned>(count)); }
  double uniform(double low, double high) {
    return low + (high - low) * static_cast<double>(engine_()) * 0x1p-32;
  }

  Node expression(Graph& graph, int depth) {
    if (depth == 0 || below(8) == 0) return leaf(graph);
    const Op op = operations_[static_cast<std::size_t>(below(static_cast<int>(operations_.size())))];
    const Node a = expression(graph, depth - 1);
    if (op == Op::power && below(2) == 0) return graph.make(op, a, graph.constant(exponent()));
    const Node b = operand_count(op) > 1 ? expression(graph, depth - 1) : -1;
    const Node c = operand_count(op) > 2 ? expression(graph, depth - 1) : -1;
    return graph.make(op, a, b, c);
  }

  std::array<double, 4> point() { return {uniform(-2, 2), uniform(-2, 2), uniform(-2, 2), uniform(-2, 2)}; }

 private:
  Node leaf(Graph& graph) {
    switch (below(4)) {
      case 0:
        return graph.time();
      case 1:
        return graph.constant(below(2) == 0 ? below(7) - 3 : uniform(-3, 3));
      default:
        return graph.symbol(below(static_cast<int>(random_symbols.size())));
    }
  }

  double exponent() {
    constexpr std::array<double, 8> some{2, 3, -1, -2, 0.5, 5, 1.75, -0.25};
    return some[static_cast<std::size_t>(below(static_cast<int>(some.size())))];
  }

  std::mt19937 engine_;
  std::vector<Op> operations_ = all_operations();
};

}  // namespace accordo::expr::testing
