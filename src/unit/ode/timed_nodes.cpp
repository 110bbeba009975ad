#include "unit/ode/timed_nodes.hpp"

#include <algorithm>

#include "base/index.hpp"

namespace accordo {
namespace {

using expr::Entry;
using expr::Graph;
using expr::Node;
using expr::Op;

struct TimedTraits {
  bool time = false, variables = false;
  bool stepwise = false;  ///< constant from switch to switch

  bool timed() const { return time && !variables; }
};

bool smooth_function(Op op) {
  return (op >= Op::sin && op <= Op::sqrt) || op == Op::power || op == Op::divide;
}

bool on_scale_one(Op op) {
  return op == Op::sin || op == Op::cos || op == Op::tanh || op == Op::atan || op == Op::exp ||
         op == Op::sinh || op == Op::cosh;
}

bool jumps(Op op) {
  return (op >= Op::less && op <= Op::logical_not) || (op >= Op::floor && op <= Op::sign);
}

class TimedSearch {
 public:
  TimedSearch(Graph& graph, std::span<const Node> roots, int parameters)
      : graph_(graph),
        nodes_(expr::reachable(graph, roots)),
        traits_(index(graph.size())),
        used_(traits_.size(), kNever) {
    for (const Node n : nodes_) traits_[index(n)] = traits_of(n, parameters);
    for (const Node n : roots) used_[index(n)] = kAlways;
    for (auto n = nodes_.rbegin(); n != nodes_.rend(); ++n) use_operands(*n);
  }

  TimedNodes find(int parameters) {
    for (const Node n : nodes_) {
      if (!traits_[index(n)].timed() || !may_hide(n)) continue;
      const Op op = graph_[n].op;
      const Node rate = on_scale_one(op) ? expr::derive_time(graph_, graph_[n].a()) : -1;
      const bool even = rate >= 0 && !expr::dependence(graph_, rate).time;
      if (even) rates_.push_back(rate);
      Found& list = even ? even_ : others_;
      list.values.push_back(where_used(n, n));
      if (!smooth_function(op)) continue;
      const Node slope = expr::derive_time(graph_, n);
      if (expr::dependence(graph_, slope).time) list.slopes.push_back(where_used(n, slope));
    }
    return {.even = compiled(even_, parameters),
            .rates = expr::Program(graph_, rates_, parameters),
            .others = compiled(others_, parameters)};
  }

 private:
  struct Found {
    std::vector<Node> values, slopes;
  };

  // When a node is used: the condition as a node, or one of these.
  static constexpr Node kNever = -1, kAlways = -2;

  void use_operands(Node user) {
    const Entry e = graph_[user];  // a copy: conditions are added to the graph
    const Node when = used_[index(user)];
    const bool decided = e.op == Op::select && traits_[index(e.a())].timed();
    if (!decided) {
      for (const Node n : e.operands()) use(n, when);
      return;
    }
    use(e.a(), when);
    use(e.b(), both(when, e.a()));
    use(e.c(), both(when, graph_.make(Op::logical_not, e.a())));
  }
  void use(Node n, Node when) {
    Node& used = used_[index(n)];
    if (used == kAlways || when == kAlways) {
      used = kAlways;
    } else {
      used = used == kNever ? when : graph_.make(Op::logical_or, used, when);
    }
  }
  Node both(Node when, Node condition) {
    return when == kAlways ? condition : graph_.make(Op::logical_and, when, condition);
  }
  Node where_used(Node n, Node value) {
    const Node when = used_[index(n)];
    return when == kAlways ? value : graph_.make(Op::select, when, value, graph_.constant(0));
  }

  TimedTraits traits_of(Node n, int parameters) const {
    const Entry& e = graph_[n];
    TimedTraits own{.time = e.op == Op::time, .variables = e.op == Op::symbol && e.symbol >= parameters};
    bool steps = !e.operands().empty() && e.op != Op::select;
    for (const Node a : e.operands()) {
      const TimedTraits& t = traits_[index(a)];
      own.time |= t.time;
      own.variables |= t.variables;
      steps = steps && (t.stepwise || !t.time);
    }
    own.stepwise = own.time && (steps || jumps(e.op));
    return own;
  }

  /// Of a node that depends on time alone.
  bool may_hide(Node n) const {
    const Entry& e = graph_[n];
    if (traits_[index(n)].stepwise) return true;
    switch (e.op) {
      case Op::time:
      case Op::add:
      case Op::subtract:
      case Op::negate:
      case Op::multiply:
        return false;
      case Op::divide:
        return traits_[index(e.b())].time;
      case Op::power:
        return !(graph_.is_constant(e.b()) && graph_[e.b()].value > 0 && whole(graph_[e.b()].value));
      default:
        return true;
    }
  }
  static bool whole(double v) { return v <= 16 && v == static_cast<int>(v); }

  TimedNodes::List compiled(const Found& found, int parameters) {
    std::vector<Node> all = found.values;
    all.insert(all.end(), found.slopes.begin(), found.slopes.end());
    return {.program = expr::Program(graph_, all, parameters), .values = found.values.size()};
  }

  Graph& graph_;
  std::vector<Node> nodes_;
  std::vector<TimedTraits> traits_;
  std::vector<Node> used_;
  std::vector<Node> rates_;
  Found even_, others_;
};

}  // namespace

TimedNodes timed_nodes(Graph& graph, std::span<const Node> roots, int parameters) {
  return TimedSearch(graph, roots, parameters).find(parameters);
}

}  // namespace accordo
