#include "core/trail.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace accordo {
namespace {

void put(Trail& trail, double t, double a, double b) {
  const auto values = trail.add(t);
  values[0] = a;
  values[1] = b;
  trail.note();
}

double cubic(double t) {
  return ((2 * t - 3) * t + 1) * t + 5;
}

TEST(Trail, IsExactForCubicsBetweenAnyPoints) {
  Trail trail(2);
  for (const double t : {0.0, 0.1, 0.4, 0.5, 0.9, 1.0, 2.0}) put(trail, t, cubic(t), 1);
  for (const double t : {0.45, 0.5, 0.77, 0.95, 1.3, 2.0}) {
    const Trail::Weights w = trail.weights(t);
    EXPECT_NEAR(trail.value(w, 0), cubic(t), 1e-13) << t;
    EXPECT_NEAR(trail.slope(w, 0), (6 * t - 6) * t + 1, 1e-12) << t;
    EXPECT_NEAR(trail.value(w, 1), 1, 1e-14);
  }
}

TEST(Trail, AtItsPointsIsWhatWasPutThere) {
  Trail trail(2);
  for (int i = 0; i < 100; ++i) put(trail, 0.1 * i, std::sin(i), i);
  for (int i = 75; i < 100; ++i) {
    const Trail::Weights w = trail.weights(0.1 * i);
    EXPECT_EQ(trail.value(w, 0), std::sin(i));
    EXPECT_EQ(trail.value(w, 1), i);
    EXPECT_EQ(trail.error(w), 0);
  }
  EXPECT_EQ(trail.value(trail.weights(1e3), 1), 99) << "beyond, it stays";
}

TEST(Trail, KnowsHowFarItMayBeOff) {
  double before = 1;
  for (const double h : {0.2, 0.1, 0.05}) {
    Trail trail(2);
    for (int i = 0; i < 5; ++i) put(trail, h * i, std::exp(h * i), 1);
    const double t = 3.5 * h;
    const Trail::Weights w = trail.weights(t);
    const double off = std::abs(trail.value(w, 0) - std::exp(t)), said = trail.error(w);
    EXPECT_LT(off, said) << h;
    EXPECT_LT(said, before / 4) << "of order 3 at least";
    before = said;
  }
}

TEST(Trail, WithoutItsLatestPointsIsWhatItWasBeforeThem) {
  Trail trail(2), before(2);
  for (int i = 0; i < 60; ++i) put(trail, 0.1 * i, std::sin(i), i);
  for (int i = 0; i < 50; ++i) put(before, 0.1 * i, std::sin(i), i);
  trail.drop_after(0.1 * 49);
  EXPECT_EQ(trail.front(), before.front());
  const Trail::Weights a = trail.weights(4.73), b = before.weights(4.73);
  EXPECT_EQ(trail.value(a, 0), before.value(b, 0));
  EXPECT_EQ(trail.value(a, 1), before.value(b, 1));
}

TEST(Trail, OfOnePointIsConstant) {
  Trail trail(2);
  put(trail, 1, 3, 4);
  const Trail::Weights w = trail.weights(1.5);
  EXPECT_EQ(trail.value(w, 0), 3);
  EXPECT_EQ(trail.slope(w, 0), 0);
  EXPECT_EQ(trail.latest_miss().order, 0);
}

}  // namespace
}  // namespace accordo
