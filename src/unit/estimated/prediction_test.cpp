// How well nonlinear units are predicted: polynomials that are met exactly, and orders, two-sided.
#include <gtest/gtest.h>

#include <cmath>

#include "unit/estimated/estimator.hpp"
#include "unit/estimated/estimator_testing.hpp"

namespace accordo {
namespace {

using testing::FunctionUnit;
using ModelDefect = EstimatorKnobs::ModelDefect;

/// x' = P'(t), y = x + Q(t) without inputs: φ = P', c = Q, so that degrees show.
FunctionUnit polynomial_unit(int degree_p, int degree_q) {
  return FunctionUnit(
      testing::describe(1, 0, 2),
      [degree_p](double t, const double*, const double*, double* f) { f[0] = std::pow(t - 0.3, degree_p); },
      [degree_q](double t, const double* x, const double*, double* y) {
        y[0] = x[0];
        y[1] = std::pow(t + 0.2, degree_q);
      },
      [degree_q](double t, const double*, const double*, LinearModel& m) {
        m.C(0, 0) = 1;
        m.g_t[1] = degree_q == 0 ? 0 : degree_q * std::pow(t + 0.2, degree_q - 1);
      },
      {0.5});
}

struct Errors {
  double phi, c;  ///< of y = x and of y = Q, values and slopes
};

/// After `points` points with uneven distances, the error of the next step.
Errors polynomial_errors(int degree_p, int degree_q, ModelDefect history, int points, bool low) {
  FunctionUnit unit = polynomial_unit(degree_p, degree_q);
  Estimator estimator(unit, {.history = history});
  double t = 0;
  std::array<double, 2> y{}, dy{};
  std::array<double, 4> b{}, b_low{};
  for (int k = 0; k < points; ++k) {
    const double h = 0.1 + 0.03 * k;
    estimator.observe_point(Instant::at(t), nullptr, nullptr);
    estimator.affine(h, nullptr, nullptr, nullptr, b.data(), b_low.data());
    unit.step({.t = t, .h = h, .end = t + h}, {}, y.data(), dy.data());
    t += h;
  }
  const auto& found = low ? b_low : b;
  return {std::abs(found[0] - y[0]) + std::abs(found[2] - dy[0]),
          std::abs(found[1] - y[1]) + std::abs(found[3] - dy[1])};
}

constexpr double exact = 1e-13, wrong = 1e-5;

TEST(Prediction, FullHistoryMeetsParabolasOfFAndCubicsOfG) {
  EXPECT_LE(polynomial_errors(2, 3, ModelDefect::full, 3, false).phi, exact);
  EXPECT_LE(polynomial_errors(2, 3, ModelDefect::full, 2, false).c, exact);
  EXPECT_GE(polynomial_errors(3, 4, ModelDefect::full, 3, false).phi, wrong);
  EXPECT_GE(polynomial_errors(3, 4, ModelDefect::full, 3, false).c, wrong);
  EXPECT_LE(polynomial_errors(1, 0, ModelDefect::full, 2, false).phi, exact);  // fewer points: lower degrees
  EXPECT_GE(polynomial_errors(2, 0, ModelDefect::full, 2, false).phi, wrong);
  EXPECT_LE(polynomial_errors(0, 1, ModelDefect::full, 1, false).phi, exact);
  EXPECT_LE(polynomial_errors(0, 1, ModelDefect::full, 1, false).c, exact);
  EXPECT_GE(polynomial_errors(0, 2, ModelDefect::full, 1, false).c, wrong);
}

TEST(Prediction, TheLowerOneIsADegreeLower) {
  EXPECT_LE(polynomial_errors(1, 2, ModelDefect::full, 3, true).phi, exact);
  EXPECT_LE(polynomial_errors(1, 2, ModelDefect::full, 3, true).c, exact);
  EXPECT_GE(polynomial_errors(2, 3, ModelDefect::full, 3, true).phi, wrong);
  EXPECT_GE(polynomial_errors(2, 3, ModelDefect::full, 3, true).c, wrong);
}

TEST(Prediction, FlexibleHistoryFindsTheDegree) {
  for (int degree = 0; degree <= 2; ++degree) {
    EXPECT_LE(polynomial_errors(degree, degree, ModelDefect::flexible, 4, false).phi, exact) << degree;
    EXPECT_LE(polynomial_errors(degree, degree, ModelDefect::flexible, 4, false).c, exact) << degree;
  }
  EXPECT_GE(polynomial_errors(3, 3, ModelDefect::flexible, 4, false).c, wrong);
  EXPECT_GE(polynomial_errors(2, 2, ModelDefect::flexible, 4, true).c, wrong);
}

TEST(Prediction, FrozenAndHold) {
  EXPECT_LE(polynomial_errors(0, 0, ModelDefect::frozen, 3, false).phi, exact);
  EXPECT_GE(polynomial_errors(1, 1, ModelDefect::frozen, 3, false).phi, wrong);
  EXPECT_GE(polynomial_errors(1, 1, ModelDefect::frozen, 3, false).c, wrong);
  EXPECT_LE(polynomial_errors(1, 1, ModelDefect::frozen, 3, true).phi, exact);  // the companion is the line
  EXPECT_GE(polynomial_errors(0, 0, ModelDefect::hold, 3, false).phi, wrong);
  EXPECT_LE(polynomial_errors(0, 0, ModelDefect::hold, 3, false).c, exact);
  EXPECT_LE(polynomial_errors(0, 0, ModelDefect::hold, 3, true).phi, exact);
}

struct Run {
  double drive = 1;
  EstimatorKnobs knobs;
  int points_before = 3;
  bool slopes = true;
  int corrections = 0;
  bool low = false;
};

/// The error of y and h y' over a step of length h after some others, against integration; per output.
Vector prediction_error(const Run& run, double h) {
  FunctionUnit unit = testing::nonlinear_unit(run.drive);
  Estimator estimator(unit, run.knobs);
  testing::lead(unit, estimator, run.points_before, h, run.slopes);
  const double t = run.points_before * h;
  const Signal signal = testing::wave_signal(1, t, h);
  const Step step{.t = t, .h = h, .end = t + h};
  const double v = testing::wave(t), w = h * testing::wave_slope(t);
  const Eigen::Vector2d z(testing::wave(t + h), h * testing::wave_slope(t + h));
  Eigen::Matrix<double, 6, 2, Eigen::RowMajor> K;
  Vector b(6), b_low(6), truth(6);
  estimator.affine(h, &v, &w, K.data(), b.data(), b_low.data());
  for (int k = 0; k < run.corrections; ++k) estimator.correct(step, signal.view(), &v, &w, b.data());
  unit.step(step, signal.view(), truth.data(), truth.data() + 3);
  const Vector wrong_by = (K * z + (run.low ? b_low : b) - truth).cwiseAbs();
  return wrong_by.head(3).cwiseMax(wrong_by.tail(3));
}

/// Observed orders of y1 = x1 x2 + …, y2 = x1 + u x2 + …, y3 = x2.
Vector orders(const Run& run) {
  const double h = 0.005;
  return (prediction_error(run, h).array() / prediction_error(run, h / 2).array()).log() / std::log(2.0);
}

void expect_orders(const Run& run, double y1, double y2, double y3) {
  const Vector found = orders(run);
  EXPECT_NEAR(found[0], y1, 0.35);
  EXPECT_NEAR(found[1], y2, 0.35);
  EXPECT_NEAR(found[2], y3, 0.35);
}

TEST(Prediction, OrdersWithHistory) {
  expect_orders({}, 4, 4, 4);
  expect_orders({.knobs = {.refresh = 0}}, 4, 4, 4);
  expect_orders({.knobs = {.refresh = 1e300}}, 4, 4, 4);  // one linearization is enough
  expect_orders({.drive = 0}, 4, 4, 4);
  expect_orders({.low = true}, 3, 3, 3);
}

TEST(Prediction, OrdersOfThePapersVariants) {
  expect_orders({.drive = 0, .knobs = {.history = ModelDefect::frozen, .refresh = 0}}, 2, 2, 3);
  expect_orders({.drive = 1, .knobs = {.history = ModelDefect::frozen, .refresh = 0}}, 1, 1, 3);
  expect_orders({.drive = 0, .knobs = {.history = ModelDefect::hold, .refresh = 0}}, 1, 1, 1);
}

TEST(Prediction, OrdersWithUnknownSlopes) {
  // y2 is fed through: its slopes are unknown, c is the parabola through three values.
  expect_orders({.slopes = false}, 4, 3, 4);
}

TEST(Prediction, TheCorrectorImproves) {
  expect_orders({.corrections = 1}, 4, 4, 4);
  for (const double h : {0.1, 0.05, 0.025}) {
    const Vector predicted = prediction_error({}, h), corrected = prediction_error({.corrections = 1}, h);
    EXPECT_LT(corrected.maxCoeff(), predicted.maxCoeff() / 5) << h;
  }
  // Without history it makes up for it. (f of x2 knows no time: what its linear model misses starts with h².)
  expect_orders({.points_before = 0}, 2, 2, 3);
  expect_orders({.points_before = 0, .corrections = 1}, 3, 3, 3);
}

TEST(Prediction, ACorrectionHoldsUntilTheNextAffine) {
  FunctionUnit unit = testing::nonlinear_unit(1);
  Estimator estimator(unit, {});
  testing::lead(unit, estimator, 3, 0.1);
  const Signal signal = testing::wave_signal(1, 0.3, 0.1);
  const double v = testing::wave(0.3), w = 0.1 * testing::wave_slope(0.3);
  std::array<double, 3> before{}, corrected{}, after{}, dy{};
  std::array<double, 6> b{};
  estimator.estimate(0.1, signal.view(), before.data(), dy.data());
  estimator.correct({.t = 0.3, .h = 0.1, .end = 0.4}, signal.view(), &v, &w, b.data());
  estimator.estimate(0.1, signal.view(), corrected.data(), dy.data());
  estimator.affine(0.1, &v, &w, nullptr, b.data(), nullptr);
  estimator.estimate(0.1, signal.view(), after.data(), dy.data());
  EXPECT_NE(before, corrected);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(before[i], after[i], 1e-14);
}

}  // namespace
}  // namespace accordo
