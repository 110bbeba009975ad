// Printing and parsing are inverse to each other.
#include "expr/print.hpp"

#include <gtest/gtest.h>

#include <string>

#include "expr/parse.hpp"
#include "expr/random_expression.hpp"

namespace accordo::expr {
namespace {

using testing::random_symbols;

TEST(Print, ParsesBackToTheSameNode) {
  Graph g;
  testing::Random random(1);
  int large = 0;
  for (int i = 0; i < 20000; ++i) {
    const Node node = random.expression(g, 1 + i % 6);
    const std::string text = print(g, node, random_symbols);
    const Parsed back = parse(g, text, random_symbols);
    ASSERT_TRUE(back) << text << ": " << back.problem().what;
    ASSERT_EQ(*back, node) << text << " came back as " << print(g, *back, random_symbols);
    large += text.size() > 50 ? 1 : 0;
  }
  EXPECT_GT(large, 4000) << "the sample is too simple";
}

TEST(Print, NeedlessParenthesesAreLeftOut) {
  Graph g;
  for (const std::string text : {"p + q*x",
                                 "(p + q)*x",
                                 "p - (q - x)",
                                 "p - q - x",
                                 "p/(q*x)",
                                 "p/q*x",
                                 "-p^2",
                                 "(-p)^2",
                                 "-(p*q)",
                                 "p^q^x",
                                 "(p^q)^x",
                                 "p^-q",
                                 "2^(p*q)",
                                 "p*-q",
                                 "p < q and not x < y or t",
                                 "p and (q or x)",
                                 "(p < q) < x",
                                 "not (p and q)",
                                 "if(p < q, x, -2)",
                                 "(-2)^p",
                                 "-2*p",
                                 "sin(p + q)",
                                 "pi*p",
                                 "-pi",
                                 "1e-05*p",
                                 "p - 2",
                                 "atan2(p, -q)",
                                 "(not p)*q"}) {
    const Parsed parsed = parse(g, text, random_symbols);
    ASSERT_TRUE(parsed) << text << ": " << parsed.problem().what;
    EXPECT_EQ(print(g, *parsed, random_symbols), text);
  }
}

TEST(Print, EveryDoubleComesBack) {
  Graph g;
  for (const double v : {0.1, 1.0 / 3, 1e300, 5e-324, -0.0, 123456789.123456789, 1.7976931348623157e308}) {
    const Node node = g.constant(v);
    const Parsed back = parse(g, print(g, node, {}), {});
    ASSERT_TRUE(back);
    EXPECT_EQ(*back, node) << v;
  }
}

}  // namespace
}  // namespace accordo::expr
