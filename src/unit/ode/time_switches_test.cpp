#include "unit/ode/time_switches.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace accordo {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

/// All instants from 0 to 10 at which the expression switches; p = 2.
std::vector<double> switches(const char* text, double stop = 10) {
  expr::Graph graph;
  const std::vector<std::string> names{"p", "x"};
  const auto parsed = expr::parse(graph, text, expr::SymbolTable(names));
  EXPECT_TRUE(bool(parsed)) << text;
  const expr::Node root = *parsed;
  const expr::Program program = time_switches(graph, {&root, 1}, 1);
  const std::vector<double> parameters{2};
  TimeSwitches search(program, parameters, {.start = 0, .stop = stop});
  std::vector<double> found;
  for (double t = search.next(0); t < kNever && found.size() < 100'000; t = search.next(t))
    found.push_back(t);
  return found;
}

TEST(TimeSwitches, ComparisonsAreHitToTheLastBit) {
  for (const char* text : {"if(t >= 0.35, 3, 1)", "t > 0.35", "not (t < 0.35)", "2*t >= 0.7", "0.35 - t <= 0",
                           "p*t - 1 > -0.3"}) {
    EXPECT_EQ(switches(text), (std::vector<double>{0.35})) << text;
  }
  EXPECT_EQ(switches("if(t >= 4.2 and t < 4.3, 10, 0)"), (std::vector<double>{4.2, 4.3}));
}

TEST(TimeSwitches, WhatBendsByTimeIsFoundToo) {
  EXPECT_EQ(switches("abs(t - 3)"), (std::vector<double>{3}));
  EXPECT_EQ(switches("max(0, t - 5)*min(t, 7)"), (std::vector<double>{5, 7}));
  EXPECT_EQ(switches("if(max(t - 5, 0) > 0, 1, 2)"), (std::vector<double>{5}));
}

TEST(TimeSwitches, PeriodicOnesAreFoundOneAfterTheOther) {
  const auto saw = switches("t/0.01 - floor(t/0.01) < 0.3");
  ASSERT_EQ(saw.size(), 2000U);
  for (std::size_t i = 0; i < saw.size(); ++i)
    EXPECT_NEAR(saw[i], 0.01 * static_cast<double>(i / 2) + (i % 2 == 0 ? 0.003 : 0.01), 1e-13);
  const auto wave = switches("sin(50*t) > 0.2");
  ASSERT_EQ(wave.size(), 160U);
  for (const double t : wave) EXPECT_NEAR(std::sin(50 * t), 0.2, 1e-12);
}

// However short: nothing hides between two points, for none are looked at.
TEST(TimeSwitches, ShortOnesAreNotMissed) {
  EXPECT_EQ(switches("if(t > 7777.1 and t < 7777.1000001, 1, 0)", 1e5),
            (std::vector<double>{7777.1, 7777.1000001}));
}

TEST(TimeSwitches, AtLargeTimesEachIsFoundOnce) {
  const auto found = switches("floor(t/86400)", 86400 * 365.0);
  ASSERT_EQ(found.size(), 365U);
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_EQ(found[i], 86400.0 * static_cast<double>(i + 1));
}

TEST(TimeSwitches, WhatStatesDecideIsNone) {
  EXPECT_TRUE(switches("if(x > t, 1, 2) + sin(t) + abs(x - t)").empty());
  EXPECT_TRUE(switches("if(p > 1, t, 2*t)").empty());
}

TEST(TimeSwitches, MayBeAskedAgainFromEarlierOn) {
  expr::Graph graph;
  const std::vector<std::string> none;
  const expr::Node root = *expr::parse(graph, "floor(t)", expr::SymbolTable(none));
  const expr::Program program = time_switches(graph, {&root, 1}, 0);
  TimeSwitches search(program, {}, {.start = 0, .stop = 10});
  EXPECT_EQ(search.next(5.5), 6);
  EXPECT_EQ(search.next(0), 1);
  EXPECT_EQ(search.next(9.5), 10);
  EXPECT_EQ(search.next(10), kNever);
}

}  // namespace
}  // namespace accordo
