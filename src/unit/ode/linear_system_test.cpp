#include "unit/ode/linear_system.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "integrate/test_systems.hpp"

namespace accordo {
namespace {

/// Entries that differ and are neither small nor large, without a random generator.
Matrix wiggly(int rows, int columns, double phase) {
  Matrix m(rows, columns);
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) m(i, j) = std::sin(1.7 * i + 2.9 * j + phase);
  }
  return m;
}

LinearModel example(int states, int inputs, int outputs) {
  LinearModel m;
  m.A = wiggly(states, states, 0.1) - 2 * Matrix::Identity(states, states);
  m.B = wiggly(states, inputs, 0.2);
  m.C = wiggly(outputs, states, 0.3);
  m.D = wiggly(outputs, inputs, 0.4);
  m.f0 = wiggly(states, 1, 0.5);
  m.g0 = wiggly(outputs, 1, 0.6);
  return m;
}

/// Cubic coefficients for all inputs. Beyond `degree` they are NaN: nobody may read them.
std::vector<double> coefficients(int inputs, int degree) {
  std::vector<double> a(static_cast<std::size_t>(inputs) * kCoefficients, NAN);
  for (int j = 0; j < inputs; ++j) {
    for (int p = 0; p <= degree; ++p) {
      a[static_cast<std::size_t>(j) * kCoefficients + static_cast<std::size_t>(p)] = std::cos(j + 3.1 * p);
    }
  }
  return a;
}

class PropagatorExactness : public testing::TestWithParam<std::tuple<int, int>> {};

// Against a tight dopri5, for sizes served by all loops and degrees 0..3.
TEST_P(PropagatorExactness, AgreesWithIntegration) {
  const auto [states, degree] = GetParam();
  const int inputs = 2;
  const double h = 0.3;
  const LinearSystem system(example(states, inputs, 1));
  const auto a = coefficients(inputs, degree);
  const SignalView u{a.data(), inputs, degree};

  const auto n = static_cast<std::size_t>(states);
  std::vector<double> x(n, 1.0);
  std::vector<double> end(n);
  system.propagator(h)->step(x.data(), u, end.data());

  TestSystem ode(states, [&](double t, const double* at, double* dx) {
    double inputs_now[inputs];
    u.values(t / h, inputs_now);
    system.derivative(at, inputs_now, dx);
  });
  const auto dopri5 = make_integrator("dopri5", states, IntegratorSettings::with_tolerance(1e-13));
  dopri5->advance(ode, macro_step(0, h), false, x.data());
  for (std::size_t i = 0; i < n; ++i) EXPECT_NEAR(end[i], x[i], 1e-12) << i;
}

INSTANTIATE_TEST_SUITE_P(SizesAndDegrees, PropagatorExactness,
                         testing::Combine(testing::Values(1, 2, 3, 4, 5, 12), testing::Values(0, 1, 2, 3)));

// x' = -x + c + s^p has the solution e^-t x0 + c (1 - e^-t) + polynomial part.
TEST(Propagator, ScalarClosedForm) {
  LinearModel m = example(1, 1, 1);
  m.A << -1;
  m.B << 1;
  m.f0 << 0.25;
  const LinearSystem system(m);
  const double x0 = 0.8;
  const double e = std::exp(-1.0);
  const double forced[4] = {1 - e, e, 1 - 2 * e, 6 * e - 2};  // ∫₀¹ e^-(1-s) s^p ds
  for (int p = 0; p <= 3; ++p) {
    std::array<double, 4> a = {0, 0, 0, 0};
    a[static_cast<std::size_t>(p)] = 1;
    double end = 0;
    system.propagator(1.0)->step(&x0, {a.data(), 1, p}, &end);
    EXPECT_NEAR(end, e * x0 + 0.25 * (1 - e) + forced[p], 1e-15) << p;
  }
}

TEST(Propagator, HalfStepsComposeUnderACubic) {
  const LinearSystem system(example(3, 1, 1));
  const std::array<double, 4> a = {1, -2, 0.5, 3};
  // The same cubic in the scaled time of each half: p(σ/2) and p((1 + σ)/2).
  const std::array<double, 4> first = {a[0], a[1] / 2, a[2] / 4, a[3] / 8};
  const std::array<double, 4> second = {a[0] + a[1] / 2 + a[2] / 4 + a[3] / 8,
                                        a[1] / 2 + a[2] / 2 + 3 * a[3] / 8, a[2] / 4 + 3 * a[3] / 8,
                                        a[3] / 8};
  const std::array<double, 3> x = {0.1, 0.2, 0.3};
  std::array<double, 3> whole{};
  std::array<double, 3> middle{};
  std::array<double, 3> end{};
  system.propagator(0.4)->step(x.data(), {a.data(), 1, 3}, whole.data());
  system.propagator(0.2)->step(x.data(), {first.data(), 1, 3}, middle.data());
  system.propagator(0.2)->step(middle.data(), {second.data(), 1, 3}, end.data());
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(end[i], whole[i], 4e-16);
}

