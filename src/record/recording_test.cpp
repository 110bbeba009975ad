#include "record/recording.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "record/trajectory.hpp"

namespace accordo {
namespace {

const std::vector<RecordColumn> kOneOutput{{"a.y", RecordColumn::Kind::output, 0}};

Frame frame(double t, const double& y, const double& dy, bool after_event = false) {
  return {.t = t, .after_event = after_event, .y = &y, .dy = &dy};
}

TEST(Recording, WritesTwoRowsAtAnEventOnlyWhereAValueJumps) {
  Trajectory rows;
  TrajectorySink sink(rows);
  Recording recording(kOneOutput, sink);
  for (const auto& [t, y, after] : {std::tuple{0.0, 1.0, false},
                                    {1.0, 2.0, false},
                                    {1.0, 2.0, true},
                                    {2.0, 3.0, false},
                                    {2.0, 5.0, true}}) {
    recording.point(frame(t, y, y, after));
  }
  EXPECT_EQ(rows.times, (std::vector<double>{0, 1, 2, 2}));
  EXPECT_EQ(rows.at(3, 0), 5);
}

// Between communication points a cubic through values and slopes: exact for cubics.
TEST(Recording, IntervalsAreInterpolatedExactlyOnCubics) {
  const auto f = [](double t) { return 1 + t - t * t + 0.5 * t * t * t; };
  const auto df = [](double t) { return 1 - 2 * t + 1.5 * t * t; };
  Trajectory rows;
  TrajectorySink sink(rows);
  Recording recording(kOneOutput, sink, 0.25);
  for (const double t : {0.0, 0.6, 1.0}) {
    const double y = f(t), dy = df(t);
    recording.point(frame(t, y, dy));
  }
  ASSERT_EQ(rows.times, (std::vector<double>{0, 0.25, 0.5, 0.75, 1.0}));
  for (std::size_t i = 0; i < rows.rows(); ++i) EXPECT_NEAR(rows.at(i, 0), f(rows.times[i]), 1e-14);
}

// Slopes are asked for only where a row lies between two points, and may come after the first of them.
TEST(Recording, SlopesAreNeededOnlyAroundARowBetweenPoints) {
  Trajectory at_once, later;
  TrajectorySink to_first(at_once), to_second(later);
  Recording first(kOneOutput, to_first, 0.25), second(kOneOutput, to_second, 0.25);
  const double y = 1, dy = 2, y_end = 3, dy_end = -1;
  first.point(frame(0, y, dy));
  second.point({.t = 0, .y = &y});
  EXPECT_FALSE(second.needs_slopes_before(0.2));
  EXPECT_FALSE(second.needs_slopes_before(0.25));
  EXPECT_FALSE(second.needs_slopes_before(0.25 * (1 + 1e-16)));
  ASSERT_TRUE(second.needs_slopes_before(0.3));
  second.slopes({.t = 0, .dy = &dy});
  first.point(frame(0.3, y_end, dy_end));
  second.point(frame(0.3, y_end, dy_end));
  EXPECT_FALSE(second.needs_slopes_before(0.5));
  ASSERT_EQ(at_once.rows(), 2u);
  ASSERT_EQ(later.rows(), 2u);
  EXPECT_EQ(later.at(1, 0), at_once.at(1, 0));
  EXPECT_NE(later.at(1, 0), y + (y_end - y) * 0.25 / 0.3);  // no line
}

// 3 · 0.1 is not 0.3: both rows of the event must be there all the same.
TEST(Recording, EventsOnTheGridHaveBothRowsDespiteRounding) {
  Trajectory rows;
  TrajectorySink sink(rows);
  Recording recording(kOneOutput, sink, 0.1);
  const double before = 1, after = 2;
  for (const double t : {0.0, 0.3}) recording.point(frame(t, before, before));
  recording.point(frame(0.3, after, after, true));
  ASSERT_EQ(rows.rows(), 5u);
  EXPECT_EQ(rows.at(3, 0), 1);
  EXPECT_EQ(rows.at(4, 0), 2);
}

// -7.3 + 73 · 0.1 is 8.9e-16: a rounding error of the start, not of the time reached.
TEST(Recording, NegativeTimesLoseNoRow) {
  Trajectory rows;
  TrajectorySink sink(rows);
  Recording recording(kOneOutput, sink, 0.1);
  const double y = 1;
  for (int n = 0; n < 73; ++n) recording.point(frame(-7.3 + n * 0.1, y, y));
  recording.point(frame(0, y, y));
  EXPECT_EQ(rows.rows(), 74u);
  EXPECT_EQ(rows.times.back(), 0);
}

// To the bit what was asked for, also where rounding separates it from a communication point or from the
// next.
TEST(Recording, GivenPointsHaveRowsAndNothingElseDoes) {
  const auto f = [](double t) { return 1 + t - t * t + 0.5 * t * t * t; };
  const auto df = [](double t) { return 1 - 2 * t + 1.5 * t * t; };
  const std::vector<double> points{0.1 + 0.2, 0.31, 0.9, std::nextafter(1.0, 0), 1.0};
  Trajectory rows;
  TrajectorySink sink(rows);
  Recording recording(kOneOutput, sink, 0, points);
  for (const double t : {0.0, 0.3, 0.6, 1.0}) {
    EXPECT_EQ(recording.needs_slopes_before(t), t == 0.6 || t == 1) << t;
    const double y = f(t), dy = df(t);
    recording.point(frame(t, y, dy));
  }
  ASSERT_EQ(rows.times, points);
  for (std::size_t i = 0; i < rows.rows(); ++i) EXPECT_NEAR(rows.at(i, 0), f(rows.times[i]), 1e-14);
}

TEST(Recording, GivenPointsAtEventsHaveBothLimits) {
  Trajectory rows;
  TrajectorySink sink(rows);
  Recording recording(kOneOutput, sink, 0, {0.1 + 0.2, 0.5});
  const double before = 1, after = 2;
  for (const double t : {0.0, 0.3}) recording.point(frame(t, before, before));
  recording.point(frame(0.3, after, after, true));
  recording.point(frame(0.4, after, after));
  recording.point(frame(0.4, before, before, true));
  recording.point(frame(0.5, before, before));
  EXPECT_EQ(rows.times, (std::vector<double>{0.1 + 0.2, 0.1 + 0.2, 0.5}));
  EXPECT_EQ(rows.at(1, 0), 2);
}

TEST(Recording, GoesBackAmongGivenPoints) {
  Trajectory rows;
  TrajectorySink sink(rows);
  Recording recording(kOneOutput, sink, 0, {0.25, 0.5, 0.75});
  const double y = 1;
  for (const double t : {0.0, 0.5, 1.0}) recording.point(frame(t, y, y));
  recording.go_to(0.5);
  recording.point(frame(0.5, y, y, true));
  recording.point(frame(1, y, y));
  EXPECT_EQ(rows.times, (std::vector<double>{0.25, 0.5, 0.75, 0.75}));
}

TEST(Recording, WithoutSlopesIntervalsAreInterpolatedByLines) {
  Trajectory rows;
  TrajectorySink sink(rows);
  Recording recording(kOneOutput, sink, 0.5);
  for (const double t : {0.0, 2.0}) recording.point({.t = t, .y = &t});
  ASSERT_EQ(rows.rows(), 5u);
  for (std::size_t i = 0; i < rows.rows(); ++i) EXPECT_DOUBLE_EQ(rows.at(i, 0), rows.times[i]);
}

// Errors between communication points are on lines, and nobody doubts a run for these.
TEST(Recording, ErrorsAreRecordedBesideTheirSignals) {
  std::vector<RecordColumn> columns{kOneOutput.front(), kOneOutput.front()};
  columns.back().error = true;
  Trajectory rows;
  TrajectorySink sink(rows);
  Recording recording(columns, sink, 0.5);
  for (const auto& [t, error] : {std::pair{0.0, 0.0}, {1.0, 4.0}, {2.0, -4.0}}) {
    const double y = 1, dy = 0;
    Frame shown = frame(t, y, dy);
    shown.error_y = &error;
    recording.point(shown);
  }
  ASSERT_EQ(rows.rows(), 5U);
  const std::vector<double> errors{0, 2, 4, 0, -4};
  for (std::size_t i = 0; i < errors.size(); ++i) {
    EXPECT_EQ(rows.at(i, 0), 1);
    EXPECT_EQ(rows.at(i, 1), errors[i]);
  }
  EXPECT_EQ(recording.row_error(), 0);
}

}  // namespace
}  // namespace accordo
