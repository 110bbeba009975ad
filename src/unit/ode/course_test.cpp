// What units tell of their outputs within a step.
#include <gtest/gtest.h>

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
