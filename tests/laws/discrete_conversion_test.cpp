// Discrete values between units of different types: what fits, what is mapped, what is refused.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/relay_scenarios.hpp"

namespace accordo::testing::relays {
namespace {

TEST(DiscreteConversion, WholeNumbersGoWhereTheyFit) {
  // An enumeration and a boolean as integers, scaled by whole numbers.
  const Trajectory rows =
      run(scenario(unit("a", kStepping3, "mode: 2") + unit("b", kStepping3),
                   "a.mode_out * 10 - 1 -> b.n, a.flag_out -> b.small, a.flag_out -> b.mode"));
  EXPECT_EQ(column(rows, "b.n_out").back(), 20);
  EXPECT_EQ(column(rows, "b.small_out").back(), 0);
  EXPECT_EQ(column(rows, "b.mode_out").back(), 1);
}

TEST(DiscreteConversion, ValuesOutOfRangeEndTheRun) {
  const std::string units = unit("a", kStepping3, "n: 127, small: -1") + unit("b", kStepping3);
  EXPECT_EQ(failure_of(scenario(units, "a.n_out -> b.small")),
            "discrete-range: 'b.small' (Int8) cannot take 128 at t = 0");
  EXPECT_EQ(failure_of(scenario(units, "a.small_out -> b.big")),
            "discrete-range: 'b.big' (UInt64) cannot take -2 at t = 0");
  EXPECT_EQ(failure_of(scenario(units, "a.n_out -> b.flag")),
            "discrete-range: 'b.flag' (Boolean) cannot take 128 at t = 0");
}

TEST(DiscreteConversion, EveryWholeTypeCanBeMapped) {
  const Trajectory rows = run(
      scenario(unit("a", kStepping3, "big: 7, small: -100") + unit("b", kStepping3),
               "{from: a.big_out, to: b.small, map: {7: -127}}, {from: a.small_out, to: b.big, map: {-101: "
               "9223372036854775807}}, {from: a.big_out, to: b.n, map: {6: 1, 7: 2, 8: 3}}"));
  EXPECT_EQ(column(rows, "b.n_out").back(), 3);
  EXPECT_EQ(column(rows, "b.small_out").back(), -128);
  EXPECT_EQ(column(rows, "b.big_out").back(), 9223372036854775807.0);
}

TEST(DiscreteConversion, ValuesWithoutAnEntryEndTheRun) {
  const std::string units = unit("a", kStepping3, "big: 18446744073709551615") + unit("b", kStepping3);
  EXPECT_EQ(failure_of(scenario(units, "{from: a.steps, to: b.n, map: {0: 5, 1: 6, 2: 7}}")),
            "unmapped-value: 'b.n' (Int32) gets 3, for which its map has no entry, at t = 0.375");
  // It is no -1.
  EXPECT_EQ(
      failure_of(scenario(units, "{from: a.big_out, to: b.n, map: {-1: 5}}")),
      "unmapped-value: 'b.n' (Int32) gets 18446744073709551615, for which its map has no entry, at t = 0");
}

TEST(DiscreteConversion, WhatWouldLoseSomethingIsRefused) {
  const std::string units = unit("a", kStepping3) + unit("b", kStepping3);
  const auto refusal = [&](const std::string& connection) {
    const std::string text = failure_of(scenario(units, connection));
    return text.substr(0, text.find("):") + 1);
  };
  EXPECT_EQ(refusal("a.y -> b.n"), "type-mismatch: 'a.y' (Float64) cannot feed 'b.n' (Int32)");
  EXPECT_EQ(refusal("a.single_out -> b.mode"),
            "type-mismatch: 'a.single_out' (Float32) cannot feed 'b.mode' (Enumeration)");
  EXPECT_EQ(refusal("a.text_out -> b.u"), "type-mismatch: 'a.text_out' (String) cannot feed 'b.u' (Float64)");
  EXPECT_EQ(refusal("a.bytes_out -> b.text"),
            "type-mismatch: 'a.bytes_out' (Binary) cannot feed 'b.text' (String)");
  EXPECT_EQ(refusal("a.n_out * 0.5 -> b.n"), "type-mismatch: 'a.n_out' (Int32) cannot feed 'b.n' (Int32)");
  EXPECT_EQ(refusal("a.text_out * 2 -> b.text"),
            "type-mismatch: 'a.text_out' (String) cannot feed 'b.text' (String)");
  EXPECT_EQ(refusal("{from: a.single_out, to: b.n, map: {1: 2}}"),
            "type-mismatch: 'a.single_out' (Float32) cannot feed 'b.n' (Int32)");
  EXPECT_EQ(refusal("{from: a.n_out, to: b.small, map: {1: 2, 3: 128}}"),
            "type-mismatch: 'a.n_out' (Int32) cannot feed 'b.small' (Int8)");
  EXPECT_EQ(failure_of(scenario(units, "a.n_out -> b.n, a.steps -> b.n")).substr(0, 32),
            "two-sources: 'b.n' has two sourc");
}

}  // namespace
}  // namespace accordo::testing::relays
