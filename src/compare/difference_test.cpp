// The measure of errors: independent of where points lie; jumps at other times are differences in time.

#include "compare/difference.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "compare/jumps.hpp"

namespace accordo {
namespace {

using Function = std::function<double(double)>;

Trajectory one_signal(const std::vector<double>& times, const Function& y) {
  Trajectory a{.names = {"u.y"}, .held = {0}, .times = times};
  for (const double t : times) a.values.push_back(y(t));
  return a;
}

/// From 0 to 1, both included.
std::vector<double> even(int count) {
  std::vector<double> times;
  for (int i = 0; i <= count; ++i) times.push_back(static_cast<double>(i) / count);
  return times;
}

/// A thousand more points around t.
std::vector<double> crowded(std::vector<double> times, double t) {
  for (int i = 1; i <= 1000; ++i) times.push_back(t + 1e-6 * i);
  std::sort(times.begin(), times.end());
  return times;
}

SignalDifference off_by(const Trajectory& run, const Trajectory& reference) {
  return difference(run, reference).signals.at(0);
}

/// -1 up to the jump and 2 after it, with both limits among the rows.
Trajectory stepping(double at, int count, double after = 2) {
  std::vector<double> times = even(count);
  times.insert(times.end(), {at, at});
  std::sort(times.begin(), times.end());
  Trajectory a = one_signal(times, [&](double t) { return t <= at ? -1.0 : after; });
  const auto second = std::upper_bound(times.begin(), times.end(), at) - times.begin() - 1;
  a.values[static_cast<std::size_t>(second)] = after;
  return a;
}

TEST(Difference, DoesNotDependOnHowPointsCluster) {
  const Function exact = [](double t) { return std::sin(7 * t); };
  const Function run = [&](double t) { return exact(t) + 1e-3 * t * t; };
  // ∫t⁴ and ∫sin² over the unit interval
  const double truth = 100 * 1e-3 * std::sqrt(0.2 / (0.5 - std::sin(14) / 28));
  for (const double t : {0.01, 0.31, 0.9}) {
    const std::vector<double> times = crowded(even(400), t);
    EXPECT_NEAR(off_by(one_signal(times, run), one_signal(times, exact)).percent / truth, 1, 1e-4) << t;
    EXPECT_NEAR(off_by(one_signal(times, run), one_signal(even(300), exact)).percent / truth, 1, 1e-4) << t;
  }
}

TEST(Difference, IsNotChangedByGainAndIsPartOfTheRangeWithAnyOffset) {
  const auto percent = [](double gain, double offset) {
    const Function exact = [=](double t) { return offset + gain * std::sin(7 * t); };
    const Function run = [=](double t) { return exact(t) + gain * 1e-2 * t; };
    return off_by(one_signal(even(500), run), one_signal(even(500), exact));
  };
  const SignalDifference plain = percent(1, 0);
  for (const double gain : {1e-15, -1e12}) {
    EXPECT_NEAR(percent(gain, 0).percent / plain.percent, 1, 1e-12);
    EXPECT_NEAR(percent(gain, 0).percent_of_range / plain.percent_of_range, 1, 1e-12);
    EXPECT_NEAR(percent(gain, 1e6 * gain).percent_of_range / plain.percent_of_range, 1, 1e-6);
  }
  EXPECT_LT(percent(1, 1e6).percent, 1e-4 * plain.percent);
}

/// It shows no range: what counts is the value.
TEST(Difference, AtASingleInstantIsPartOfTheValue) {
  const std::vector<double> instant{2.0};
  const SignalDifference s = off_by(one_signal(instant, [](double) { return 1.02; }),
                                    one_signal(instant, [](double) { return 1.0; }));
  EXPECT_NEAR(s.percent_of_range, 2, 1e-9);
}

/// Rows of both limits, in run and reference.
TEST(Difference, OfAJumpAtAnotherTimeIsThatTime) {
  for (const double by : {0.02, -0.02, 1e-3, -0.3}) {
    const SignalDifference s = off_by(stepping(0.4 + by, 1000), stepping(0.4, 700));
    EXPECT_NEAR(s.jump_later, by, 2e-3) << "to a row";
    EXPECT_EQ(s.jump_later > 0, by > 0);
    EXPECT_NEAR(s.percent, 100 * std::abs(s.jump_later), 1e-9);
    EXPECT_NEAR(s.percent_of_range, s.percent, 1e-9);
    EXPECT_NEAR(s.jump_time, 0.4, std::abs(by) + 1e-12);
  }
  EXPECT_NEAR(off_by(stepping(0.4, 1000), stepping(0.4, 700)).percent, 0, 1e-12);
}

/// The reference has rows where the run has some, and knows nothing of its jump.
TEST(Difference, KnowsAJumpFromOneOfBoth) {
  const double by = 0.013;
  for (const double sign : {1.0, -1.0}) {
    const double at = 0.4 + sign * by;
    const Trajectory run = stepping(at, 1000);
    const Trajectory reference = one_signal(run.times, [](double t) { return t <= 0.4 ? -1.0 : 2.0; });
    EXPECT_NEAR(off_by(run, reference).jump_later, sign * by, 1.1e-3);
    EXPECT_NEAR(off_by(run, reference).percent, 100 * by, 0.11);
    EXPECT_NEAR(off_by(reference, run).jump_later, -sign * by, 1.1e-3);
  }
}

TEST(Difference, KnowsJumpsThatTinyStepsLeadOver) {
  std::vector<double> times = even(500);
  times.push_back(0.45 + 1e-9);
  std::sort(times.begin(), times.end());
  const Trajectory run = one_signal(times, [](double t) { return t <= 0.45 ? 0.5 : 1.0; });
  const Trajectory reference = one_signal(times, [](double t) { return t <= 0.4501 ? 0.5 : 1.0; });
  ASSERT_EQ(jumps_of(run, 0).size(), 1U);
  EXPECT_EQ(jumps_of(reference, 0).size(), 0U) << "steps of a usual length";
  EXPECT_LT(off_by(run, reference).percent, 0.21) << "a row is 2 ms, and the jump a half";
}

TEST(Difference, CountsChangesOfHeldSignalsByTheirTime) {
  Trajectory reference = one_signal(even(100), [](double t) { return t < 0.5 ? 0.0 : 3.0; });
  Trajectory run = one_signal(even(100), [](double t) { return t < 0.525 ? 0.0 : 3.0; });
  reference.held = run.held = {1};
  EXPECT_NEAR(off_by(run, reference).jump_later, 0.03, 1e-12) << "it is held until the next row";
  EXPECT_NEAR(off_by(run, reference).percent, 3, 1e-9);
}

TEST(Difference, OfAMissedPulseIsNotATime) {
  const Function nothing = [](double) { return 1.0; };
  std::vector<double> times = even(1000);
  times.insert(times.end(), {0.42, 0.43});  // both are rows already: twice now
  std::sort(times.begin(), times.end());
  Trajectory pulse = one_signal(times, [](double t) { return t > 0.42 && t < 0.43 ? 5.0 : 1.0; });
  const auto row = [&](double t) {
    return static_cast<std::size_t>(std::lower_bound(times.begin(), times.end(), t) - times.begin());
  };
  pulse.values[row(0.42) + 1] = pulse.values[row(0.43)] = 5;
  const SignalDifference s = off_by(one_signal(even(1000), nothing), pulse);
  EXPECT_EQ(s.jump_later, 0);
  EXPECT_NEAR(s.percent_of_range, 100 * std::sqrt(0.01), 1) << "a hundredth of the time off by the range";
  EXPECT_EQ(off_by(pulse, one_signal(even(1000), nothing)).jump_later, 0);
}

TEST(Difference, StillCountsWhatIsWrongBesideADisplacedJump) {
  const Trajectory reference = stepping(0.4, 1000), run = stepping(0.41, 1000, 2.5);
  const SignalDifference s = off_by(run, reference);
  EXPECT_NEAR(s.jump_later, 0.01, 1.1e-3);
  EXPECT_NEAR(s.percent_of_range, 100 * 0.5 / 3 * std::sqrt(0.59), 0.1);
  Trajectory wild = reference;
  for (std::size_t n = 0; n < wild.rows(); ++n) {
    if (wild.times[n] > 0.4 && wild.times[n] < 0.41) wild.values[n] = -100;
  }
  EXPECT_GT(off_by(wild, reference).percent_of_range, 100) << "no value that the jump leads over";
}

// What tells by how much signals are off is no signal.
TEST(Difference, LeavesOutErrorsThatWereRecorded) {
  const Trajectory run{.names = {"a.y", "error(a.y)", "error(b)"},
                       .held = {0, 0, 0},
                       .times = {0, 1},
                       .values = {0, 5, 1, 2, 6, 2}};
  const Difference d = difference(run, run);
  ASSERT_EQ(d.signals.size(), 2U);
  EXPECT_EQ(d.signals[0].name, "a.y");
  EXPECT_EQ(d.signals[1].name, "error(b)") << "there is no signal b";
}

}  // namespace
}  // namespace accordo
