#include "unit/ode/state_switches.hpp"

#include <numeric>

#include "base/index.hpp"

namespace accordo {
namespace {

using expr::Entry;
using expr::Graph;
using expr::Node;
using expr::Op;

bool compares(Op op) {
  return op >= Op::less && op <= Op::greater_equal;
}

class Holding {
 public:
  Holding(Graph& graph, int parameters, int variables)
      : graph_(graph),
        parameters_(parameters),
        first_side_(parameters + variables),
        zero_(graph.constant(0)) {}

  StateSwitches hold(std::span<const Node> roots) {
    const std::vector<Node> nodes = expr::reachable(graph_, roots);
    held_.resize(index(graph_.size()), -1);
    varies_.resize(held_.size());
    for (const Node n : nodes) held_[index(n)] = held(n);
    for (const Node root : roots) found_.roots.push_back(held_[index(root)]);
    for (std::size_t r = roots.size(); r-- > 0;) {
      for (const Node n : expr::reachable(graph_, {&roots[r], 1})) {
        for (std::size_t j = 0; j < switch_of_.size(); ++j) {
          if (switch_of_[j] == n) found_.switches[j].root = r;
        }
      }
    }
    for (StateSwitches::Switch& s : found_.switches) s.noise = noise(s.value);
    return std::move(found_);
  }

 private:
  Node held(Node n) {
    const Entry e = graph_[n];  // a copy: nodes are added
    bool varies = e.op == Op::symbol && e.symbol >= parameters_;
    std::array<Node, 3> to{-1, -1, -1};
    std::size_t k = 0;
    for (const Node a : e.operands()) {
      varies = varies || varies_[index(a)];
      to[k++] = held_[index(a)];
    }
    varies_[index(n)] = varies;
    if (k == 0) return n;
    if (!varies) return n;
    if (compares(e.op)) return graph_.make(e.op, side(n, difference(to), difference(e.args), true), zero_);
    switch (e.op) {
      case Op::sign:
        return side(n, to[0], e.a(), true);
      case Op::abs:
        return graph_.make(Op::select, graph_.make(Op::greater_equal, side(n, to[0], e.a(), false), zero_),
                           to[0], graph_.make(Op::negate, to[0]));
      case Op::min:
      case Op::max: {
        const Op keeps = e.op == Op::min ? Op::less_equal : Op::greater_equal;
        const Node first = graph_.make(keeps, side(n, difference(to), difference(e.args), false), zero_);
        return graph_.make(Op::select, first, to[0], to[1]);
      }
      default:
        return graph_.make(e.op, to[0], to[1], to[2]);
    }
  }

  Node difference(const std::array<Node, 3>& of) {
    return graph_.is_zero(of[1]) ? of[0] : graph_.make(Op::subtract, of[0], of[1]);
  }

  /// The symbol for the side of a switch; the same function switches once.
  Node side(Node n, Node value, Node written, bool jumps) {
    std::size_t j = 0;
    while (j < found_.switches.size() && found_.switches[j].value != value) ++j;
    if (j == found_.switches.size()) {
      found_.switches.push_back({.value = value, .written = written});
      switch_of_.push_back(n);
    }
    found_.switches[j].jumps = found_.switches[j].jumps || jumps;
    return graph_.symbol(first_side_ + static_cast<int>(j));
  }

  Node magnitude(Node n) { return graph_.make(Op::abs, n); }

  /// The sum of |∂w/∂v v| over states, inputs and time, and of the operands where w is a difference.
  Node noise(Node value) {
    std::vector<int> symbols(index(first_side_ - parameters_));
    std::iota(symbols.begin(), symbols.end(), parameters_);
    Node sum = magnitude(value);
    const auto add = [&](Node term) { sum = graph_.make(Op::add, sum, magnitude(term)); };
    const Entry e = graph_[value];
    if (e.op == Op::add || e.op == Op::subtract) add(e.a()), add(e.b());
    for (const expr::Partial& p : expr::jacobian(graph_, {&value, 1}, symbols))
      add(graph_.make(Op::multiply, p.value, graph_.symbol(symbols[index(p.column)])));
    add(graph_.make(Op::multiply, expr::derive_time(graph_, value), graph_.time()));
    return sum;
  }

  Graph& graph_;
  int parameters_, first_side_;
  Node zero_;
  StateSwitches found_;
  std::vector<Node> switch_of_;  ///< per switch: the node that first had it
  std::vector<Node> held_;
  std::vector<char> varies_;
};

}  // namespace

StateSwitches find_state_switches(Graph& graph, std::span<const Node> roots, int parameters, int variables) {
  return Holding(graph, parameters, variables).hold(roots);
}

}  // namespace accordo
