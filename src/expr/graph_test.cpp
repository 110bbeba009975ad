// Laws of the graph and of the queries on it.
#include "expr/graph.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "expr/program.hpp"
#include "expr/query.hpp"
#include "expr/reference_evaluation.hpp"

namespace accordo::expr {
namespace {

TEST(Graph, EqualExpressionsAreOneNode) {
  Graph g;
  const Node x = g.symbol(0), y = g.symbol(1);
  EXPECT_EQ(g.make(Op::sin, g.make(Op::add, x, y)), g.make(Op::sin, g.make(Op::add, x, y)));
  EXPECT_EQ(g.make(Op::add, x, y), g.make(Op::add, y, x));
  EXPECT_EQ(g.make(Op::multiply, x, y), g.make(Op::multiply, y, x));
  EXPECT_NE(g.make(Op::subtract, x, y), g.make(Op::subtract, y, x));
  EXPECT_NE(g.constant(0.0), g.constant(-0.0));
}

TEST(Graph, OperandsComeBeforeTheirUsers) {
  Graph g;
  Node sum = g.symbol(0);
  for (int i = 1; i < 200; ++i) sum = g.make(Op::add, g.make(Op::sin, sum), g.symbol(i));
  for (Node n = 0; n < g.size(); ++n) {
    for (const Node operand : g[n].operands()) EXPECT_LT(operand, n);
  }
}

TEST(Graph, NeutralOperandsVanish) {
  Graph g;
  const Node x = g.symbol(0), y = g.symbol(1), zero = g.constant(0), one = g.constant(1);
  EXPECT_EQ(g.make(Op::add, x, zero), x);
  EXPECT_EQ(g.make(Op::add, zero, x), x);
  EXPECT_EQ(g.make(Op::subtract, x, zero), x);
  EXPECT_EQ(g.make(Op::multiply, x, one), x);
  EXPECT_EQ(g.make(Op::multiply, one, x), x);
  EXPECT_EQ(g.make(Op::divide, x, one), x);
  EXPECT_EQ(g.make(Op::power, x, one), x);
  EXPECT_EQ(g.make(Op::power, x, zero), one);
  EXPECT_EQ(g.make(Op::negate, g.make(Op::negate, x)), x);
  EXPECT_EQ(g.make(Op::add, x, g.make(Op::negate, y)), g.make(Op::subtract, x, y));
  EXPECT_EQ(g.make(Op::select, g.make(Op::less, x, y), x, x), x);
  EXPECT_EQ(g.make(Op::select, one, x, y), x);
  EXPECT_EQ(g.make(Op::select, zero, x, y), y);
}

TEST(Graph, SimplificationsKeepTheValue) {
  const std::vector<double> symbols{0.75, -1.5};
  for (const Op op : {Op::add, Op::subtract, Op::multiply, Op::divide, Op::power}) {
    Graph g;
    std::vector<Node> operands{g.symbol(0), g.symbol(1), g.make(Op::negate, g.symbol(0))};
    for (const double value : {-2.0, -1.0, 0.0, 1.0, 2.0}) operands.push_back(g.constant(value));
    for (const Node a : operands) {
      for (const Node b : operands) {
        const double left = evaluate_once(g, a, 0, symbols), right = evaluate_once(g, b, 0, symbols);
        const double expected = testing::Reference::binary(op, left, right);
        const double found = evaluate_once(g, g.make(op, a, b), 0, symbols);
        EXPECT_TRUE(found == expected || (std::isnan(found) && std::isnan(expected)))
            << left << " and " << right << " by operation " << static_cast<int>(op) << ": " << found;
      }
    }
  }
}

TEST(Graph, WhatMayBeInfiniteIsNotHidden) {
  Graph g;
  const Node x = g.symbol(0), zero = g.constant(0);
  EXPECT_FALSE(g.is_constant(g.make(Op::multiply, zero, x)));
  EXPECT_FALSE(g.is_constant(g.make(Op::subtract, x, x)));
  EXPECT_FALSE(g.is_constant(g.make(Op::divide, x, x)));
}

TEST(Graph, ConstantsFoldWhileFinite) {
  Graph g;
  const auto folded = [&](Op op, double a, double b) { return g.make(op, g.constant(a), g.constant(b)); };
  EXPECT_TRUE(g.is_constant(folded(Op::add, 0.1, 0.2), 0.1 + 0.2));
  EXPECT_TRUE(g.is_constant(folded(Op::power, 2, -3), 0.125));
  EXPECT_TRUE(g.is_constant(folded(Op::atan2, 1, 2), std::atan2(1.0, 2.0)));
  for (const Node n : {folded(Op::divide, 1, 0), folded(Op::divide, 0, 0), folded(Op::power, -1, 0.5),
                       g.make(Op::log, g.constant(0)), g.constant(std::numeric_limits<double>::infinity())}) {
    EXPECT_FALSE(g.is_constant(n));
  }
}

TEST(Graph, NamesOfFunctionsAndWordsAreReserved) {
  for (const std::string& name : function_names()) {
    EXPECT_TRUE(is_reserved(name)) << name;
    EXPECT_TRUE(function_named(name)) << name;
  }
  for (const char* name : {"t", "pi", "and", "or", "not", "if", "pow"})
    EXPECT_TRUE(is_reserved(name)) << name;
  for (const char* name : {"x", "T", "Sin", "time", "e", ""}) EXPECT_FALSE(is_reserved(name)) << name;
}

TEST(Query, DependenceIsWhatIsWritten) {
  Graph g;
  const Node a = g.make(Op::floor, g.symbol(3)), b = g.make(Op::add, g.symbol(1), g.time());
  EXPECT_EQ(dependence(g, a).symbols, std::vector<int>{3});
  EXPECT_FALSE(dependence(g, a).time);
  EXPECT_TRUE(dependence(g, b).time);
  EXPECT_TRUE(dependence(g, b).on(1));
  EXPECT_TRUE(is_constant_in(g, b, 3));
  EXPECT_FALSE(is_constant_in(g, a, 3));
  EXPECT_TRUE(dependence(g, a).only_on_first(4));
  EXPECT_FALSE(dependence(g, a).only_on_first(3));
  EXPECT_FALSE(dependence(g, b).only_on_first(4)) << "time is not a parameter";
  const std::vector<Node> both{a, b};
  EXPECT_EQ(dependence(g, both).symbols, (std::vector<int>{1, 3}));
}

TEST(Query, SharingDoesNotBlowUp) {
  Graph g;
  Node n = g.symbol(0);
  for (int i = 0; i < 10000; ++i) n = g.make(Op::multiply, n, n);  // as a tree: 2^10000 leaves
  EXPECT_EQ(reachable(g, {&n, 1}).size(), 10001U);
  EXPECT_EQ(dependence(g, n).symbols, std::vector<int>{0});
}

}  // namespace
}  // namespace accordo::expr
