// An estimator at work must not allocate: it stands in the inner loop of iterations over thousands of units.
#include <gtest/gtest.h>

#include <random>

#include "tests/support/count_allocations.hpp"
#include "unit/estimated/estimator.hpp"
#include "unit/estimated/estimator_testing.hpp"

namespace accordo {
namespace {

long long allocations_of_a_step(Unit& unit, Estimator& estimator, double t, double h) {
  const int inputs = unit.info().ports.input_count(), outputs = unit.info().ports.output_count();
  const Signal signal = testing::wave_signal(inputs, t, h);
  const std::vector<double> v(index(inputs), 1.0), w(index(inputs), 0.1);
  std::vector<double> b(2 * index(outputs)), low(b), K(b.size() * 2 * index(inputs)), y(b), dy(b);
  const long long before = testing::allocations;
  estimator.observe_point(Instant::at(t), v.data(), w.data());
  estimator.affine(h, v.data(), w.data(), K.data(), b.data(), low.data());
  estimator.correct({.t = t, .h = h, .end = t + h}, signal.view(), v.data(), w.data(), b.data());
  estimator.estimate(h, signal.view(), y.data(), dy.data());
  return testing::allocations - before;
}

TEST(EstimatorAllocation, NoneOnceWarm) {
  std::mt19937 random(1);
  const auto linear = testing::linear_unit(testing::random_model(random, 2, 1, 1), {1, 2});
  testing::FunctionUnit nonlinear = testing::nonlinear_unit(1);
  for (Unit* unit : {static_cast<Unit*>(linear.get()), static_cast<Unit*>(&nonlinear)}) {
    Estimator estimator(*unit, {.refresh = 1e300});
    for (int k = 0; k < 5; ++k) allocations_of_a_step(*unit, estimator, 0.1 * k, k % 2 == 0 ? 0.1 : 0.2);
    for (int k = 5; k < 15; ++k) {
      EXPECT_EQ(allocations_of_a_step(*unit, estimator, 0.1 * k, k % 2 == 0 ? 0.1 : 0.2), 0);
    }
  }
}

TEST(EstimatorAllocation, RefreshingTheLinearizationTakesNone) {
  testing::FunctionUnit unit = testing::nonlinear_unit(1);
  Estimator estimator(unit, {.refresh = 0});
  const double v = 1, w = 0.1;
  for (int k = 0; k < 5; ++k) estimator.observe_point(Instant::at(0.1 * k), &v, &w);
  const long long before = testing::allocations;
  for (int k = 5; k < 15; ++k) estimator.observe_point(Instant::at(0.1 * k), &v, &w);
  EXPECT_EQ(testing::allocations - before, 0);
  EXPECT_EQ(estimator.linearizations(), 15);
}

}  // namespace
}  // namespace accordo
