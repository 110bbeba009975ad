#include "integrate/stiffness.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>

#include "integrate/test_systems.hpp"

namespace accordo {
namespace {

std::string method(const Integrator& integrator) {
  return integrator.name();
}

/// x'' of a chain: the second difference over n cells, eigenvalues -4 sin²(kπ/(2n+2)).
Matrix diffusion(int n) {
  Matrix J = Matrix::Zero(n, n);
  for (int i = 0; i < n; ++i) {
    J(i, i) = -2;
    if (i > 0) J(i, i - 1) = J(i - 1, i) = 1;
  }
  return J;
}

TEST(FastestDecay, SeesDecayAndNotOscillation) {
  const Matrix decaying = (Matrix(2, 2) << -1000, 500, 0, -3).finished();
  EXPECT_NEAR(fastest_decay(decaying), 1000, 1e-9);
  const Matrix oscillating = (Matrix(3, 3) << 0, 1, 0, -1e6, -1, 0, 0, 0, -5).finished();
  EXPECT_NEAR(fastest_decay(oscillating), 5, 1e-9);
  const Matrix growing = (Matrix(1, 1) << 100).finished();
  EXPECT_EQ(fastest_decay(growing), 0);
}

TEST(FastestDecay, EstimateForManyStatesAgreesWithTheSpectrum) {
  EXPECT_NEAR(fastest_decay(1e3 * diffusion(120)), 4e3, 1e2);
  // A chain without damping: the eigenvalues are imaginary.
  Matrix wave = Matrix::Zero(120, 120);
  wave.topRightCorner(60, 60).setIdentity();
  wave.bottomLeftCorner(60, 60) = 1e4 * diffusion(60);
  EXPECT_EQ(fastest_decay(wave), 0);
}

TEST(Auto, SwitchesOnAStiffLinearUnitAndStaysAccurate) {
  for (const double lambda : {-1e4, -1e5, -1e8}) {
    TestSystem system = prothero_robinson(lambda);
    const auto integrator = make_integrator("auto", 1, {});
    double x = 1;
    advance_by(*integrator, system, 100, 0.1, &x);
    EXPECT_EQ(method(*integrator), "auto: rosenbrock") << lambda;
    EXPECT_NEAR(x, std::cos(10.0), 1e-7) << lambda;
    // Less than half of what stability alone asks of dopri5: six evaluations per 3.3/|lambda|.
    EXPECT_LT(static_cast<double>(integrator->evaluations()), 0.5 * 6 * 10 * std::abs(lambda) / 3.3)
        << lambda;
  }
}

// F. Mazzia, C. Magherini, Test Set for Initial Value Problem Solvers, problem VDPOL: values at t = 2.
TEST(Auto, SwitchesOnVanDerPolAndStaysAccurate) {
  TestSystem system = van_der_pol(1e-6);
  const auto integrator = make_integrator("auto", 2, {});
  std::array<double, 2> x = {2, 0};
  advance_by(*integrator, system, 20, 0.1, x.data());
  EXPECT_EQ(method(*integrator), "auto: rosenbrock");
  // To 1e-8 of their ranges in every step: x[1] has been at 1300.
  EXPECT_NEAR(x[0], 1.706167732170483, 1e-7);
  EXPECT_NEAR(x[1], -0.8928097010247975, 1e-7);
}

TEST(Auto, DoesNotSwitchOnAnOscillator) {
  for (const double tolerance : {1e-4, 1e-8}) {
    TestSystem system = oscillator(1000);
    const auto integrator = make_integrator("auto", 2, IntegratorSettings::with_tolerance(tolerance));
    std::array<double, 2> x = {1, 0};
    advance_by(*integrator, system, 50, 0.1, x.data());
    EXPECT_EQ(method(*integrator), "auto: dopri5");
  }
}

// Fast forcing of a slow unit: many steps, none of them because of stability.
TEST(Auto, DoesNotSwitchWhereAccuracyLimitsTheStep) {
  TestSystem system(
      1, [](double t, const double* x, double* dx) { dx[0] = -50 * x[0] + 1000 * std::sin(1000 * t); },
      [](double t, const double*, Matrix& J, Vector& f_t) {
        J << -50;
        f_t << 1e6 * std::cos(1000 * t);
      });
  const auto integrator = make_integrator("auto", 1, {});
  double x = 0;
  advance_by(*integrator, system, 50, 0.1, &x);
  EXPECT_EQ(method(*integrator), "auto: dopri5");
}

TEST(Auto, StaysExplicitWithoutAJacobianAndForManyStates) {
  TestSystem stiff = prothero_robinson(-1e3);
  TestSystem blind(1, [&](double t, const double* x, double* dx) { stiff.rhs(t, x, dx); });
  const auto integrator = make_integrator("auto", 1, {});
  double x = 1;
  advance_by(*integrator, blind, 10, 0.1, &x);
  EXPECT_EQ(method(*integrator), "auto: dopri5");
  EXPECT_NEAR(x, std::cos(1.0), 1e-7);

  const int n = 501;
  TestSystem large(
      n,
      [](double, const double* v, double* dv) {
        for (int i = 0; i < n; ++i) dv[i] = -1e3 * v[i];
      },
      [](double, const double*, Matrix&, Vector&) { FAIL() << "no need to ask"; });
  std::vector<double> state(n, 1.0);
  const auto wide = make_integrator("auto", n, {});
  advance_by(*wide, large, 3, 0.1, state.data());
  EXPECT_EQ(method(*wide), "auto: dopri5");
}

// 200 states of a heated rod, one end driven: above the size of the eigenvalue solver.
TEST(Auto, SwitchesOnDiffusionInALongRod) {
  const int n = 200;
  const Matrix J = 1e4 * diffusion(n);
  TestSystem system(
      n,
      [&](double t, const double* x, double* dx) {
        for (int i = 0; i < n; ++i) {
          const double left = i > 0 ? x[i - 1] : std::sin(t);
          const double right = i + 1 < n ? x[i + 1] : 0;
          dx[i] = 1e4 * (left - 2 * x[i] + right);
        }
      },
      [&](double t, const double*, Matrix& out, Vector& f_t) {
        out = J;
        f_t.setZero();
        f_t[0] = 1e4 * std::cos(t);
      });
  const auto integrator = make_integrator("auto", n, IntegratorSettings::with_tolerance(1e-6));
  std::vector<double> x(n, 0.0);
  advance_by(*integrator, system, 5, 0.1, x.data());
  EXPECT_EQ(method(*integrator), "auto: rosenbrock");
}

}  // namespace
}  // namespace accordo
