// Values between rows, and the measure of errors built on them.

#include "record/trajectory.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "compare/difference.hpp"
#include "compare/result_parcel.hpp"

namespace accordo {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

double cubic(double t) {
  return 1 + 2 * t - 3 * t * t + 4 * t * t * t;
}

double cubic_slope(double t) {
  return 2 - 6 * t + 12 * t * t;
}

/// One signal y over these times.
template <class Function>
Trajectory sampled(const std::vector<double>& times, Function y) {
  Trajectory a{.names = {"u.y"}, .held = {0}, .times = times};
  for (const double t : times) a.values.push_back(y(t));
  return a;
}

double at(const Trajectory& a, double t, std::size_t limit = 0) {
  return value_at(a, locate(a, t, limit), 0);
}

TEST(Trajectory, IsExactForCubicsWithAndWithoutSlopes) {
  Trajectory a = sampled({0, 0.3, 0.7, 1.5, 2}, cubic);
  for (const double t : {0.1, 0.5, 1.0, 1.9}) EXPECT_NEAR(at(a, t), cubic(t), 1e-13) << t;
  for (const double t : a.times) a.slopes.push_back(cubic_slope(t));
  for (const double t : {0.1, 0.5, 1.0, 1.9}) EXPECT_NEAR(at(a, t), cubic(t), 1e-13) << t;
  a.slopes[2] = kNan;  // then the rows around the gap count again
  EXPECT_NEAR(at(a, 0.5), cubic(0.5), 1e-13);
}

TEST(Trajectory, IsOfFourthOrderOnSmoothSignals) {
  const auto error = [](double h, bool slopes) {
    std::vector<double> times;
    for (int i = 0; i <= std::lround(1 / h); ++i) times.push_back(i * h);
    Trajectory a = sampled(times, [](double t) { return std::sin(5 * t); });
    for (const double t : times) {
      if (slopes) a.slopes.push_back(5 * std::cos(5 * t));
    }
    double worst = 0;
    for (double t = h / 2; t < 1; t += h) worst = std::max(worst, std::abs(at(a, t) - std::sin(5 * t)));
    return worst;
  };
  for (const bool slopes : {false, true})
    EXPECT_NEAR(std::log2(error(0.01, slopes) / error(0.005, slopes)), 4, 0.15) << slopes;
}

TEST(Trajectory, DoesNotLookAcrossJumps) {
  Trajectory a = sampled({0, 1, 2, 2, 3, 4}, [](double t) { return t; });
  for (std::size_t n = 3; n < 6; ++n) a.values[n] = 100 + a.times[n];
  EXPECT_NEAR(at(a, 1.5), 1.5, 1e-14);
  EXPECT_NEAR(at(a, 2.5), 102.5, 1e-12);
  EXPECT_EQ(at(a, 2), 2) << "the left limit";
  EXPECT_EQ(at(a, 2, 1), 102) << "the right one";
  EXPECT_EQ(at(a, 1, 1), 1) << "no jump there";
}

TEST(Trajectory, DoesNotLookAcrossStepsThatLeadOverAJump) {
  const auto y = [](double t) { return t <= 2 ? t : 100 + t; };
  const Trajectory a = sampled({0, 1, 2, 2 + 1e-9, 3, 4}, y);
  for (const double t : {0.5, 1.5, 2.5, 3.5}) EXPECT_NEAR(at(a, t), y(t), 1e-12) << t;
}

TEST(Trajectory, TakesTimesThatDifferByRoundingForTheSame) {
  const Trajectory a = sampled({0, 0.3, 0.6}, [](double t) { return t < 0.5 ? 7.0 : 8.0; });
  EXPECT_EQ(locate(a, 0.1 + 0.2, 0).kind, Spot::Kind::on_row);
  EXPECT_EQ(at(a, 0.1 + 0.2), 7);
  EXPECT_EQ(locate(a, 0.3 + 1e-9, 0).kind, Spot::Kind::between);
  EXPECT_EQ(locate(a, -0.1, 0).kind, Spot::Kind::outside);
  EXPECT_EQ(locate(a, 0.7, 0).kind, Spot::Kind::outside);
}

TEST(Trajectory, KeepsDiscreteValuesUntilTheNextRow) {
  Trajectory a = sampled({0, 1, 2, 3}, [](double t) { return 2 * t; });
  a.held = {1};
  EXPECT_EQ(at(a, 1.9), 2);
}

TEST(Result, TravelsInParcels) {
  Result a;
  a.rows = sampled({0, 1}, cubic);
  a.rows.slopes = {1, kNan};
  long long n = 0;
  for (const v0::Counter& c : v0::counters) a.statistics.*c.member = ++n;
  a.statistics.units = {{.name = "u", .kind = "linear", .integrations = 7}};
  a.statistics.error_estimate = 0.25;
  a.failure = Error(Exit::unit_failed, "unit-failed", "no more");
  Parcel parcel;
  put_result(a, parcel);
  const Result b = get_result(parcel);
  EXPECT_EQ(b.rows.names, a.rows.names);
  EXPECT_EQ(b.rows.held, a.rows.held);
  EXPECT_EQ(b.rows.times, a.rows.times);
  EXPECT_EQ(b.rows.values, a.rows.values);
  EXPECT_EQ(b.rows.slopes[0], 1);
  EXPECT_TRUE(std::isnan(b.rows.slopes[1]));
  n = 0;
  for (const v0::Counter& c : v0::counters) EXPECT_EQ(b.statistics.*c.member, ++n) << c.name;
  EXPECT_EQ(b.statistics.units.at(0).integrations, 7);
  EXPECT_EQ(b.statistics.error_estimate, 0.25);
  EXPECT_EQ(b.failure->what(), std::string(a.failure->what()));
}

TEST(Difference, IsTheRelativeNormInPercent) {
  const Trajectory reference = sampled({0, 1, 2}, [](double) { return 2.0; });
  const Trajectory run = sampled({0, 1, 2}, [](double t) { return t == 1 ? 2.6 : 2.0; });
  const Difference d = difference(run, reference);
  EXPECT_NEAR(d.mean_percent(), 100 * 0.6 / std::sqrt(2) / 2, 1e-12) << "it stands for half of the time";
  EXPECT_EQ(d.worst()->name, "u.y");
  EXPECT_EQ(d.worst()->time, 1);
  EXPECT_TRUE(d.worst()->constant_reference);
  EXPECT_EQ(d.between, 0U);
}

/// Three signals: one of a known error, one that is zero in the reference, one that is not known there.
TEST(Difference, LeavesOutWhatHasNoRelativeError) {
  Trajectory reference{.names = {"a", "b", "c"}, .held = {0, 0, 0}, .times = {0, 1}};
  reference.values = {1, 0, kNan, 1, 0, 3};
  Trajectory run = reference;
  run.values = {1.5, 1, 3, 0.5, 1, 3};
  const Difference d = difference(run, reference);
  EXPECT_NEAR(d.mean_percent(), 50, 1e-12);
  EXPECT_TRUE(d.signals[1].zero_reference);
  EXPECT_TRUE(d.signals[2].unknown_reference);
  run.values[0] = kNan;
  EXPECT_FALSE(difference(run, reference).signals[0].finite);
}

TEST(Difference, ComparesLimitsAtJumpsAndKnowsSignalsByName) {
  Trajectory reference{.names = {"b", "a"}, .held = {0, 0}, .times = {0, 1, 1, 2}};
  reference.values = {0, 1, 0, 2, 0, 12, 0, 13};
  Trajectory run{.names = {"a"}, .held = {0}, .times = {0, 1, 1, 2}, .values = {1, 2, 12, 13}};
  EXPECT_EQ(difference(run, reference).mean_percent(), 0);
}

TEST(Difference, IsFiniteWhereSquaresAreNot) {
  const Trajectory reference = sampled({0, 1}, [](double) { return 1.0; });
  const Trajectory run = sampled({0, 1}, [](double) { return 1e200; });
  EXPECT_NEAR(difference(run, reference).mean_percent(), 1e202, 1e190);
}

TEST(Difference, CountsPointsBetweenAndOutside) {
  const Trajectory reference = sampled({0, 1, 2, 3}, cubic);
  const Difference d = difference(sampled({-1, 0, 0.5, 3, 4}, cubic), reference);
  EXPECT_EQ(d.points, 3U);
  EXPECT_EQ(d.between, 1U);
  EXPECT_EQ(d.outside, 2U);
  EXPECT_NEAR(d.mean_percent(), 0, 1e-12);
}

}  // namespace
}  // namespace accordo
