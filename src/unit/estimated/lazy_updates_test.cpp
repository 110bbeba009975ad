// When an estimator linearizes, and when it computes exponentials: as seldom as it may.
#include <gtest/gtest.h>

#include <random>

#include "unit/estimated/estimator.hpp"
#include "unit/estimated/estimator_testing.hpp"

namespace accordo {
namespace {

using testing::FunctionUnit;

TEST(LazyUpdates, RefreshSavesLinearizations) {
  FunctionUnit often = testing::nonlinear_unit(1), seldom = testing::nonlinear_unit(1);
  Estimator always(often, {.refresh = 0}), lazy(seldom, {.refresh = 0.01});
  testing::lead(often, always, 50, 0.01);
  testing::lead(seldom, lazy, 50, 0.01);
  EXPECT_EQ(always.linearizations(), 51);
  EXPECT_EQ(often.evaluations, 0);  // f and g come with the linearization
  EXPECT_LT(lazy.linearizations(), 51);
  EXPECT_GE(lazy.linearizations(), 1);
}

// y = u², no states: f never moves. Its gain must be followed all the same.
TEST(LazyUpdates, NonlinearOutputsAreLinearizedAgain) {
  FunctionUnit unit(
      testing::describe(0, 1, 1), [](double, const double*, const double*, double*) {},
      [](double, const double*, const double* u, double* y) { y[0] = u[0] * u[0]; },
      [](double, const double*, const double* u, LinearModel& m) { m.D(0, 0) = 2 * u[0]; }, {});
  Estimator estimator(unit, {});
  const double w = 0;
  for (const double u : {0.0, 1.0}) {
    estimator.observe_point(Instant::at(u), &u, &w);
    std::array<double, 4> K{};
    std::array<double, 2> b{};
    estimator.affine(0.1, &u, &w, K.data(), b.data(), nullptr);
    EXPECT_EQ(K[0], 2 * u);
  }
}

// Affine in states and inputs, driven by time: linearized often, but one exponential serves.
TEST(LazyUpdates, EqualMatricesAreNoNews) {
  FunctionUnit unit(
      testing::describe(1, 1, 1),
      [](double t, const double* x, const double* u, double* f) { f[0] = u[0] - x[0] + t * t; },
      [](double, const double* x, const double*, double* y) { y[0] = x[0]; },
      [](double t, const double*, const double*, LinearModel& m) {
        m.A << -1;
        m.B << 1;
        m.C << 1;
        m.f_t << 2 * t;
      },
      {0.321});
  Estimator estimator(unit, {.refresh = 0});
  testing::lead(unit, estimator, 10, 0.1);
  const Signal signal = testing::wave_signal(1, 1, 0.1);
  double y = 0, dy = 0;
  const long long version = estimator.version();
  estimator.estimate(0.1, signal.view(), &y, &dy);
  testing::lead(unit, estimator, 10, 0.1);
  estimator.estimate(0.1, signal.view(), &y, &dy);
  EXPECT_EQ(estimator.linearizations(), 22);
  EXPECT_EQ(estimator.version(), version);
  EXPECT_EQ(estimator.operator_updates(), 1);
}

TEST(LazyUpdates, IdenticalUnitsShareTheirOperators) {
  std::mt19937 random(6);
  const LinearModel model = testing::random_model(random, 2, 1, 2);
  std::vector<std::unique_ptr<LinearUnit>> units;
  std::vector<std::unique_ptr<Estimator>> estimators;
  long long updates = 0;
  const Signal signal = testing::wave_signal(1, 0, 0.1);
  std::vector<double> first(2), y(2), dy(2);
  for (int k = 0; k < 1000; ++k) {
    units.push_back(testing::linear_unit(model, {1, 2}));
    estimators.push_back(std::make_unique<Estimator>(*units.back(), EstimatorKnobs{}));
    testing::lead(*units.back(), *estimators.back(), 0, 0.1);
    estimators.back()->estimate(0.1, signal.view(), y.data(), dy.data());
    updates += estimators.back()->operator_updates();
    if (k == 0) first = y;
    EXPECT_EQ(y, first);
  }
  EXPECT_EQ(updates, 1);
  // One bit of difference is another unit.
  LinearModel other = model;
  other.D(0, 0) = std::nextafter(other.D(0, 0), 2.0);
  units.push_back(testing::linear_unit(other, {1, 2}));
  Estimator estimator(*units.back(), {});
  testing::lead(*units.back(), estimator, 0, 0.1);
  estimator.estimate(0.1, signal.view(), y.data(), dy.data());
  EXPECT_EQ(estimator.operator_updates(), 1);
}

}  // namespace
}  // namespace accordo
