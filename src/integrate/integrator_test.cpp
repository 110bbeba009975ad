#include "integrate/integrator.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "integrate/catalogue.hpp"
#include "integrate/dopri5.hpp"
#include "integrate/rosenbrock.hpp"
#include "integrate/test_systems.hpp"

namespace accordo {
namespace {

/// A tolerance that accepts everything: with a large step size, every macro-step is one internal step.
constexpr IntegratorSettings kAnything{.relative_tolerance = 1e100, .absolute_tolerance = 1e100};

double manufactured_error(Integrator& integrator, TestSystem system, int steps) {
  std::array<double, 2> x = {Manufactured::exact(0, 0), Manufactured::exact(1, 0)};
  advance_by(integrator, system, steps, 2.0 / steps, x.data());
  return std::hypot(x[0] - Manufactured::exact(0, 2), x[1] - Manufactured::exact(1, 2));
}

/// The order seen between step lengths 2/40 and 2/80.
template <class Make>
double observed_order(Make make, const TestSystem& system) {
  return std::log2(manufactured_error(*make(), system, 40) / manufactured_error(*make(), system, 80));
}

template <class Method>
std::unique_ptr<Integrator> without_control() {
  auto method = std::make_unique<Method>(2, kAnything);
  method->set_next_step_size(1e9);
  return method;
}

TEST(Order, Rk4HasFour) {
  const auto make = [] { return make_integrator("rk4", 2, {.micro_step = 1}); };
  EXPECT_NEAR(observed_order(make, Manufactured::system()), 4, 0.2);
}

TEST(Order, Dopri5HasFive) {
  EXPECT_NEAR(observed_order(without_control<Dopri5Integrator>, Manufactured::system()), 5, 0.2);
}

TEST(Order, RosenbrockHasFour) {
  EXPECT_NEAR(observed_order(without_control<RosenbrockIntegrator>, Manufactured::system()), 4, 0.2);
}

TEST(Order, RosenbrockHasFourWithDifferences) {
  const TestSystem system = Manufactured::system_without_jacobian();
  EXPECT_NEAR(observed_order(without_control<RosenbrockIntegrator>, system), 4, 0.2);
}

class Adaptive : public testing::TestWithParam<const char*> {};

// The error follows the tolerance: proportional over five decades, and never far from it.
TEST_P(Adaptive, ErrorIsProportionalToTolerance) {
  const auto error = [](double tolerance) {
    const auto integrator = make_integrator(GetParam(), 2, IntegratorSettings::with_tolerance(tolerance));
    return manufactured_error(*integrator, Manufactured::system(), 1);
  };
  const double loose = error(1e-5);
  const double tight = error(1e-10);
  EXPECT_NEAR(std::log10(loose / tight), 5, 1.25);
  EXPECT_LT(loose, 1e-4);
  EXPECT_LT(tight, 1e-9);
}

// Macro-steps shorter than the next internal step neither shrink it nor cost more than one internal step
// each.
TEST_P(Adaptive, ShortMacroStepsTakeOneInternalStep) {
  const auto integrator = make_integrator(GetParam(), 2, {});
  TestSystem system = Manufactured::system();
  std::array<double, 2> x = {0, 1};
  advance_by(*integrator, system, 20, 1e-3, x.data());
  const long long before = integrator->evaluations();
  for (int k = 20; k < 120; ++k) integrator->advance(system, macro_step(k, 1e-3), true, x.data());
  EXPECT_EQ(integrator->evaluations() - before, 100 * 6);
  // Inputs that jump cost the derivative at the start once more.
  integrator->advance(system, macro_step(120, 1e-3), false, x.data());
  EXPECT_EQ(integrator->evaluations() - before, 100 * 6 + 7);
  integrator->forget();
  integrator->advance(system, macro_step(121, 1e-3), true, x.data());
  EXPECT_EQ(integrator->evaluations() - before, 100 * 6 + 14);
}

// An event may cut a macro-step to almost nothing; the internal steps after it are as long as before.
template <class Method>
void expect_wish_survives_a_short_step() {
  Method integrator(2, {});
  TestSystem system = Manufactured::system();
  std::array<double, 2> x = {0, 1};
  integrator.advance(system, macro_step(0, 1), false, x.data());
  const double wanted = integrator.next_step_size();
  integrator.advance(system, {.t = 1, .h = 1e-6, .end = 1 + 1e-6}, true, x.data());
  EXPECT_GE(integrator.next_step_size(), wanted);
  EXPECT_LT(integrator.next_step_size(), 1);
}

TEST(StepSize, SurvivesAShortMacroStep) {
  expect_wish_survives_a_short_step<Dopri5Integrator>();
  expect_wish_survives_a_short_step<RosenbrockIntegrator>();
}

TEST_P(Adaptive, BlowUpNamesStateAndTime) {
  // x2' = x2² has its pole at t = 1.
  TestSystem system(
      2,
      [](double, const double* x, double* dx) {
        dx[0] = -x[0];
        dx[1] = x[1] * x[1];
      },
      [](double, const double* x, Matrix& J, Vector& f_t) {
        J << -1, 0, 0, 2 * x[1];
        f_t.setZero();
      });
  const auto integrator = make_integrator(GetParam(), 2, {});
  std::array<double, 2> x = {1, 1};
  try {
    integrator->advance(system, {.t = 0, .h = 2, .end = 2}, false, x.data());
    FAIL() << "it went through the pole to " << x[1];
  } catch (const NonFiniteState& e) {
    EXPECT_EQ(e.state(), 1);
    EXPECT_NEAR(e.t(), 1, 1e-6);
  }
  EXPECT_EQ(x[0], 1);  // errors leave x alone
  EXPECT_EQ(x[1], 1);
}

// An oscillation of 1e-8 about 1e5: the last bit of the derivative is 1.5e-11 all along, more than the
// tolerance lets an error grow by. Steps as short as that asks for would also be lost in the rounding of what
// they add.
TEST_P(Adaptive, RoundingOfDerivativesIsNoReasonForShorterSteps) {
  constexpr double home = 1e5, size = 1e-8, last_bit = 1.5e-11;
  TestSystem system(
      2,
      [](double, const double* x, double* dx) {
        dx[0] = x[1] - home;
        dx[1] = -x[0];
      },
      [](double, const double*, Matrix& J, Vector& f_t) {
        J << 0, 1, -1, 0;
        f_t.setZero();
      });
  for (const double tolerance : {1e-4, 1e-7, 1e-10}) {
    const auto integrator = make_integrator(GetParam(), 2, IntegratorSettings::with_tolerance(tolerance));
    std::array<double, 2> x = {size, home};
    integrator->advance(system, {.t = 0, .h = 20, .end = 20}, false, x.data());
    EXPECT_LT(integrator->evaluations(), 20'000) << tolerance;
    EXPECT_NEAR(x[0], size * std::cos(20), 100 * last_bit + 100 * tolerance * size) << tolerance;
  }
}

// x' = -1/x from 1: x = √(1 - 2t) ends at t = ½ with an infinite derivative.
TEST_P(Adaptive, SingularDerivativeIsReported) {
  TestSystem system(1, [](double, const double* x, double* dx) { dx[0] = -1 / x[0]; });
  const auto integrator = make_integrator(GetParam(), 1, {});
  double x = 1;
  try {
    integrator->advance(system, {.t = 0, .h = 1, .end = 1}, false, &x);
    FAIL() << "it went through the singularity to " << x;
  } catch (const NonFinite& e) {
    EXPECT_EQ(e.variable(), "state 0");
    EXPECT_NEAR(e.t(), 0.5, 1e-6);
  } catch (const UnitFailure& e) {  // errors of 1e-8 of its range take x from side to side there
    EXPECT_NE(std::string(e.what()).find("given up at t = 0.5"), std::string::npos) << e.what();
  }
}

TEST_P(Adaptive, NotANumberIsApproachedAndReported) {
  TestSystem system(1, [](double t, const double*, double* dx) { dx[0] = std::sqrt(0.5 - t); });
  const auto integrator = make_integrator(GetParam(), 1, {});
  double x = 0;
  try {
    integrator->advance(system, {.t = 0, .h = 1, .end = 1}, false, &x);
    FAIL();
  } catch (const NonFiniteState& e) {
    EXPECT_EQ(e.state(), 0);
    EXPECT_NEAR(e.t(), 0.5, 1e-3);
    EXPECT_LE(e.t(), 0.5);
  }
  // It is usable again: the same integrator, on a part where all is well.
  integrator->forget();
  integrator->advance(system, {.t = 0, .h = 0.25, .end = 0.25}, false, &x);
  EXPECT_NEAR(x, 2.0 / 3 * (std::pow(0.5, 1.5) - std::pow(0.25, 1.5)), 1e-7);
}

TEST_P(Adaptive, NotANumberAtTheStart) {
  TestSystem system(1, [](double, const double* x, double* dx) { dx[0] = x[0]; });
  double x = NAN;
  EXPECT_THROW(make_integrator(GetParam(), 1, {})->advance(system, macro_step(3, 0.5), false, &x), NonFinite);
}

TEST_P(Adaptive, FromRestWithoutStatesAndWithTinySteps) {
  const auto integrator = make_integrator(GetParam(), 1, {});
  TestSystem constant(1, [](double, const double*, double* dx) { dx[0] = 0; });
  double x = 0;
  advance_by(*integrator, constant, 3, 1.0, &x);
  EXPECT_EQ(x, 0);
  // An event may leave a macro-step of a few units in the last place.
  const double end = std::nextafter(3.0, 4.0);
  integrator->advance(constant, {.t = 3, .h = end - 3, .end = end}, false, &x);
  EXPECT_EQ(x, 0);

  TestSystem empty(0, [](double, const double*, double*) {});
  make_integrator(GetParam(), 0, {})->advance(empty, macro_step(0, 1), false, nullptr);
}

INSTANTIATE_TEST_SUITE_P(Kinds, Adaptive, testing::Values("dopri5", "rosenbrock", "auto"));

// Internal steps end exactly at the end of the macro-step and leave no sliver before it.
TEST(Dopri5, InternalStepsDivideTheMacroStepWithoutSlivers) {
  std::vector<double> times;
  TestSystem system(2, [&](double t, const double* x, double* dx) {
    times.push_back(t);
    Manufactured::rhs(t, x, dx);
  });
  for (const double h : {0.9, 1.0, 1.1, 1.3, 1.7, 1.9, 2.0}) {
    Dopri5Integrator integrator(2, IntegratorSettings::with_tolerance(1e-9));
    std::array<double, 2> x = {0, 1};
    integrator.advance(system, {.t = 0, .h = h, .end = h}, false, x.data());
    times.clear();
    integrator.advance(system, {.t = h, .h = h, .end = 2 * h}, true, x.data());
    // The last two of the six evaluations of a step are at its end.
    std::vector<double> ends = {h};
    for (std::size_t i = 5; i < times.size(); i += 6) {
      EXPECT_EQ(times[i], times[i - 1]);
      ends.push_back(times[i]);
    }
    EXPECT_NEAR(ends.back(), 2 * h, 1e-15);
    const auto last = ends.size() - 1;
    ASSERT_GE(last, 2U);
    EXPECT_GT(ends[last] - ends[last - 1], 0.3 * (ends[last - 1] - ends[last - 2])) << "h = " << h;
  }
}

TEST(Dopri5, GivesUpOnStiffUnitsAndNamesTheRemedy) {
  TestSystem system = prothero_robinson(-1e9);
  double x = 1;
  try {
    make_integrator("dopri5", 1, {})->advance(system, macro_step(0, 1), false, &x);
    FAIL();
  } catch (const UnitFailure& e) {
    EXPECT_NE(std::string(e.what()).find("integrator: rosenbrock"), std::string::npos) << e.what();
  }
}

TEST(Rk4, MicroStepsDivideTheMacroStep) {
  TestSystem system = Manufactured::system();
  const auto evaluations = [&](double micro_step, double h) {
    const auto rk4 = make_integrator("rk4", 2, {.micro_step = micro_step});
    std::array<double, 2> x = {0, 1};
    rk4->advance(system, macro_step(0, h), false, x.data());
    return rk4->evaluations();
  };
  EXPECT_EQ(evaluations(0, 0.3), 40);
  EXPECT_EQ(evaluations(0.1, 0.3), 12);  // 0.3/0.1 is above 3 in floating point
  EXPECT_EQ(evaluations(0.1, 0.31), 16);
  EXPECT_EQ(evaluations(5, 0.3), 4);
}

TEST(Rk4, NonFiniteNamesState) {
  TestSystem system(2, [](double t, const double*, double* dx) {
    dx[0] = 1;
    dx[1] = 1 / (t - 0.5);
  });
  std::array<double, 2> x = {0, 0};
  try {
    make_integrator("rk4", 2, {.micro_step = 0.25})->advance(system, macro_step(0, 1), false, x.data());
    FAIL();
  } catch (const NonFiniteState& e) {
    EXPECT_EQ(e.state(), 1);
    EXPECT_EQ(e.t(), 0.25);
  }
  EXPECT_EQ(x[0], 0);
}

TEST(MakeIntegrator, RefusesUnknownKinds) {
  EXPECT_THROW(make_integrator("euler", 1, {}), std::invalid_argument);
}

TEST(Integrators, AreMadeByTheNamesOfTheCatalogue) {
  for (const IntegratorKind& kind : integrator_kinds()) {
    EXPECT_EQ(is_integrator(kind.name), kind.make != nullptr) << kind.name;
    if (kind.make == nullptr) {
      EXPECT_THROW(make_integrator(kind.name, 1, {}), std::invalid_argument) << kind.name;
    } else if (kind.name != "auto") {  // which calls itself by what it is at the moment
      EXPECT_EQ(make_integrator(kind.name, 1, {})->name(), kind.name);
    }
  }
  EXPECT_EQ(integrator_names(), "auto, dopri5, rosenbrock or rk4");
}

}  // namespace
}  // namespace accordo
