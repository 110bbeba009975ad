#include "io/followed_series.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace accordo {
namespace {

std::shared_ptr<const TimeSeries> samples(double (*f)(double), double length, int count) {
  auto series = std::make_shared<TimeSeries>();
  for (int i = 0; i <= count; ++i) {
    series->t.push_back(length * i / count);
    series->v.push_back(f(series->t.back()));
  }
  return series;
}

double wave(double t) {
  return std::sin(t);
}

TEST(FollowedSeries, CornersMatterAboveTheirErrorOfInterpolationOnly) {
  const double spacing = 6.0 / 1000, error = spacing * spacing / 8;  // of lines between samples of a sine
  const auto series = samples(wave, 6, 1000);
  EXPECT_EQ(FollowedSeries(series, 1.01 * error).corners().size(), 2U) << "its ends alone";
  EXPECT_GT(FollowedSeries(series, 0.5 * error).corners().size(), 500U);
}

TEST(FollowedSeries, SlopesAreThoseOfTheCurveThatWasSampled) {
  const FollowedSeries followed(samples(wave, 6, 100), 1e-3);
  for (double t = 0.1; t < 5.9; t += 0.0371) {
    EXPECT_NEAR(followed.slope(Instant::at(t)), std::cos(t), 3e-3) << t;
  }
}

TEST(FollowedSeries, AtACornerEachSideHasItsSlope) {
  const FollowedSeries followed(std::make_shared<TimeSeries>(TimeSeries{{0, 1, 2}, {0, 1, 0}}), 1e-3);
  EXPECT_EQ(followed.corners(), (std::vector<double>{0, 1, 2}));
  EXPECT_EQ(followed.slope(Instant::left_of(1)), 1);
  EXPECT_EQ(followed.slope(Instant::right_of(1)), -1);
  EXPECT_TRUE(std::isnan(followed.slope(Instant::at(1))));
}

TEST(FollowedSeries, JumpsAreNoCorners) {
  const FollowedSeries followed(std::make_shared<TimeSeries>(TimeSeries{{0, 1, 1, 2}, {0, 0, 5, 5}}), 1e-3);
  EXPECT_TRUE(followed.corners().empty());
}

// A cubic over an interval misses a smooth curve by its fourth derivative; halving gains a factor 16.
TEST(FollowedSeries, TheDeviationIsThatOfACubic) {
  const double most = 1e-6;
  const FollowedSeries followed(samples(wave, 6, 6000), most);
  const double whole = followed.deviation(1, 2) * most, half = followed.deviation(1, 1.5) * most;
  EXPECT_NEAR(whole, std::sin(1.5) / 384, 2e-4);
  EXPECT_NEAR(whole / half, 16, 3);
}

TEST(FollowedSeries, VariationIsThatWithinTheInterval) {
  const TimeSeries series{{0, 1, 2, 3}, {0, 10, 0, -5}};
  EXPECT_EQ(variation(series, 0, 3), 15);
  EXPECT_EQ(variation(series, 0, 0.5), 5);
  EXPECT_EQ(variation(series, 2.5, 9), 2.5);
}

}  // namespace
}  // namespace accordo
