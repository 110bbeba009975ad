// What an estimator promises of any unit: exactness on linear ones, the identities between its answers.
#include "unit/estimated/estimator.hpp"

#include <gtest/gtest.h>

#include <random>
#include <stdexcept>

#include "base/failure.hpp"
#include "unit/estimated/estimator_testing.hpp"

namespace accordo {
namespace {

using testing::FunctionUnit;
using ModelDefect = EstimatorKnobs::ModelDefect;

Signal random_signal(std::mt19937& random, int inputs, int degree) {
  std::normal_distribution<double> normal;
  Signal signal(index(inputs));
  signal.set_degree(degree);
  for (int j = 0; j < inputs; ++j) {
    for (int p = 0; p <= degree; ++p) signal.component(j)[p] = normal(random);
  }
  return signal;
}

/// Values and slopes in time of a signal at s.
void ends(const Signal& signal, double s, double h, std::vector<double>& u, std::vector<double>& du) {
  signal.view().values(s, u.data());
  signal.view().slopes(s, du.data());
  for (double& slope : du) slope /= h;
}

void expect_near(const std::vector<double>& found, const std::vector<double>& expected, double tolerance) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_NEAR(found[i], expected[i], tolerance * (1 + std::abs(expected[i]))) << i;
  }
}

// The estimate of a linear unit is its integration, for any polynomial input, over several steps of several
// lengths. The sizes are those of all ways in which numbers are kept.
TEST(Estimator, EqualsIntegrationOfLinearUnits) {
  std::mt19937 random(2);
  for (const auto& [states, inputs, outputs] :
       {std::array{3, 2, 2}, {1, 1, 3}, {0, 2, 2}, {2, 0, 1}, {2, 1, 0}, {4, 2, 3}, {6, 1, 5}, {4, 2, 7}}) {
    const auto unit = testing::linear_unit(testing::random_model(random, states, inputs, outputs),
                                           std::vector<double>(index(states), 1));
    for (const ModelDefect history : {ModelDefect::full, ModelDefect::flexible, ModelDefect::frozen}) {
      Estimator estimator(*unit, {.history = history});
      std::vector<double> u(index(inputs)), du(u), y(index(outputs)), dy(y), found(y), slope(y);
      double t = 0;
      for (int step = 0; step < 12; ++step) {
        const double h = 0.1 * (1 + step % 3);
        const Signal signal = random_signal(random, inputs, step % 4);
        ends(signal, 0, h, u, du);
        estimator.observe_point(Instant::at(t), u.data(), du.data());
        estimator.estimate(h, signal.view(), found.data(), slope.data());
        unit->step({.t = t, .h = h, .end = t + h}, signal.view(), y.data(), dy.data());
        expect_near(found, y, 1e-12);
        expect_near(slope, dy, 1e-12);
        t += h;
      }
      EXPECT_EQ(estimator.linearizations(), 1);
      EXPECT_LE(estimator.operator_updates(), 3);
    }
  }
}

/// (y, h y') = K (v2, h w2) + b, and what estimate() says of the same inputs.
void expect_affine(Estimator& estimator, std::mt19937& random, int inputs, int outputs, bool slope_known) {
  const double h = 0.2;
  Sample start(index(inputs)), end(index(inputs));
  const Matrix numbers = testing::random_matrix(random, inputs, 4);
  for (int j = 0; j < inputs; ++j) {
    start.value[index(j)] = numbers(j, 0);
    start.slope[index(j)] = slope_known || j > 0 ? numbers(j, 1) : NAN;
    end.value[index(j)] = numbers(j, 2);
    end.slope[index(j)] = numbers(j, 3);
  }
  Signal signal(index(inputs));
  hermite(start, end, signal);
  if (!slope_known) {  // the parabola of eq. (55) of the MISSILES paper
    const double v1 = start.value[0], v2 = end.value[0], w2 = end.slope[0];
    double* a = signal.component(0);
    a[0] = v1, a[1] = -2 * v1 + 2 * v2 - w2, a[2] = v1 - v2 + w2, a[3] = 0;
  }
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> K(2 * outputs, 2 * inputs);
  Vector b(2 * outputs), b_low(2 * outputs), z(2 * inputs);
  estimator.affine(h, start.value.data(), start.slope.data(), K.data(), b.data(), b_low.data());
  for (int j = 0; j < inputs; ++j) {
    z[j] = end.value[index(j)];
    z[inputs + j] = end.slope[index(j)];
  }
  const Vector answer = K * z + b;
  Vector y(outputs), dy(outputs);
  estimator.estimate(h, signal.view(), y.data(), dy.data());
  EXPECT_LE((answer.head(outputs) - y).norm(), 1e-13 * (1 + y.norm()));
  EXPECT_LE((answer.tail(outputs) - dy).norm(), 1e-13 * (1 + dy.norm()));
}

TEST(Estimator, AffineFormAndEstimateAgree) {
  std::mt19937 random(4);
  for (const bool slope_known : {true, false}) {
    for (const auto operators : {EstimatorKnobs::Operators::exact, EstimatorKnobs::Operators::stehfest}) {
      const auto linear = testing::linear_unit(testing::random_model(random, 3, 2, 2), {1, 2, 3});
      Estimator of_linear(*linear, {.operators = operators});
      testing::lead(*linear, of_linear, 1, 0.1);
      expect_affine(of_linear, random, 2, 2, slope_known);
      for (const ModelDefect history :
           {ModelDefect::full, ModelDefect::flexible, ModelDefect::frozen, ModelDefect::hold}) {
        FunctionUnit unit = testing::nonlinear_unit(1);
        Estimator estimator(unit, {.history = history, .operators = operators});
        testing::lead(unit, estimator, 3, 0.1);
        expect_affine(estimator, random, 1, 3, slope_known);
      }
    }
  }
}

