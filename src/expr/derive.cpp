// The rules of differentiation, applied to what depends on the variable only.
#include "expr/derive.hpp"

#include <algorithm>
#include <numbers>
#include <unordered_map>

#include "expr/arithmetic.hpp"
#include "expr/query.hpp"

namespace accordo::expr {
namespace {

/// Builds derivatives: 0*x and x - x are 0 here, whatever x.
class Calculus {
 public:
  explicit Calculus(Graph& graph) : graph_(graph), zero_(graph.constant(0)), one_(graph.constant(1)) {}

  Node zero() const { return zero_; }
  Node one() const { return one_; }

  /// The derivative of node n (entry e), given those of its operands.
  Node rule(Node n, const Entry& e, Node da, Node db, Node dc) {
    const Node a = e.a(), b = e.b();
    // clang-format off
    switch (e.op) {
      case Op::add: return make(Op::add, da, db);
      case Op::subtract: return difference(da, db);
      case Op::negate: return negative(da);
      case Op::multiply: return make(Op::add, product(da, b), product(a, db));
      case Op::divide: return quotient(difference(da, product(n, db)), b);
      case Op::power: return power(n, a, b, da, db);
      case Op::select: return make(Op::select, a, db, dc);
      case Op::min: return make(Op::select, make(Op::less_equal, a, b), da, db);
      case Op::max: return make(Op::select, make(Op::greater_equal, a, b), da, db);
      case Op::atan2: return angle(a, b, da, db);
      default: return chain(n, e, da);
    }
    // clang-format on
  }

 private:
  Node make(Op op, Node a, Node b = -1, Node c = -1) { return graph_.make(op, a, b, c); }
  Node number(double value) { return graph_.constant(value); }
  bool vanishes(Node n) const { return graph_.is_zero(n); }

  Node negative(Node a) { return vanishes(a) ? zero_ : make(Op::negate, a); }
  Node difference(Node a, Node b) {
    if (a == b) return zero_;
    return vanishes(a) ? negative(b) : make(Op::subtract, a, b);
  }
  Node product(Node a, Node b) { return vanishes(a) || vanishes(b) ? zero_ : make(Op::multiply, a, b); }
  Node quotient(Node a, Node b) { return vanishes(a) ? zero_ : make(Op::divide, a, b); }
  Node square(Node a) { return make(Op::power, a, number(2)); }

  /// Functions of one operand.
  Node chain(Node n, const Entry& e, Node da) {
    if (vanishes(da)) return zero_;
    const Node a = e.a();
    // clang-format off
    switch (e.op) {
      case Op::sin: return product(make(Op::cos, a), da);
      case Op::cos: return negative(product(make(Op::sin, a), da));
      case Op::tan: return product(make(Op::add, one_, square(n)), da);
      case Op::asin: return steep(da, quotient(da, make(Op::sqrt, difference(one_, square(a)))));
      case Op::acos: return steep(da, negative(quotient(da, make(Op::sqrt, difference(one_, square(a))))));
      case Op::atan: return quotient(da, make(Op::add, one_, square(a)));
      case Op::sinh: return product(make(Op::cosh, a), da);
      case Op::cosh: return product(make(Op::sinh, a), da);
      case Op::tanh: return product(difference(one_, square(n)), da);
      case Op::exp: return product(n, da);
      case Op::log: return quotient(da, a);
      case Op::log10: return quotient(da, product(number(std::numbers::ln10), a));
      case Op::sqrt: return steep(da, quotient(da, product(number(2), n)));
      case Op::abs: return product(make(Op::select, make(Op::greater_equal, a, zero_), one_, number(-1)), da);
      default: return zero_;  // comparisons, logic, floor, ceil, sign
    }
    // clang-format on
  }

  /// atan2(a, b).
  Node angle(Node a, Node b, Node da, Node db) {
    return quotient(difference(product(b, da), product(a, db)), make(Op::add, square(a), square(b)));
  }

  /// A slope that becomes infinite at the border of the domain: sqrt(max(x, 0)) has derivative 0 for x < 0,
  /// not 0/0.
  Node steep(Node da, Node slope) {
    if (graph_.is_constant(da)) return slope;
    return make(Op::select, make(Op::equal, da, zero_), zero_, slope);
  }

  /// a^b. Kept apart by operand: while the exponent is fixed, the rule must hold for a <= 0, too, where log
  /// fails.
  Node power(Node n, Node a, Node b, Node da, Node db) {
    Node by_base = product(product(b, make(Op::power, a, make(Op::subtract, b, one_))), da);
    const bool tame = graph_.is_constant(b) && (graph_[b].value >= 1 || small_integer(graph_[b].value));
    if (!tame) by_base = steep(da, by_base);
    if (vanishes(db)) return by_base;
    const Node growth =
        make(Op::select, make(Op::equal, a, zero_), zero_, make(Op::multiply, n, make(Op::log, a)));
    return make(Op::add, by_base, product(growth, db));
  }

