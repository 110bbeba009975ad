// What units tell of their outputs within a step.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "unit/ode/build.hpp"
#include "unit/ode/specs.hpp"

namespace accordo {
namespace {

/// x' = v, v' = -x + u, y = x + u/2, with this integrator.
std::unique_ptr<Unit> oscillator(const std::string& integrator) {
  const auto define = [](const char* name, const char* value) { return Definition{{name, {}}, {value, {}}}; };
  auto body = std::make_shared<EquationsSpec>();
  body->states = {define("x", "1"), define("v", "0")};
  body->inputs = {define("u", "0")};
  body->der = {define("x", "v"), define("v", "-x + u")};
  body->outputs = {define("y", "x + u/2")};
  UnitSpec spec;
  spec.name.text = "unit";
  spec.body = body;
  spec.integrator = integrator;
  Problems problems;
  UnitBuilder builder(1e-13);
  const BuiltUnit built = builder.build(spec, problems);
  EXPECT_TRUE(problems.empty());
  return built.make();
}

/// Of the output over one step, its input at rest, u = 0.
OutputShape shape_over(const std::string& integrator, double h) {
  const auto unit = oscillator(integrator);
  Signal u(1);
  hold(std::vector<double>{0}, u);
  double y = 0, dy = 0;
  OutputShape shape;
  unit->step({.t = 0, .h = h, .end = h, .followed = true}, u.view(), &y, &dy);
  EXPECT_TRUE(unit->shapes(&shape));
  return shape;
}

// cos differs from the cubic through its ends by h⁴/384, at the most, as h goes to 0.
TEST(Deviations, AreTheErrorOfTheCubic) {
  for (const char* integrator : {"exact", "dopri5"}) {
    const double h = 0.1;
    const OutputShape shape = shape_over(integrator, h);
    EXPECT_NEAR(shape.most / (h * h * h * h / 384), 1, 0.01) << integrator;
    EXPECT_NEAR(std::log2(shape.most / shape_over(integrator, h / 2).most), 4, 0.05) << integrator;
  }
}

/// Of an output less the cubic through its ends: ∫ ds and ∫ s ds.
struct Moments {
  double m0, m1;
};

/// Of cos(t) from there on.
Moments moments_of_cosine(double from, double h) {
  const auto t = static_cast<long double>(from), d = static_cast<long double>(h);
  const long double c = std::cos(t), s = std::sin(t), c2 = std::cos(t + d), s2 = std::sin(t + d);
  const long double a2 = -3 * c + 2 * d * s + 3 * c2 + d * s2, a3 = 2 * c - d * s - 2 * c2 - d * s2;
  const long double m0 = (s2 - s) / d - (c - d * s / 2 + a2 / 3 + a3 / 4);
  const long double m1 = s2 / d + (c2 - c) / d / d - (c / 2 - d * s / 3 + a2 / 4 + a3 / 5);
  return {static_cast<double>(m0), static_cast<double>(m1)};
}

/// How far moments are off, relative to themselves, in a step somewhere on the way.
Moments missed_moments(const std::string& integrator, double h) {
  constexpr double from = 0.7;
  const auto unit = oscillator(integrator);
  Signal u(1);
  hold(std::vector<double>{0}, u);
  double y = 0, dy = 0;
  OutputShape shape;
  unit->step({.t = 0, .h = from, .end = from}, u.view(), &y, &dy);
  unit->step({.t = from, .h = h, .end = from + h, .followed = true}, u.view(), &y, &dy);
  EXPECT_TRUE(unit->shapes(&shape));
  const Moments exact = moments_of_cosine(from, h);
  return {std::abs(shape.m0 / exact.m0 - 1), std::abs(shape.m1 / exact.m1 - 1)};
}

// A slow linear unit is looked at in the middle of its step, which knows nothing of what leans to one side of
// it: that is of one order more.
TEST(Deviations, HaveTheMomentsOfTheSolution) {
  for (const double h : {0.4, 0.2, 0.1}) {
    const Moments dense = missed_moments("dopri5", h);
    EXPECT_LT(std::max(dense.m0, dense.m1), 1e-7) << h;  // rounding
  }
  const Moments coarse = missed_moments("exact", 0.2), fine = missed_moments("exact", 0.1);
  EXPECT_LT(std::max(fine.m0, fine.m1), 2e-3);
  EXPECT_NEAR(std::log2(coarse.m0 / fine.m0), 2, 0.05);
  EXPECT_NEAR(std::log2(coarse.m1 / fine.m1), 1, 0.25);
}

// s²(1 − s)² is 1/16 in its middle and has the integral 1/30.
TEST(Deviations, BulgeAsTheirFirstTermDoes) {
  for (const char* integrator : {"exact", "dopri5"}) {
    const auto off = [&](double h) {
      const OutputShape shape = shape_over(integrator, h);
      return std::abs(std::abs(shape.m0) / shape.most / (8.0 / 15) - 1);
    };
    EXPECT_LT(off(0.1), 1e-3) << integrator;
    EXPECT_LT(off(0.8), 1e-2) << integrator;
  }
}

TEST(Deviations, AreNotKnownOfAStepThatWasNotFollowed) {
  const auto unit = oscillator("dopri5");
  Signal u(1);
  hold(std::vector<double>{0}, u);
  double y = 0;
  OutputShape shape;
  unit->step({.t = 0, .h = 1, .end = 1}, u.view(), &y, nullptr);
  EXPECT_FALSE(unit->shapes(&shape));
}

// Within a step under a cubic input, against the closed form for u = s³: the same for every integrator.
TEST(Course, IsTheSolutionAtAnyTime) {
  const double h = 2;
  for (const char* integrator : {"exact", "dopri5", "auto", "rk4"}) {
    const auto unit = oscillator(integrator);
    Signal u(1);
    u.set_degree(3);
    const double coefficients[] = {0, 0, 0, 1};
    std::copy(coefficients, coefficients + 4, u.component(0));
    double y = 0;
    unit->step({.t = 0, .h = h, .end = h, .followed = true}, u.view(), &y, nullptr);
    for (const double t : {0.3, 1.0, 1.7}) {
      // x'' + x = (t/h)³: a particular solution is (t³ - 6 t)/h³.
      const double c = std::pow(h, -3), x = std::cos(t) + c * (t * t * t - 6 * t) + 6 * c * std::sin(t);
      double states[2], output = 0;
      ASSERT_TRUE(unit->course(t, states, &output)) << integrator;
      EXPECT_NEAR(states[0], x, 1e-4) << integrator << ' ' << t;
      EXPECT_NEAR(output, x + std::pow(t / h, 3) / 2, 1e-4) << integrator << ' ' << t;
    }
  }
}

}  // namespace
}  // namespace accordo