TEST(Propagator, BitsDoNotDependOnAlignment) {
  const int n = 7;
  const LinearSystem system(example(n, 2, 1));
  const auto a = coefficients(2, 3);
  alignas(64) std::array<double, 2 * n + 2> buffer{};
  const std::vector<double> x(n, 0.3);
  std::vector<double> expected(n);
  system.propagator(0.1)->step(x.data(), {a.data(), 2, 3}, expected.data());
  for (int offset = 0; offset < 2; ++offset) {
    std::copy(x.begin(), x.end(), buffer.begin() + offset);
    double* end = buffer.data() + n + offset;
    system.propagator(0.1)->step(buffer.data() + offset, {a.data(), 2, 3}, end);
    for (int i = 0; i < n; ++i) EXPECT_EQ(end[i], expected[static_cast<std::size_t>(i)]);
  }
}

TEST(LinearSystem, OutputsAndSlopes) {
  const LinearModel m = example(3, 2, 5);
  const LinearSystem system(m);
  const Vector x = wiggly(3, 1, 1.0);
  const Vector u = wiggly(2, 1, 2.0);
  const Vector du = wiggly(2, 1, 3.0);
  const double h = 0.01;
  Vector dx(3);
  Vector y(5);
  Vector dy(5);
  system.derivative(x.data(), u.data(), dx.data());
  system.output(x.data(), u.data(), y.data());
  system.output_slope(x.data(), u.data(), du.data(), h, dy.data());
  EXPECT_LE((dx - (m.A * x + m.B * u + m.f0)).norm(), 1e-15);
  EXPECT_LE((y - (m.C * x + m.D * u + m.g0)).norm(), 2e-15);
  EXPECT_LE((dy - (m.C * (h * dx) + m.D * du)).norm(), 2e-15);
}

TEST(LinearSystem, StaticAndInputlessUnits) {
  const LinearSystem gain(example(0, 2, 1));
  const auto a = coefficients(2, 1);
  gain.propagator(0.1)->step(nullptr, {a.data(), 2, 1}, nullptr);
  const std::array<double, 2> u = {3, 5};
  double y = 0;
  gain.output(nullptr, u.data(), &y);
  EXPECT_DOUBLE_EQ(y, gain.model().D(0, 0) * 3 + gain.model().D(0, 1) * 5 + gain.model().g0(0));
  double dy = 0;
  gain.output_slope(nullptr, u.data(), u.data(), 0.1, &dy);
  EXPECT_DOUBLE_EQ(dy, gain.model().D(0, 0) * 3 + gain.model().D(0, 1) * 5);

  const LinearSystem source(example(1, 0, 1));
  const double x = 1;
  double end = 0;
  source.propagator(0.1)->step(&x, {nullptr, 0, 0}, &end);
  const double lambda = source.model().A(0, 0);
  const double e = std::exp(0.1 * lambda);
  EXPECT_NEAR(end, e + (e - 1) / lambda * source.model().f0(0), 1e-15);
}

TEST(LinearSystem, RefusesMatricesThatDoNotFit) {
  LinearModel m = example(2, 1, 1);
  m.D = Matrix::Zero(1, 2);
  EXPECT_THROW(LinearSystem{m}, std::invalid_argument);
}

TEST(LinearSystem, KeepsRecentPropagators) {
  const LinearSystem system(example(2, 1, 1));
  const auto first = system.propagator(0.1);
  EXPECT_EQ(system.propagator(0.1), first);
  for (int i = 1; i < 8; ++i) system.propagator(0.1 + i);
  EXPECT_EQ(system.propagator(0.1), first);
  for (int i = 8; i < 16; ++i) system.propagator(0.1 + i);
  EXPECT_NE(system.propagator(0.1), first);
}

TEST(LinearSystems, EqualUnitsShareOneSystem) {
  LinearSystems table;
  const auto one = table.intern(LinearSystem(example(2, 1, 1)));
  EXPECT_EQ(table.intern(LinearSystem(example(2, 1, 1))), one);
  LinearModel other = example(2, 1, 1);
  other.D(0, 0) = std::nextafter(other.D(0, 0), 1.0);
  EXPECT_NE(table.intern(LinearSystem(other)), one);
  // The same numbers cut into other shapes are another system.
  LinearModel wide = example(0, 2, 1);
  LinearModel tall = example(0, 1, 2);
  wide.D << 1, 1;
  wide.g0 << 1;
  tall.D << 1, 1;
  tall.g0 << 1, 1;
  EXPECT_NE(table.intern(LinearSystem(wide)), table.intern(LinearSystem(tall)));
  EXPECT_EQ(table.size(), 4U);
}

}  // namespace
}  // namespace accordo
