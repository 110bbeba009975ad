// What a result tells besides its rows.

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/library/systems.hpp"

namespace outsider {
namespace {

using accordo::Result;

/// x'' = -x in two units, x(0) = 1: the solution is cos.
accordo::System circle() {
  accordo::System system;
  system.add("x", accordo::Equations{}.state("x", 1).input("v").der("x", "v").output("x", "x"));
  system.add("v", accordo::Equations{}.state("v", 0).input("x").der("v", "-x").output("v", "v"));
  system.connect({"x.x -> v.x", "v.v -> x.v"});
  return system;
}

/// The largest error in the middles of the steps.
double error_between(double step, bool dense) {
  const Result result =
      accordo::run(circle(), {.stop = 6, .step = step, .method = "monolithic", .dense = dense});
  std::vector<double> middles;
  for (std::size_t i = 1; i < result.time().size(); ++i)
    middles.push_back((result.time()[i - 1] + result.time()[i]) / 2);
  const std::vector<double> values = result.at(middles, "x.x");
  double worst = 0;
  for (std::size_t i = 0; i < middles.size(); ++i)
    worst = std::max(worst, std::abs(values[i] - std::cos(middles[i])));
  return worst;
}

TEST(DenseOutput, IsOfOrderFourAndMostAccurateWithSlopes) {
  for (const bool dense : {true, false}) {
    const double order = std::log2(error_between(0.2, dense) / error_between(0.1, dense));
    EXPECT_GT(order, 3.6) << dense;
    EXPECT_LT(order, 4.4) << dense;
  }
  // A cubic through values and slopes is off by h^4/384 times the fourth derivative, which is 1 at most.
  EXPECT_LT(error_between(0.2, true), 1.1 * 0.2 * 0.2 * 0.2 * 0.2 / 384);
  EXPECT_GT(error_between(0.2, false), 4 * error_between(0.2, true));
}

TEST(DenseOutput, AgreesWithRowsAndEndsWithThem) {
  const Result result = accordo::run(masses(), {.stop = 2, .tolerance = 1e-4, .dense = true});
  const std::vector<double> values = result.at(result.time(), "left.x");
  EXPECT_TRUE(std::equal(values.begin(), values.end(), result["left.x"].begin()));
  EXPECT_THROW(result.at(std::vector{2.5}, "left.x"), accordo::Error);
  EXPECT_THROW(result.at(std::vector{1.0}, "left.y"), accordo::Error);
}

TEST(DenseOutput, DoesNotDependOnRows) {
  const Result all = accordo::run(masses(), {.stop = 2, .tolerance = 1e-4, .dense = true});
  const Result few =
      accordo::run(masses(), {.stop = 2, .tolerance = 1e-4, .output_interval = 1, .dense = true});
  EXPECT_EQ(few.time().size(), 3U);
  const std::vector<double> times{0.123, 0.77, 1.5};
  EXPECT_EQ(all.at(times, "right.F"), few.at(times, "right.F"));
}

TEST(Errors, AreThoseOfEachRow) {
  const Result result = accordo::run(circle(), {.stop = 6, .tolerance = 1e-4});
  const std::span<const double> x = result["x.x"], errors = result.errors("x.x");
  ASSERT_EQ(errors.size(), x.size());
  const std::optional<accordo::SignalError> whole = result.error("x.x");
  ASSERT_TRUE(whole);
  double largest = 0, off = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    largest = std::max(largest, std::abs(errors[i]));
    off = std::max(off, std::abs(x[i] - std::cos(result.time()[i]) - errors[i]));
  }
  EXPECT_EQ(whole->largest, largest);
  EXPECT_EQ(whole->last, errors.back());
  EXPECT_LT(off, 0.2 * largest) << "computed minus right";
  EXPECT_EQ(result.signals(), (std::vector<std::string>{"x.x", "v.v"})) << "errors are no signals";
}

TEST(Errors, AreNotMadeUp) {
  const accordo::Settings settings{.stop = 1, .step = 1e-2, .method = "jacobi"};
  const Result unknown = accordo::run(circle(), settings);
  EXPECT_FALSE(unknown.error("x.x"));
  EXPECT_TRUE(unknown.errors("x.x").empty());
  accordo::Settings asked = settings;
  asked.error_bars = true;
  EXPECT_TRUE(accordo::run(circle(), asked).error("x.x")) << "but found where they are asked for";
}

TEST(Page, HasTheRunInIt) {
  const Result result = accordo::run(masses(), {.stop = 0.1, .tolerance = 1e-4});
  EXPECT_NE(result.metadata().find("\"ifosmondi-jfm\""), std::string::npos);
  const std::string page = result.page();
  EXPECT_EQ(page.substr(0, 15), "<!doctype html>");
  EXPECT_NE(page.find("left.x"), std::string::npos);
}

}  // namespace
}  // namespace outsider
