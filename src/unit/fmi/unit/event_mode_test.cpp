// FMUs of FMI 3 for co-simulation that leave their events to be handled, or stop before the end of a step.

#include "unit/fmi/unit_testing.hpp"

namespace accordo::fmi {
namespace {

class EventModeTest : public FmuUnitTest {
 protected:
  FmuSpec ball(const std::string& flags = kAllFmi3 + kEventMode) {
    return spec_of(fmi3(Model::ball, flags), Kind::co_simulation);
  }
  FmuSpec oscillator() {
    return spec_of(fmi3(Model::oscillator, kAllFmi3 + kEventMode), Kind::co_simulation);
  }
  static void advance(accordo::Unit& unit, double from, double to, int steps,
                      const std::array<double, 4>& input = {}) {
    std::vector<double> y(2);
    for (int i = 0; i < steps; ++i) {
      const double h = (to - from) / steps;
      unit.step({.t = from + i * h, .h = h, .end = i + 1 == steps ? to : from + (i + 1) * h},
                cubic(input).view(), y.data(), nullptr);
    }
  }
  /// Position, speed and number of bounces.
  static std::array<double, 3> seen(accordo::Unit& unit, double t) {
    std::array<double, 2> x{}, y{};
    const double u = 0;
    unit.states(x.data());
    unit.outputs(Instant::at(t), &u, nullptr, y.data(), nullptr);
    return {x[0], x[1], y[1]};
  }
  static std::string failure(const FmuSpec& spec) {
    const auto unit = make(spec);
    try {
      advance(*unit, 0, 1, 4);
    } catch (const UnitFailure& e) {
      return e.what();
    }
    return {};
  }
  /// Kicked at t = 0.25.
  static Flight flight(double to) {
    Flight ball;
    ball.fly(0.25);
    ball.v += 4;
    ball.fly(to);
    return ball;
  }
};

// The FMU finds its bounces itself, and announces the kick.
TEST_F(EventModeTest, EventsHappenWhenTheyShould) {
  const Flight exact = flight(2.5);
  ASSERT_GE(exact.bounces, 1);
  for (const int steps : {1, 7, 10, 100}) {  // with 10, the kick falls on a communication point
    for (const bool updates : {true, false}) {
      const auto unit = make(updates ? ball() : without(ball(), "intermediate_update"));
      advance(*unit, 0, 2.5, steps);
      const auto [x, v, bounces] = seen(*unit, 2.5);
      EXPECT_NEAR(x, exact.x, 1e-10) << steps;
      EXPECT_NEAR(v, exact.v, 1e-10) << steps;
      EXPECT_EQ(bounces, exact.bounces) << steps;
    }
  }
}

TEST_F(EventModeTest, StepsWithEventsCanBeRepeated) {
  const auto unit = make(ball());
  advance(*unit, 0, 0.2, 2);
  unit->save();
  advance(*unit, 0.2, 2.5, 1);
  const auto once = seen(*unit, 2.5);
  EXPECT_NEAR(once[0], flight(2.5).x, 1e-10);
  for (int again = 0; again < 3; ++again) {
    unit->restore();
    advance(*unit, 0.2, 2.5, 1);
    EXPECT_EQ(seen(*unit, 2.5), once) << "the announced kick comes back, too";
  }
}

TEST_F(EventModeTest, WithoutItTheFmuIsToldSo) {
  Flight falls;
  falls.fall(1);
  for (const FmuSpec& spec : {without(ball(), "event_mode"), ball(kAllFmi3)}) {
    const auto unit = make(spec);
    advance(*unit, 0, 1, 4);
    const auto [x, v, bounces] = seen(*unit, 1);
    EXPECT_NEAR(x, falls.x, 1e-10) << "this ball knows no ground without event mode";
    EXPECT_EQ(bounces, 0);
  }
}

TEST_F(EventModeTest, WhereStepsDoNotEndEarlyEventsAreAtTheirEnds) {
  const Flight exact = flight(1.4);
  ASSERT_EQ(exact.bounces, 1);
  double coarse = 0;
  for (const int steps : {700, 7000}) {
    const auto unit = make(ball(kAllFmi3 + " hasEventMode=\"true\""));
    advance(*unit, 0, 1.4, steps);
    const auto [x, v, bounces] = seen(*unit, 1.4);
    EXPECT_EQ(bounces, exact.bounces);
    const double error = std::abs(x - exact.x);
    EXPECT_LT(error, 20 * 1.4 / steps);
    if (coarse > 0) {
      EXPECT_LT(error, coarse / 2);
    }
    coarse = error;
  }
}

TEST_F(EventModeTest, AStepThatEndsEarlyGoesOn) {
  const std::array<double, 4> input{0.3, 4, -2, 10};
  const Step step{.t = 0, .h = 0.5, .end = 0.5};
  const auto exact = oscillate({1, 0}, step, cubic(input).view());
  const auto stopping = make(with_fault(oscillator(), 7));
  advance(*stopping, 0, 0.5, 1, input);
  const auto seen_then = seen(*stopping, 0.5);
  EXPECT_NEAR(seen_then[0], exact[0], 1e-9);
  EXPECT_NEAR(seen_then[1], exact[1], 1e-9);
  const std::string told = failure(without(with_fault(oscillator(), 7), "event_mode"));
  EXPECT_NE(told.find("early, at t = 0.03, which it was told not to"), std::string::npos) << told;
}

TEST_F(EventModeTest, StoppingForEverIsAFailure) {
  const std::string said = failure(with_fault(oscillator(), 8));
  EXPECT_NE(said.find("fmi3DoStep"), std::string::npos) << said;
  EXPECT_NE(said.find("stopped early 100 times in a row without getting beyond t = 0.5"), std::string::npos)
      << said;
}

// In a watched step the FMU stops at its first event, which settle() handles; then it goes on from there.
TEST_F(EventModeTest, WatchedStepsTellOfEventsAndLeaveThem) {
  Flight exact;
  exact.fly(0.25);
  const auto unit = make(ball());
  ASSERT_TRUE(unit->info().reports_events);
  const double u = 0;
  std::vector<double> y(2), dy(2);
  const auto step = [&](double from, double to) {
    unit->step({.t = from, .h = to - from, .end = to, .watched = true}, cubic({}).view(), y.data(),
               dy.data());
    return unit->event_news().first;
  };
  unit->leave_initialization(Instant::at(0), &u);
  EXPECT_NEAR(unit->event_news().next, 0.25, 1e-12) << "announced";
  unit->save();
  EXPECT_NEAR(step(0, 0.3), 0.25, 1e-9);
  unit->restore();
  EXPECT_EQ(step(0, 0.2), EventNews::never);
  unit->save();
  EXPECT_NEAR(step(0.2, 0.25), 0.25, 1e-9);
  EXPECT_NEAR(seen(*unit, 0.25)[1], exact.v, 1e-9) << "not kicked yet";
  unit->settle(Instant::right_of(0.25), &u);
  EXPECT_TRUE(unit->event_news().effect);
  EXPECT_EQ(unit->event_news().count, 1);
  EXPECT_NEAR(seen(*unit, 0.25)[1], exact.v + 4, 1e-9);
  EXPECT_EQ(step(0.25, 0.5), EventNews::never);
  EXPECT_NEAR(seen(*unit, 0.5)[0], flight(0.5).x, 1e-9);
  const double bounce = step(0.5, 2);
  EXPECT_NEAR(flight(bounce).x, 0, 1e-9);
  EXPECT_LT(y[0], 0) << "as if there were no ground";
  unit->restore();
  EXPECT_EQ(unit->event_news().count, 0) << "as if it had never been";
}

TEST_F(EventModeTest, OnlyWhoCanBeLedToItsEventsAgainTellsOfThem) {
  EXPECT_FALSE(make(without(ball(), "rollback"))->info().reports_events);
  EXPECT_FALSE(make(ball(kAllFmi3 + " hasEventMode=\"true\""))->info().reports_events)
      << "it does not stop there";
  EXPECT_FALSE(make(without(ball(), "event_mode"))->info().reports_events);
}

}  // namespace
}  // namespace accordo::fmi
