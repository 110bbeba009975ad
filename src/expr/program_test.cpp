// The tape computes what the expression says, once per shared part, with the right one of the two times.
#include "expr/program.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>

#include "expr/derive.hpp"
#include "expr/parse.hpp"
#include "expr/print.hpp"
#include "expr/random_expression.hpp"
#include "expr/reference_evaluation.hpp"

namespace accordo::expr {
namespace {

using testing::identical;
using testing::random_parameters;
using testing::random_symbols;

TEST(Program, EqualsRecursiveEvaluation) {
  testing::Random random(4);
  int finite = 0, sided = 0;
  for (int i = 0; i < 5000; ++i) {
    Graph g;
    const std::vector<Node> roots{random.expression(g, 5), random.expression(g, 3), random.expression(g, 1)};
    const Program program(g, roots, random_parameters);
    std::vector<double> work = program.make_work(), results(roots.size());
    for (int k = 0; k < 3; ++k) {  // again with the same work array: constants must survive
      const auto point = random.point();
      const double t = random.uniform(-2, 2), t_switch = k == 0 ? t : random.uniform(-2, 2);
      program.evaluate(t, t_switch, point.data(), work.data(), results.data());
      const testing::Reference reference{g, t_switch, point, random_parameters};
      const testing::Reference at_t{g, t, point, random_parameters};
      for (std::size_t r = 0; r < roots.size(); ++r) {
        const double expected = reference.value(roots[r], t);
        ASSERT_TRUE(identical(results[r], expected))
            << print(g, roots[r], random_symbols) << ": " << results[r] << " instead of " << expected;
        finite += std::isfinite(expected) ? 1 : 0;
        sided += identical(expected, at_t.value(roots[r], t)) ? 0 : 1;
      }
    }
  }
  EXPECT_GT(finite, 20000);
  EXPECT_GT(sided, 500) << "too few samples in which the second time matters";
}

/// p is a parameter, x is not.
double at_two_times(const std::string& text, double t, double t_switch, double p = 0, double x = 0) {
  Graph g;
  const Parsed parsed = parse(g, text, {"p", "x"});
  EXPECT_TRUE(parsed) << text;
  const Program program(g, std::vector<Node>{*parsed}, 1);
  std::vector<double> work = program.make_work();
  const std::array<double, 2> symbols{p, x};
  double result = 0;
  program.evaluate(t, t_switch, symbols.data(), work.data(), &result);
  return result;
}

TEST(Program, SwitchesByTimeSeeTheOtherTime) {
  const double before = std::nextafter(2.0, 0.0);
  EXPECT_EQ(at_two_times("if(t < 2, 10, 20)", 2, before), 10);
  EXPECT_EQ(at_two_times("if(t < p, 10, 20)", 2, before, 2), 10) << "parameters do not change the rule";
  EXPECT_EQ(at_two_times("if(t < 2, t, 20)", 2, 1), 1) << "the branches see it, too";
  EXPECT_EQ(at_two_times("if(t < 2, t + x, 20)", 2, 1, 0, 5), 6);
  EXPECT_EQ(at_two_times("t + if(t < 2, t, 20)", 2, 1), 3) << "outside t stays t";
  EXPECT_EQ(at_two_times("if(x < 2, t, 20)", 2, 1), 2) << "a state decides: no switch by time";
  EXPECT_EQ(at_two_times("if(t + x < 2, t, 20)", 1.5, 3), 1.5);
  EXPECT_EQ(at_two_times("if(t < 2 and x < 1, t, 20)", 2, 1), 2) << "t < 2 sees 1, the branch does not";
  EXPECT_EQ(at_two_times("floor(t)", 2, before), 1);
  EXPECT_EQ(at_two_times("ceil(t)", 2, before), 2);
  EXPECT_EQ(at_two_times("sign(t - 2)", 2, before), -1);
  EXPECT_EQ(at_two_times("abs(t - 2)", 2, 1), 1);
  EXPECT_EQ(at_two_times("min(t, p)", 2, 1, 3), 1);
  EXPECT_EQ(at_two_times("max(t, p)", 2, 1, 0), 1);
  EXPECT_EQ(at_two_times("max(t, x)", 2, 1, 0), 2);
  EXPECT_EQ(at_two_times("(t >= 2)*t", 2, before), 0);
  EXPECT_EQ(at_two_times("floor(t + x)", 2, before), 2);
  EXPECT_EQ(at_two_times("sin(t)*x", 2, 1, 0, 1), std::sin(2.0));
}

TEST(Program, ABumpIsSmoothFromBothSides) {
  const std::string bump = "if(t < 2, exp(1/((t/2)^2 - 1)), 0)";
  EXPECT_EQ(at_two_times(bump, 2, std::nextafter(2.0, 0.0)), 0) << "exp(-huge)";
  EXPECT_EQ(at_two_times(bump, 2, 2), 0);
}

TEST(Program, TheBranchNotTakenDoesNotLeak) {
  EXPECT_EQ(at_two_times("if(x > 0, log(x), 3)", 0, 0, 0, -1), 3);
  EXPECT_EQ(at_two_times("if(x == 0, 1, sin(x)/x)", 0, 0, 0, 0), 1);
  EXPECT_TRUE(std::isnan(at_two_times("max(sqrt(x), 0)", 0, 0, 0, -1))) << "but NaN does not get lost";
}

std::size_t instructions(const std::vector<std::string>& texts) {
  Graph g;
  std::vector<Node> roots;
  std::transform(texts.begin(), texts.end(), std::back_inserter(roots), [&](const std::string& text) {
    return *parse(g, text, {"p", "x"});
  });
  return Program(g, roots, 1).instruction_count();
}

TEST(Program, SharedPartsAreComputedOnce) {
  EXPECT_EQ(instructions({"sin(p*x) + cos(p*x)"}), 4U);
  EXPECT_EQ(instructions({"sin(p*x)", "cos(x*p)", "p*x"}), 3U);
  EXPECT_EQ(instructions({"x", "2", "t", "p"}), 0U) << "plain roots cost nothing";
  EXPECT_EQ(instructions({"x^2"}), 1U);
  EXPECT_EQ(instructions({"x^2", "x*x", "x^3"}), 2U);
  EXPECT_EQ(instructions({"x^16"}), 4U);
  EXPECT_EQ(instructions({"x^-2"}), 2U);
  EXPECT_EQ(instructions({"x^0.5", "sqrt(x)"}), 1U);
  EXPECT_EQ(instructions({"sin(t)", "floor(sin(t))"}), 3U) << "once per time";
  EXPECT_EQ(instructions({"sin(x)", "if(t < 1, sin(x), 0)"}), 3U)
      << "what does not depend on time exists once";
}

TEST(Program, ResultsDoNotDependOnTheProgram) {
  testing::Random random(5);
  Graph g;
  std::vector<Node> roots;
  std::generate_n(std::back_inserter(roots), 100, [&] { return random.expression(g, 4); });
  const Program together(g, roots, random_parameters);
  const auto point = random.point();
  std::vector<double> work = together.make_work(), results(roots.size());
  together.evaluate(0.5, 0.25, point.data(), work.data(), results.data());
  for (std::size_t i = 0; i < roots.size(); ++i) {
    const Program alone(g, {&roots[i], 1}, random_parameters);
    std::vector<double> own_work = alone.make_work();
    double result = 0;
    alone.evaluate(0.5, 0.25, point.data(), own_work.data(), &result);
    EXPECT_TRUE(identical(result, results[i])) << print(g, roots[i], random_symbols);
  }
}

TEST(Program, FoldingComputesWhatTheTapeComputes) {
  testing::Random random(6);
  for (const Op op : testing::all_operations()) {
    for (int i = 0; i < 50; ++i) {
      Graph g;
      const std::array<double, 3> v{random.uniform(-2, 2),
                                    op == Op::power ? i % 18 - 9 : random.uniform(-2, 2), 3};
      const Node b = g.constant(v[1]);  // an exponent that is a constant in both
      const Node folded = g.make(op, g.constant(v[0]), b, g.constant(v[2]));
      const Node open = g.make(op, g.symbol(0), op == Op::power ? b : g.symbol(1), g.symbol(2));
      EXPECT_TRUE(identical(evaluate_once(g, folded, 0, v), evaluate_once(g, open, 0, v)));
    }
  }
}

TEST(Program, DeepExpressionsWork) {
  Graph g;
  Node nested = g.symbol(0);
  for (int i = 0; i < 100000; ++i) nested = g.make(Op::add, g.make(Op::negate, nested), g.constant(1));
  EXPECT_EQ(evaluate_once(g, nested, 0, {{0.25}}), 0.25);
}

}  // namespace
}  // namespace accordo::expr