TEST(Estimator, VersionTellsWhenTheMatrixMayHaveChanged) {
  FunctionUnit unit = testing::nonlinear_unit(1);
  Estimator estimator(unit, {.refresh = 0});
  testing::lead(unit, estimator, 0, 0.1);
  std::vector<double> b(6);
  const double v = 1, w = 0.1, none = NAN;
  estimator.affine(0.1, &v, &w, nullptr, b.data(), nullptr);
  long long version = estimator.version();
  estimator.affine(0.1, &v, &w, nullptr, b.data(), nullptr);
  estimator.affine(0.2, &v, &w, nullptr, b.data(), nullptr);
  EXPECT_EQ(estimator.version(), version);
  estimator.affine(0.1, &v, &none, nullptr, b.data(), nullptr);  // a parabola instead of a cubic
  EXPECT_GT(estimator.version(), version);
  version = estimator.version();
  testing::lead(unit, estimator, 1, 0.1);
  EXPECT_GT(estimator.version(), version);
}

TEST(Estimator, UnitsWithoutEvaluationGiveTheSameNumbers) {
  FunctionUnit open = testing::nonlinear_unit(1);
  Capabilities can = open.info().can;
  can.evaluation = false;
  FunctionUnit closed = testing::nonlinear_unit(1, &can);
  for (const double refresh : {0.0, 0.01}) {
    const std::array<double, 2> x = {1.2, 0.5};
    open.set_states(x.data());
    closed.set_states(x.data());
    Estimator of_open(open, {.refresh = refresh}), of_closed(closed, {.refresh = refresh});
    testing::lead(open, of_open, 5, 0.05);
    testing::lead(closed, of_closed, 5, 0.05);
    const double v = testing::wave(0.25), w = 0.05 * testing::wave_slope(0.25);
    std::vector<double> b(6), same(6);
    of_open.affine(0.05, &v, &w, nullptr, b.data(), nullptr);
    of_closed.affine(0.05, &v, &w, nullptr, same.data(), nullptr);
    expect_near(same, b, 1e-14);
    const Signal signal = testing::wave_signal(1, 0.25, 0.05);
    EXPECT_THROW(of_closed.correct({.t = 0.25, .h = 0.05, .end = 0.3}, signal.view(), &v, &w, b.data()),
                 std::logic_error);
  }
  EXPECT_EQ(closed.evaluations, 0);
}

TEST(Estimator, ForgetStartsAnew) {
  FunctionUnit unit = testing::nonlinear_unit(1), same = testing::nonlinear_unit(1);
  Estimator led(unit, {}), fresh(same, {});
  testing::lead(unit, led, 4, 0.1);
  std::array<double, 2> x{};
  unit.states(x.data());
  same.set_states(x.data());
  led.reset();
  const double v = 1.1, w = 0.3, hw = 0.03;
  led.observe_point(Instant::right_of(0.4), &v, &w);
  fresh.observe_point(Instant::right_of(0.4), &v, &w);
  std::vector<double> b(6), expected(6), low(6), expected_low(6);
  led.affine(0.1, &v, &hw, nullptr, b.data(), low.data());
  fresh.affine(0.1, &v, &hw, nullptr, expected.data(), expected_low.data());
  EXPECT_EQ(b, expected);
  EXPECT_EQ(low, expected_low);
}

// A step taken back, or a point seen again with better inputs, must not divide by a time difference of zero.
TEST(Estimator, PointsMayBeSeenAnew) {
  FunctionUnit unit = testing::nonlinear_unit(1);
  Estimator estimator(unit, {});
  testing::lead(unit, estimator, 3, 0.1);
  const double v = 1.1, w = 0.3, hw = 0.03;
  std::vector<double> b(6), again(6);
  estimator.observe_point(Instant::at(0.3), &v, &w);
  estimator.affine(0.1, &v, &hw, nullptr, b.data(), nullptr);
  estimator.observe_point(Instant::at(0.4), &v, &w);
  estimator.observe_point(Instant::at(0.3), &v, &w);
  estimator.affine(0.1, &v, &hw, nullptr, again.data(), nullptr);
  expect_near(again, b, 1e-13);
}

TEST(Estimator, RefusesWhatItCannotDo) {
  FunctionUnit open = testing::nonlinear_unit(0);
  Capabilities can = open.info().can;
  can.states = false;
  FunctionUnit hidden = testing::nonlinear_unit(0, &can);
  EXPECT_THROW(Estimator(hidden, {}), std::logic_error);

  FunctionUnit broken(
      testing::describe(1, 0, 0),
      [](double, const double* x, const double*, double* f) { f[0] = std::sqrt(x[0]); },
      [](double, const double*, const double*, double*) {},
      [](double, const double* x, const double*, LinearModel& m) { m.A(0, 0) = 0.5 / std::sqrt(x[0]); },
      {0.0});
  Estimator estimator(broken, {});
  try {
    estimator.observe_point(Instant::at(3), nullptr, nullptr);
    FAIL() << "an infinite linearization was taken";
  } catch (const NonFinite& e) {
    EXPECT_EQ(e.variable(), "linearization");
    EXPECT_EQ(e.t(), 3);
  }
}

}  // namespace
}  // namespace accordo
