#include "core/clock.hpp"

#include <gtest/gtest.h>

namespace accordo {
namespace {

TEST(Clock, AMillionStepsOfATenthEndExactlyAtTheStop) {
  Clock clock(0, 100000, {});
  long long n = 0;
  for (; !clock.done(); ++n) {
    const Step step = clock.next(0.1);
    ASSERT_EQ(step.h, 0.1);  // bitwise the same length on every step
    clock.advance(step);
    if (!clock.done()) {
      ASSERT_EQ(clock.time(), static_cast<double>(n + 1) * 0.1);
    }
  }
  EXPECT_EQ(n, 1000000);
  EXPECT_EQ(clock.time(), 100000);
}

TEST(Clock, EventsAreHitExactlyAndAnchorTheGrid) {
  Clock clock(0, 1, {0.35, 2.0, -1.0, 0.35});
  std::vector<double> times;
  bool was_event = true;  // the start counts as one
  while (!clock.done()) {
    const Step step = clock.next(0.1);
    EXPECT_EQ(step.after_event, was_event);
    EXPECT_NEAR(step.end - step.t, step.h, 1e-15);
    was_event = step.before_event;
    EXPECT_EQ(step.before_event, step.end == 0.35);
    clock.advance(step);
    times.push_back(step.end);
  }
  const std::vector<double> expected{
      0.1,        0.2,        0.1 * 3,        0.35, 0.35 + 0.1, 0.35 + 0.2, 0.35 + 0.1 * 3,
      0.35 + 0.4, 0.35 + 0.5, 0.35 + 0.1 * 6, 1};
  EXPECT_EQ(times, expected);
}

TEST(Clock, TinyRemaindersAreMergedLargerOnesKept) {
  Clock merged(0, 1 + 1e-11, {});
  Clock kept(0, 1 + 1e-7, {});
  int steps = 0;
  for (; !merged.done(); ++steps) merged.advance(merged.next(0.1));
  EXPECT_EQ(steps, 10);
  EXPECT_EQ(merged.time(), 1 + 1e-11);
  for (steps = 0; !kept.done(); ++steps) kept.advance(kept.next(0.1));
  EXPECT_EQ(steps, 11);
}

TEST(Clock, AtLargeTimesNoSliverRemains) {
  const double start = 1700000000.1, h = 1e-3;
  for (int steps = 1; steps < 100; ++steps) {
    Clock clock(start, start + steps * h, {});
    int made = 0;
    for (; !clock.done(); ++made) clock.advance(clock.next(h));
    EXPECT_EQ(made, steps);
  }
}

TEST(Clock, AnEventAtTheStopIsSeenFromTheLeft) {
  Clock clock(0, 1, {1});
  const Step step = clock.next(1);
  EXPECT_TRUE(step.before_event);
  clock.advance(step);
  EXPECT_TRUE(clock.done());
}

TEST(Clock, AStepLongerThanTheRunIsClipped) {
  Clock clock(2, 3, {});
  const Step step = clock.next(10);
  EXPECT_EQ(step.end, 3);
  EXPECT_EQ(step.h, 1);
}

TEST(Clock, AChangeOfStepAnchorsAnew) {
  Clock clock(0, 10, {});
  clock.advance(clock.next(0.3));
  clock.advance(clock.next(0.1));
  EXPECT_EQ(clock.time(), 0.3 + 0.1);
}

}  // namespace
}  // namespace accordo
