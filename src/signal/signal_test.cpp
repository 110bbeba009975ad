#include "signal/signal.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "signal/point_history.hpp"

namespace accordo {
namespace {

double cubic(double t) {
  return 2 - 3 * t + 0.5 * t * t - 0.25 * t * t * t;
}
double cubic_slope(double t) {
  return -3 + t - 0.75 * t * t;
}

TEST(Hermite, ReproducesCubicsExactly) {
  const double t0 = 1.5, h = 0.25;
  Sample start(1), end(1);
  start.value[0] = cubic(t0), start.slope[0] = h * cubic_slope(t0);
  end.value[0] = cubic(t0 + h), end.slope[0] = h * cubic_slope(t0 + h);
  Signal u(1);
  hermite(start, end, u);
  for (const double s : {0.0, 0.3, 0.7, 1.0}) {
    EXPECT_NEAR(u.view().value(0, s), cubic(t0 + s * h), 1e-14);
    EXPECT_NEAR(u.view().slope(0, s), h * cubic_slope(t0 + s * h), 1e-14);
  }
}

// Polynomials of degree p are extrapolated exactly by order p, also from uneven points.
TEST(Extrapolate, IsExactOnPolynomialsOfItsOrder) {
  const auto f = [](int degree, double t) {
    return degree == 0 ? 3.0 : degree == 1 ? 3 - t : 3 - t + 2 * t * t;
  };
  for (int degree = 0; degree <= 2; ++degree) {
    PointHistory past(1);
    for (const double t : {0.0, 0.4, 0.5}) past.push(t, std::vector<double>{f(degree, t)});
    Signal u(1);
    extrapolate(past, 0.2, degree, u);
    EXPECT_NEAR(u.view().value(0, 1.0), f(degree, 0.7), 1e-14);
    EXPECT_NEAR(u.view().value(0, 0.5), f(degree, 0.6), 1e-14);
  }
}

TEST(Extrapolate, UsesLowerDegreesWhilePointsAreMissing) {
  PointHistory past(1);
  Signal u(1);
  past.push(0, std::vector<double>{1});
  extrapolate(past, 0.1, 2, u);
  EXPECT_EQ(u.degree(), 0);
  past.push(0.1, std::vector<double>{2});
  extrapolate(past, 0.1, 2, u);
  EXPECT_EQ(u.degree(), 1);
  EXPECT_DOUBLE_EQ(u.view().value(0, 1), 3);
}

TEST(Interpolate, PassesThroughTheEndAndThePast) {
  for (int order = 0; order <= 2; ++order) {
    PointHistory past(2);
    for (const double t : {0.0, 0.3, 0.4}) past.push(t, std::vector<double>{9, std::sin(t)});
    Signal u(2);
    extrapolate(past, 0.2, order, u);
    interpolate(past, 0.2, order, 1, std::sin(0.6), u);
    EXPECT_NEAR(u.view().value(1, 1), std::sin(0.6), 1e-15);
    if (order > 0) {
      EXPECT_NEAR(u.view().value(1, 0), std::sin(0.4), 1e-15);
    }
    if (order > 1) {
      EXPECT_NEAR(u.view().value(1, -0.5), std::sin(0.3), 1e-15);
    }
    EXPECT_NEAR(u.view().value(0, 1), 9, 1e-15);
  }
}

// A component that is known at the end raises the degree; what the others had in higher coefficients must not
// show.
TEST(Interpolate, LeavesOtherComponentsUnchanged) {
  Signal u(2);
  line(std::vector<double>{0, 0}, std::vector<double>{5, 5}, u);
  PointHistory past(2);
  past.push(0, std::vector<double>{1, 2});
  extrapolate(past, 0.1, 1, u);  // one point only: a hold
  interpolate(past, 0.1, 1, 1, 7, u);
  EXPECT_EQ(u.view().value(0, 1), 1);
  EXPECT_EQ(u.view().value(1, 1), 7);
}

TEST(SignalView, SubRangesSeeTheirOwnComponents) {
  Signal u(3);
  hold(std::vector<double>{1, 2, 3}, u);
  const SignalView view = u.view(1, 2);
  EXPECT_EQ(view.value(0, 0.5), 2);
  EXPECT_EQ(view.value(1, 0.5), 3);
}

}  // namespace
}  // namespace accordo