  Graph& graph_;
  Node zero_, one_;
};

/// Derivatives of fixed roots by one variable after the other.
class Differentiator {
 public:
  Differentiator(Graph& graph, std::span<const Node> roots) : graph_(graph), calculus_(graph) {
    const std::vector<Node> nodes = reachable(graph, roots);
    const auto size = static_cast<std::size_t>(graph.size());
    users_.resize(size);
    rows_.resize(size);
    derivative_.assign(size, calculus_.zero());
    seen_.assign(size, false);
    for (const Node n : nodes) {
      const Entry& e = graph[n];
      for (const Node operand : e.operands()) users_[index(operand)].push_back(n);
      if (e.op == Op::symbol) variables_[e.symbol] = n;
      if (e.op == Op::time) time_ = n;
    }
    for (std::size_t row = 0; row < roots.size(); ++row) {
      rows_[index(roots[row])].push_back(static_cast<int>(row));
    }
  }

  /// Appends the derivatives that do not vanish.
  void by_symbol(int symbol, int column, std::vector<Partial>& result) {
    if (const auto found = variables_.find(symbol); found != variables_.end()) {
      by(found->second, column, result);
    }
  }
  void by_time(std::vector<Partial>& result) {
    if (time_ >= 0) by(time_, 0, result);
  }

 private:
  static std::size_t index(Node n) { return static_cast<std::size_t>(n); }

  void by(Node variable, int column, std::vector<Partial>& result) {
    const std::vector<Node> dependents = dependents_of(variable);
    const std::size_t first = result.size();
    for (const Node n : dependents) {
      derivative_[index(n)] = n == variable ? calculus_.one() : rule(n);
      if (graph_.is_zero(derivative_[index(n)])) continue;
      for (const int row : rows_[index(n)]) result.push_back({row, column, derivative_[index(n)]});
    }
    for (const Node n : dependents) {  // leave everything as it was, at the cost of what was touched
      derivative_[index(n)] = calculus_.zero();
      seen_[index(n)] = false;
    }
    std::sort(result.begin() + static_cast<std::ptrdiff_t>(first), result.end(),
              [](const Partial& x, const Partial& y) { return x.row < y.row; });
  }

  Node rule(Node n) {
    const Entry e = graph_[n];  // a copy: building the derivative moves the entries
    std::array<Node, 3> d{-1, -1, -1};
    std::size_t i = 0;
    for (const Node operand : e.operands()) d[i++] = derivative_[index(operand)];
    return calculus_.rule(n, e, d[0], d[1], d[2]);
  }

  /// The variable and everything that uses it, operands before their users.
  std::vector<Node> dependents_of(Node variable) {
    std::vector<Node> found{variable};
    seen_[index(variable)] = true;
    for (std::size_t i = 0; i < found.size(); ++i) {
      for (const Node user : users_[index(found[i])]) {
        if (seen_[index(user)]) continue;
        seen_[index(user)] = true;
        found.push_back(user);
      }
    }
    std::sort(found.begin(), found.end());
    return found;
  }

  Graph& graph_;
  Calculus calculus_;
  std::vector<std::vector<Node>> users_;
  std::vector<std::vector<int>> rows_;
  std::vector<Node> derivative_;  ///< by the variable at work; zero where it plays no part
  std::vector<bool> seen_;
  std::unordered_map<int, Node> variables_;
  Node time_ = -1;
};

}  // namespace

Node derive(Graph& graph, Node node, int symbol) {
  std::vector<Partial> found;
  Differentiator(graph, {&node, 1}).by_symbol(symbol, 0, found);
  return found.empty() ? graph.constant(0) : found.front().value;
}

Node derive_time(Graph& graph, Node node) {
  return derive_time(graph, std::span<const Node>(&node, 1)).front();
}

std::vector<Node> derive_time(Graph& graph, std::span<const Node> roots) {
  std::vector<Partial> found;
  Differentiator(graph, roots).by_time(found);
  std::vector<Node> result(roots.size(), graph.constant(0));
  for (const Partial& p : found) result[static_cast<std::size_t>(p.row)] = p.value;
  return result;
}

std::vector<Partial> jacobian(Graph& graph, std::span<const Node> roots, std::span<const int> symbols) {
  Differentiator differentiator(graph, roots);
  std::vector<Partial> result;
  for (std::size_t column = 0; column < symbols.size(); ++column) {
    differentiator.by_symbol(symbols[column], static_cast<int>(column), result);
  }
  return result;
}

}  // namespace accordo::expr
