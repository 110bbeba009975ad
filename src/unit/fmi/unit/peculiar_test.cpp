// FMUs do more than the standard says, and less. Each test here is a kind of behavior seen in real ones:
// what a trial must find, and that the unit then gives the right values.

#include <cmath>

#include "unit/fmi/peculiar_unit_testing.hpp"
#include "unit/fmi/selftest/verified_cache.hpp"

namespace accordo::fmi {
namespace {

TEST_F(PeculiarFmu, ParametersAreSetAfterTheExperimentWhichMayResetThem) {
  EXPECT_NEAR(value_at_stop(spec({"resets parameters"}, 1, "5"), 1, 0.1), solution(1, 1, 5), 1e-12);
  EXPECT_TRUE(tried(spec({"resets parameters"}, 1, "5")).not_kept.empty());
}

TEST_F(PeculiarFmu, AParameterThatIsNotKeptIsReported) {
  FmuBuilder builder;
  Problems problems;
  const BuiltUnit built = builder.build(spec({"overwrites a parameter late"}, 1, "5"), problems);
  problems.throw_if_any();
  ASSERT_EQ(built.warnings.size(), 1u);
  EXPECT_EQ(built.warnings[0].id, "parameter-not-kept");
  for (const char* text : {"unit 'tank'", "p was set to 5 and is 2", "after initialization"})
    EXPECT_NE(built.warnings[0].what.find(text), std::string::npos) << built.warnings[0].what;
  EXPECT_TRUE(verified({"nothing"}).not_kept.empty());
}

TEST_F(PeculiarFmu, TheStopTimeIsToldToThoseWhoNeedItOnly) {
  EXPECT_TRUE(tried(spec({"needs a stop time"}, 3)).wants_stop_time);
  EXPECT_NEAR(value_at_stop(spec({"needs a stop time"}, 3), 1, 0.1), solution(3, 1), 1e-12);
  EXPECT_FALSE(tried(spec({"nothing"}, 3)).wants_stop_time);  // it goes beyond its own on its own
  EXPECT_FALSE(tried(spec({"jumps to the stop time"}, 3)).wants_stop_time);
  EXPECT_NEAR(value_at_stop(spec({"jumps to the stop time"}, 3), 1, 0.1), solution(3, 1), 1e-12);
}

/// Derivatives at one point must not stand beside outputs of another.
TEST_F(PeculiarFmu, OutputsBelongToThePointWhereDerivativesWereAskedFor) {
  FmuSpec s = spec({.mode = "stale outputs", .exchanges = true});
  s.kind = Kind::model_exchange;
  const auto unit = make(s);
  LinearModel model;
  for (const double at : {1.0, 3.0, -2.0}) {
    const double u = 0.5;
    double f = 0, g[2] = {0, 0};
    unit->evaluate(Instant::at(0.1), &at, &u, &f, g);
    EXPECT_EQ(g[0], at);
    unit->linearize(Instant::at(0.1), &at, &u, model);
    EXPECT_EQ(model.g0[0], at);
    EXPECT_NEAR(model.C(0, 0), 1, 1e-9);
  }
  Signal input(1);
  input.component(0)[0] = 1;
  double y[2], dy[2], x = 0;
  unit->step({.t = 0, .h = 0.1, .end = 0.1}, input.view(), y, dy);
  unit->states(&x);
  EXPECT_EQ(y[0], x);
  EXPECT_NEAR(dy[0], 0.1 * (2 - x), 1e-6);
}

/// An FMU of FMI 2 need not have a variable for time; then it cannot be among the dependencies.
TEST_F(PeculiarFmu, TimeMayEnterWhereNoVariableStandsForIt) {
  for (const bool derivatives : {true, false}) {
    FmuSpec s = spec({.mode = "knows the time", .exchanges = true, .derivatives = derivatives});
    s.kind = Kind::model_exchange;
    const auto unit = make(s);
    LinearModel model;
    const double x = 1, u = 0.5, du = 0;
    unit->linearize(Instant::at(0.5), &x, &u, model);
    EXPECT_NEAR(model.f_t[0], 1, 1e-6) << derivatives;
    EXPECT_NEAR(model.g_t[1], 1, 1e-6) << derivatives;
    double y[2], dy[2];
    unit->outputs(Instant::at(0.5), &u, &du, y, dy);
    EXPECT_NEAR(dy[1], 1, 1e-6) << derivatives;
  }
}

TEST_F(PeculiarFmu, ClocksInsideAreFoundAndTheirTicksTaken) {
  for (const bool leads : {true, false}) {
    const Peculiar ticking{.mode = leads ? "leads" : "lags"};
    const Verified v = verified(ticking);
    EXPECT_DOUBLE_EQ(v.clock, 0.01);
    EXPECT_EQ(v.clock_leads, leads);
    const auto unit = make(spec(ticking));
    EXPECT_FALSE(unit->info().can.variable_step);
    EXPECT_DOUBLE_EQ(unit->info().fixed_step, 0.01);
    EXPECT_NEAR(value_at_stop(spec(ticking), 1, 0.01), solution(1, 1), 1e-12) << ticking.mode;
    EXPECT_NEAR(value_at_stop(spec(ticking), 1, 0.05), solution(1, 1), 1e-12) << ticking.mode;
  }
  EXPECT_EQ(verified({"nothing"}).clock, 0);
  EXPECT_EQ(verified({"one step"}).clock, 0);
}

/// Near the step that the FMU names; else near a thousandth of the run.
TEST_F(PeculiarFmu, ClocksAreMeasured) {
  struct Clock {
    const char *named, *tick;
    double stop;
  };
  for (const Clock& c : {Clock{"0.02", "0.03", 1}, Clock{"0.03", "0.02", 1}, Clock{"", "0.0125", 10},
                         Clock{"", "0.016666666666666666", 10}, Clock{"", "0.0123456", 10}}) {
    for (const char* mode : {"leads", "lags", "samples", "ticks early"}) {
      const FmuSpec ticking = spec({.mode = mode, .step = c.named, .tick = c.tick}, c.stop);
      EXPECT_NEAR(tried(ticking).clock, std::stod(c.tick), 1e-15) << mode << " " << c.tick;
    }
  }
  EXPECT_EQ(tried(spec({.mode = "leads", .step = "0.01", .tick = "0.1"}, 1)).clock, 0);
}

TEST_F(PeculiarFmu, AStepIsCommittedWhereItWillNotBeUndone) {
  EXPECT_NEAR(value_at_stop(spec({"commits on demand"}), 1, 0.1), solution(1, 1), 1e-12);
  EXPECT_NEAR(value_at_stop(spec({"commits on demand"}), 1, 0.1, true), solution(1, 1), 1e-12);
}

TEST_F(PeculiarFmu, ASolverThatStartsAfreshFromARestoredStateIsNoReasonAgainstIt) {
  const Verified v = verified({"restarts"});
  EXPECT_TRUE(v.rollback);
  EXPECT_TRUE(v.restarts);
  EXPECT_GT(v.noise, 0);
  // What counts is that repetitions are the same.
  const auto unit = make(spec({"restarts"}));
  Signal input(1);
  double first[2], second[2];
  unit->step({.t = 0, .h = 0.1, .end = 0.1}, input.view(), first, nullptr);
  unit->save();
  unit->step({.t = 0.1, .h = 0.1, .end = 0.2}, input.view(), first, nullptr);
  unit->restore();
  unit->step({.t = 0.1, .h = 0.1, .end = 0.2}, input.view(), second, nullptr);
  EXPECT_EQ(first[0], second[0]);
}

TEST_F(PeculiarFmu, RollbackIsTriedOverTheWholeRun) {
  const Verified v = verified({"bad restore after events"});
  EXPECT_FALSE(v.rollback);
  ASSERT_NE(v.finding("rollback"), nullptr);
  EXPECT_NE(v.finding("rollback")->what.find("undone"), std::string::npos) << v.finding("rollback")->what;
  EXPECT_TRUE(verified({"nothing"}).rollback);
  EXPECT_EQ(verified({"nothing"}).noise, 0);
}

TEST_F(PeculiarFmu, DerivativesAreReadBeforeOutputs) {
  const std::string flags = kPeculiarFlags + " providesDirectionalDerivative=\"true\"";
  EXPECT_TRUE(verified({"stale derivatives", flags}).directional_derivatives);
}

/// Limits and valves that are shut bend where inputs start: a derivative there is that of one side.
TEST_F(PeculiarFmu, WhereTheyBendDerivativesAreThoseOfOneSide) {
  const std::string flags = kPeculiarFlags + " providesDirectionalDerivative=\"true\"";
  EXPECT_TRUE(verified({"bends", flags}).directional_derivatives);
}

/// z falls from 3 to 0 at x = 2.5, and is constant beside it.
TEST_F(PeculiarFmu, AJumpIsNoSlope) {
  FmuSpec jumping = spec({.mode = "jumps unseen", .exchanges = true, .dependencies = false});
  jumping.kind = Kind::model_exchange;
  const auto unit = make(jumping);
  LinearModel model;
  set_zero(model, 1, 1, 2);
  const double u = 0;
  for (const double away : {-1e-3, -1.2e-5, -1e-6, -1e-9, 0.0, 1e-9, 1e-6, 1.2e-5, 1e-3}) {
    const double x = 2.5 + away;
    unit->linearize(Instant::at(0), &x, &u, model);
    EXPECT_NEAR(model.C(1, 0), 0, 1e-9) << away;
    EXPECT_NEAR(model.C(0, 0), 1, 1e-9) << away;
    EXPECT_NEAR(model.A(0, 0), -1, 1e-9) << away;
  }
}

TEST_F(PeculiarFmu, ValuesAreThoseFromBeforeDerivativesWereAskedFor) {
  const std::string flags = kPeculiarFlags + " providesDirectionalDerivative=\"true\"";
  EXPECT_TRUE(verified({"looks elsewhere", flags}).directional_derivatives);
  const auto unit = make(spec({"looks elsewhere", flags}));
  Signal input(1);
  double y[2], dy[2];
  const double u = 0, du = 0;
  unit->step({.t = 0, .h = 0.1, .end = 0.1}, input.view(), y, dy);
  const double x = std::exp(-0.1);
  EXPECT_NEAR(y[0], x, 1e-12);
  EXPECT_NEAR(dy[0], -0.1 * x, 1e-12);
  LinearModel model;
  set_zero(model, 1, 1, 2);
  for (int again = 0; again < 2; ++again) {
    unit->linearize(Instant::at(0.1), &x, &u, model);
    EXPECT_NEAR(model.f0[0], -x, 1e-12);
    EXPECT_NEAR(model.g0[0], x, 1e-12);
    unit->outputs(Instant::at(0.1), &u, &du, y, dy);
    EXPECT_NEAR(y[0], x, 1e-12);
  }
  unit->step({.t = 0.1, .h = 0.1, .end = 0.2}, input.view(), y, dy);
  EXPECT_NEAR(y[0], std::exp(-0.2), 1e-12) << "and again after each step";
}

TEST_F(PeculiarFmu, AskingForDerivativesMustNotChangeTheRun) {
  const std::string flags = kPeculiarFlags + " providesDirectionalDerivative=\"true\"";
  EXPECT_TRUE(verified({"nothing", flags}).directional_derivatives);
  const Verified v = verified({"moves when asked", flags});
  EXPECT_FALSE(v.directional_derivatives);
  ASSERT_NE(v.finding("directional_derivatives"), nullptr);
  EXPECT_EQ(v.finding("directional_derivatives")->what, "asking for derivatives changes what follows");
}

TEST_F(PeculiarFmu, DerivativesAlongSeveralKnownsAreAskedForOneByOneWhereThatMatters) {
  const std::string flags = kPeculiarFlags + " providesDirectionalDerivative=\"true\"";
  const Verified v = verified({.mode = "moves when asked along two", .flags = flags, .dependencies = false});
  EXPECT_TRUE(v.directional_derivatives);
  EXPECT_TRUE(v.one_known);
  EXPECT_FALSE(verified({.mode = "nothing", .flags = flags, .dependencies = false}).one_known);
  // They are linear: the result is the same.
  const auto values = [&](const char* mode) {
    const auto unit = make(spec({.mode = mode, .flags = flags, .dependencies = false}));
    Signal input(1);
    input.set_degree(1);
    input.component(0)[0] = 0.5;
    input.component(0)[1] = 0.25;
    std::vector<double> y(2), dy(2);
    unit->step({.t = 0, .h = 0.1, .end = 0.1}, input.view(), y.data(), dy.data());
    y.insert(y.end(), dy.begin(), dy.end());
    return y;
  };
  EXPECT_EQ(values("moves when asked along two"), values("nothing"));
}

TEST_F(PeculiarFmu, OutputsThatComeWithTheFirstStepOnlyAreFound) {
  EXPECT_EQ(verified({"outputs by steps"}).late_outputs, std::vector<int>{0});
  for (const char* mode : {"nothing", "leads", "lags", "late outputs", "one step"})
    EXPECT_TRUE(verified({mode}).late_outputs.empty()) << mode;
}

TEST_F(PeculiarFmu, OneIntegrationPerStepIsFound) {
  EXPECT_GT(verified({"one step"}).step_error, 0);
  EXPECT_EQ(verified({"nothing"}).step_error, 0);
}

TEST_F(PeculiarFmu, FeedThroughIsWhatTheTrialShowsWhereNothingIsDeclared) {
  const Peculiar silent{.mode = "undeclared feed-through", .dependencies = false};
  const Verified v = verified(silent);
  ASSERT_TRUE(v.feed_through_known);
  ASSERT_EQ(v.feed_through.size(), 2u);
  EXPECT_EQ(v.feed_through[0], 0);
  EXPECT_NEAR(v.feed_through[1], 1, 1e-9);
  const auto unit = make(spec(silent));
  EXPECT_EQ(unit->info().feed_through, (std::vector<std::vector<int>>{{}, {0}}));
  EXPECT_TRUE(unit->info().can.reevaluation);
  const auto none = make(spec({.mode = "nothing", .dependencies = false}));
  EXPECT_EQ(none->info().feed_through, (std::vector<std::vector<int>>{{}, {}}));

  // Outputs under other inputs than those of the step.
  Signal input(1);
  double y[2];
  const double u = 3;
  unit->step({.t = 0, .h = 0.1, .end = 0.1}, input.view(), y, nullptr);
  unit->outputs(Instant::at(0.1), &u, nullptr, y, nullptr);
  EXPECT_NEAR(y[1], 3, 1e-9);
}

TEST_F(PeculiarFmu, WhatTrialsDependOnIsPartOfTheirKey) {
  const FmuSpec plain = spec({"nothing"});
  const std::string key = key_of("content", plain);
  FmuSpec other = plain;
  EXPECT_EQ(key_of("content", other), key);
  EXPECT_NE(key_of("others", other), key);
  other.parameters.push_back({{"p", {}}, {"5", {}}});
  EXPECT_NE(key_of("content", other), key);
  for (double FmuSpec::*value : {&FmuSpec::start, &FmuSpec::stop, &FmuSpec::tolerance}) {
    other = plain;
    other.*value += 0.5;
    EXPECT_NE(key_of("content", other), key);
  }
  other = plain;
  other.step = 0.25;
  EXPECT_NE(key_of("content", other), key);
}

}  // namespace
}  // namespace accordo::fmi
