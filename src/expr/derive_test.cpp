// Derivatives against central differences on random expressions, at kinks, and their structure.
#include "expr/derive.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <string>

#include "expr/parse.hpp"
#include "expr/print.hpp"
#include "expr/program.hpp"
#include "expr/query.hpp"
#include "expr/random_expression.hpp"

namespace accordo::expr {
namespace {

using Function = std::function<double(double)>;

/// Central differences of order 8 with one step of Richardson extrapolation; nothing unless two step sizes
/// agree and rounding is small (then the function is smooth there).
std::optional<double> numerical_derivative(const Function& f, double x) {
  const auto difference = [&](double h) {
    constexpr std::array<double, 4> weights{4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
    double sum = 0;
    for (int k = 1; k <= 4; ++k)
      sum += weights[static_cast<std::size_t>(k - 1)] * (f(x + k * h) - f(x - k * h));
    return sum / h;
  };
  constexpr double h = 4e-3;
  const double d1 = difference(h), d2 = difference(h / 2), d3 = difference(h / 4);
  const double coarse = d2 + (d2 - d1) / 255, fine = d3 + (d3 - d2) / 255;
  const double tolerance = 1e-9 * (1 + std::abs(fine));
  const double rounding = 1e-15 * std::abs(f(x)) / h;
  const bool reliable =
      std::isfinite(coarse + fine) && std::abs(coarse - fine) < tolerance && rounding < tolerance;
  return reliable ? std::optional(fine) : std::nullopt;
}

/// Whether the derivative exists in every part: what is infinite, the angle of the origin or the varying
/// power of a negative number has none, although the whole may be smooth, as in 1/(1/0).
bool regular(const Graph& g, Node node, double t, const std::array<double, 4>& symbols) {
  const auto value = [&](Node n) { return evaluate_once(g, n, t, symbols); };
  const std::vector<Node> parts = reachable(g, {&node, 1});
  return std::all_of(parts.begin(), parts.end(), [&](Node n) {
    const Entry& e = g[n];
    if (e.op == Op::power && !g.is_constant(e.b()) && value(e.a()) < 0) return false;
    if (e.op == Op::atan2 && value(e.a()) == 0 && value(e.b()) == 0) return false;
    return std::isfinite(value(n));
  });
}

/// Variable -1 is time.
Node derivative(Graph& g, Node node, int variable) {
  return variable < 0 ? derive_time(g, node) : derive(g, node, variable);
}

TEST(Derive, AgreesWithCentralDifferences) {
  testing::Random random(2);
  std::map<Op, int> compared;
  int samples = 0;
  for (int i = 0; i < 60000; ++i) {
    Graph g;
    const Node node = random.expression(g, 1 + i % 4);
    const int variable = random.below(5) - 1;
    const Node exact = derivative(g, node, variable);
    const auto point = random.point();
    const double t = random.uniform(-2, 2);
    if (!regular(g, node, t, point)) continue;
    const auto at = [&](Node n, double v) {
      auto moved = point;
      if (variable >= 0) moved[static_cast<std::size_t>(variable)] = v;
      return evaluate_once(g, n, variable >= 0 ? t : v, moved);
    };
    const double here = variable >= 0 ? point[static_cast<std::size_t>(variable)] : t;
    const auto expected = numerical_derivative([&](double v) { return at(node, v); }, here);
    if (!expected) continue;
    const double found = at(exact, here);
    ASSERT_NEAR(found, *expected, 1e-9 * (1 + std::abs(*expected)))
        << print(g, node, testing::random_symbols) << " by " << variable << " is "
        << print(g, exact, testing::random_symbols);
    if (*expected == 0) continue;
    ++samples;
    for (const Node n : reachable(g, {&node, 1})) ++compared[g[n].op];
  }
  EXPECT_GT(samples, 3000);
  for (const Op op : testing::all_operations()) {
    EXPECT_GT(compared[op], 20) << "too few samples of operation " << static_cast<int>(op);
  }
}

double slope(const std::string& text, double x) {
  Graph g;
  const Parsed parsed = parse(g, text, {"x"});
  EXPECT_TRUE(parsed) << text;
  return evaluate_once(g, derive(g, *parsed, 0), 0, {{x}});
}

TEST(Derive, KinksHaveTheSlopeOfTheEvaluatedBranch) {
  EXPECT_EQ(slope("abs(x)", 0), 1);
  EXPECT_EQ(slope("abs(x)", -1e-300), -1);
  EXPECT_EQ(slope("min(2*x, 3*x)", 0), 2);
  EXPECT_EQ(slope("min(3*x, 2*x)", 0), 3);
  EXPECT_EQ(slope("max(2*x, 3*x)", 0), 2);
  EXPECT_EQ(slope("if(x < 1, x, 5*x)", 1), 5);
  EXPECT_EQ(slope("if(x <= 1, x, 5*x)", 1), 1);
  EXPECT_EQ(slope("if(x > 0, log(x), 7*x)", 0), 7) << "the branch not taken must not leak";
  EXPECT_EQ(slope("floor(x) + ceil(x) + sign(x) + (x < 1) + (x and 1)", 0.5), 0);
}

TEST(Derive, PowersHoldAtZeroAndBelow) {
  EXPECT_EQ(slope("x^2", 0), 0);
  EXPECT_EQ(slope("x^2", -3), -6);
  EXPECT_EQ(slope("x^3", -2), 12);
  EXPECT_EQ(slope("x^1.5", 0), 0);
  EXPECT_EQ(slope("x^1", 0), 1);
  EXPECT_EQ(slope("x^-1", -2), -0.25);
}

TEST(Derive, ClampingToTheDomainGivesNoNaN) {
  EXPECT_EQ(slope("sqrt(max(x, 0))", -1), 0);
  EXPECT_EQ(slope("max(x, 0)^0.75", -1), 0);
  EXPECT_EQ(slope("asin(min(x, 1))", 2), 0);
  EXPECT_EQ(slope("acos(max(min(x, 1), -1))", 2), 0);
  EXPECT_EQ(slope("sqrt(max(x, 0))", 4), 0.25);
  EXPECT_EQ(slope("max(x, 0)^(2 + x)", -1), 0);
  EXPECT_EQ(slope("0^x", 1), 0);
  EXPECT_EQ(slope("sqrt(x)", 0), std::numeric_limits<double>::infinity()) << "this one is true";
}

TEST(Derive, WhatDoesNotDependVanishesStructurally) {
  Graph g;
  const SymbolTable symbols{"k", "x", "v", "u"};
  const auto is_zero = [&](const std::string& text, int symbol) {
    const Parsed parsed = parse(g, text, symbols);
    EXPECT_TRUE(parsed);
    return g.is_zero(derive(g, *parsed, symbol));
  };
  EXPECT_TRUE(is_zero("sin(k*x)/v + k^x", 3));
  EXPECT_TRUE(is_zero("0*u", 3));
  EXPECT_TRUE(is_zero("floor(u) + sign(u) + if(u < 0, x, v)", 3));
  EXPECT_TRUE(is_zero("if(x < 0, k*u, k*u) - k*u", 3));
  EXPECT_FALSE(is_zero("k*u", 3));
}

TEST(Derive, JacobianOfALinearSystemIsSparseAndConstant) {
  Graph g;
  const SymbolTable symbols{"c", "d", "m", "x", "v", "f"};
  const std::vector<Node> roots{*parse(g, "v", symbols), *parse(g, "(-c*x - d*v + f)/m", symbols)};
  const std::vector<int> variables{3, 4, 5};
  const std::vector<Partial> entries = jacobian(g, roots, variables);
  ASSERT_EQ(entries.size(), 4U);
  const std::vector<std::array<int, 2>> pattern{{1, 0}, {0, 1}, {1, 1}, {1, 2}};
  const std::vector<std::string> texts{"-c/m", "1", "-d/m", "1/m"};
  for (std::size_t i = 0; i < entries.size(); ++i) {
    EXPECT_EQ(entries[i].row, pattern[i][0]);
    EXPECT_EQ(entries[i].column, pattern[i][1]);
    EXPECT_EQ(print(g, entries[i].value, symbols.names()), texts[i]);
    EXPECT_TRUE(dependence(g, entries[i].value).only_on_first(3)) << "linear: depends on parameters only";
  }
}

TEST(Derive, JacobianEqualsSingleDerivatives) {
  testing::Random random(3);
  Graph g;
  std::vector<Node> roots;
  std::generate_n(std::back_inserter(roots), 50, [&] { return random.expression(g, 4); });
  const std::vector<int> symbols{3, 0, 2, 1};
  std::map<std::array<int, 2>, Node> sparse;
  for (const Partial& p : jacobian(g, roots, symbols)) {
    EXPECT_FALSE(g.is_zero(p.value));
    sparse[{p.row, p.column}] = p.value;
  }
  for (int row = 0; row < 50; ++row) {
    for (int column = 0; column < 4; ++column) {
      const Node single =
          derive(g, roots[static_cast<std::size_t>(row)], symbols[static_cast<std::size_t>(column)]);
      const auto found = sparse.find({row, column});
      EXPECT_EQ(single, found == sparse.end() ? g.constant(0) : found->second);
    }
  }
}

TEST(Derive, TheGraphGrowsLinearly) {
  // A chain of n masses: each row knows three neighbors, so the Jacobian has 3n-2 entries and as many new
  // nodes.
  constexpr int n = 2000;
  Graph g;
  std::vector<Node> roots;
  std::vector<int> symbols;
  for (int i = 0; i < n; ++i) {
    const Node own = g.symbol(i);
    Node force = g.make(Op::sin, own);
    if (i > 0) force = g.make(Op::add, force, g.make(Op::power, g.symbol(i - 1), g.constant(3)));
    if (i + 1 < n) force = g.make(Op::subtract, force, g.make(Op::exp, g.symbol(i + 1)));
    roots.push_back(force);
    symbols.push_back(i);
  }
  const int before = g.size();
  EXPECT_EQ(jacobian(g, roots, symbols).size(), 3U * n - 2);
  EXPECT_LT(g.size(), before + 8 * n);
}

TEST(Derive, DeepExpressionsDoNotExhaustTheStack) {
  Graph g;
  Node sum = g.symbol(0), nested = g.symbol(0);
  for (int i = 0; i < 100000; ++i) {
    sum = g.make(Op::add, sum, g.make(Op::sin, sum));
    nested = g.make(Op::cos, nested);
  }
  const std::vector<Node> roots{sum, nested};
  const std::vector<int> symbols{0};
  EXPECT_EQ(jacobian(g, roots, symbols).size(), 2U);
}

}  // namespace
}  // namespace accordo::expr
