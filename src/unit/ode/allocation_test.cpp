// A warm integrator must not allocate.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "integrate/test_systems.hpp"
#include "tests/support/count_allocations.hpp"
#include "unit/ode/linear_system.hpp"

namespace accordo {
namespace {

class EveryIntegrator : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Kinds, EveryIntegrator, ::testing::Values("auto", "dopri5", "rosenbrock", "rk4"));

TEST_P(EveryIntegrator, DoesNotAllocateOnceWarm) {
  for (const int n : {2, 40}) {
    TestSystem system(
        n,
        [n](double t, const double* x, double* dx) {
          for (int i = 0; i < n; ++i) dx[i] = -x[i] * x[(i + 1) % n] + std::sin(t);
        },
        [n](double t, const double* x, Matrix& J, Vector& f_t) {
          J.setZero();
          for (int i = 0; i < n; ++i) {
            J(i, i) -= x[(i + 1) % n];
            J(i, (i + 1) % n) -= x[i];
            f_t[i] = std::cos(t);
          }
        });
    const auto integrator = make_integrator(GetParam(), n, {});
    std::vector<double> x(static_cast<std::size_t>(n), 1.0);
    advance_by(*integrator, system, 2, 0.01, x.data());
    const long long before = testing::allocations;
    for (int k = 2; k < 20; ++k) {
      integrator->save();
      integrator->advance(system, macro_step(k, 0.01), true, x.data());
      integrator->restore();
      integrator->forget();
      integrator->advance(system, macro_step(k, 0.01), false, x.data());
    }
    EXPECT_EQ(testing::allocations - before, 0) << "n = " << n;
  }
}

TEST(PropagatorAllocation, StepDoesNotAllocate) {
  LinearModel m;
  m.A = Matrix::Constant(2, 2, -0.1);
  m.B = m.f0 = Matrix::Ones(2, 1);
  m.C = Matrix::Ones(1, 2);
  m.D = m.g0 = Matrix::Ones(1, 1);
  const LinearSystem system(m);
  const auto propagator = system.propagator(0.1);
  const std::array<double, 4> a = {1, 2, 3, 4};
  const std::array<double, 2> x = {1, 2};
  std::array<double, 2> end{};
  const long long before = testing::allocations;
  propagator->step(x.data(), {a.data(), 1, 3}, end.data());
  EXPECT_EQ(system.propagator(0.1), propagator);
  EXPECT_EQ(testing::allocations - before, 0);
}

}  // namespace
}  // namespace accordo
