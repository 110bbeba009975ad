// Laws of whole-number arithmetic in indices.
#include "io/index_arithmetic.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace accordo {
namespace {

Bindings bound() {
  Bindings bindings;
  bindings.add("n", 10);
  bindings.add("i", 7);
  bindings.add("half", 0.5);
  return bindings;
}

TEST(IndexArithmetic, QuotientAndRemainderBelongTogether) {
  for (int a = -20; a <= 20; ++a) {
    for (int b = -6; b <= 6; ++b) {
      if (b == 0) continue;
      SCOPED_TRACE(fmt::format("{} and {}", a, b));
      const Whole quotient = evaluate_whole(fmt::format("({})//({})", a, b), {});
      const Whole remainder = evaluate_whole(fmt::format("({})%({})", a, b), {});
      ASSERT_TRUE(quotient && remainder);
      EXPECT_EQ(quotient.value * b + remainder.value, a);
      if (b > 0) {
        EXPECT_TRUE(0 <= remainder.value && remainder.value < b);
      } else {
        EXPECT_TRUE(b < remainder.value && remainder.value <= 0);
      }
    }
  }
}

TEST(IndexArithmetic, BindsAsInExpressions) {
  const Bindings bindings = bound();
  for (const auto& [text, value] : std::initializer_list<std::pair<const char*, int>>{{"i", 7},
                                                                                      {"i+1", 8},
                                                                                      {" ( i + 3 ) % n ", 0},
                                                                                      {"i+3 % n", 10},
                                                                                      {"2*i-n", 4},
                                                                                      {"n-i-1", 2},
                                                                                      {"-i+n", 3},
                                                                                      {"2*-i", -14},
                                                                                      {"7//2*2", 6},
                                                                                      {"1e1", 10}}) {
    const Whole result = evaluate_whole(text, bindings);
    EXPECT_TRUE(result) << text << ": " << result.fault;
    EXPECT_EQ(result.value, value) << text;
  }
}

TEST(IndexArithmetic, WhatIsNoWholeNumberIsRefused) {
  const Bindings bindings = bound();
  for (const auto& [text, words] : std::initializer_list<std::pair<const char*, const char*>>{
           {"", "missing"},
           {"i+", "missing"},
           {"i j", "not understood"},
           {"k", "no index or constant 'k'"},
           {"1.5", "not whole"},
           {"half", "not whole"},
           {"n/2", "write //"},
           {"i % 0", "divides by 0"},
           {"(i", "not closed"},
           {"1e300", "too large"},
           {"9007199254740992*9007199254740992", "too large"},
           {"999999999999999999999999", "too large"}}) {
    const Whole result = evaluate_whole(text, bindings);
    EXPECT_FALSE(result) << text;
    EXPECT_NE(result.fault.find(words), std::string::npos) << text << ": " << result.fault;
  }
  EXPECT_FALSE(evaluate_whole(std::string(100000, '('), bindings)) << "and does not overflow the stack";
  EXPECT_FALSE(evaluate_whole(std::string(100000, '-') + "1", bindings));
}

TEST(IndexArithmetic, RangesHoldBothEndsAndMayBeEmpty) {
  const Bindings bindings = bound();
  const RangeResult all = evaluate_range("1..n-1", bindings), none = evaluate_range("0..n-11", bindings);
  ASSERT_EQ(all.fault + none.fault, "");
  EXPECT_EQ(all.range.count(), 9);
  EXPECT_TRUE(all.range.contains(1) && all.range.contains(9) && !all.range.contains(10));
  EXPECT_EQ(none.range.count(), 0);
  for (const char* text : {"3", "3..1", "a..b", "..", "1.5..3"})
    EXPECT_NE(evaluate_range(text, bindings).fault, "") << text;
}

TEST(IndexArithmetic, NamesCountAsWholeWords) {
  const std::vector<std::string> i{"i"};
  for (const char* text : {"i", "2*i", "a-i", "(i)", "cell{i}.fmu"}) EXPECT_TRUE(mentions(text, i)) << text;
  for (const char* text : {"", "sin(x)", "xi", "i2", "2i", "_i"}) EXPECT_FALSE(mentions(text, i)) << text;
}

}  // namespace
}  // namespace accordo
