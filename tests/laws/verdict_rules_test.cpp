// The rules of the verdict as docs/book/trust.md states them: on runs that show just what a rule is about,
// closely below its threshold and closely above.

#include <gtest/gtest.h>

#include "session/verdict.hpp"
#include "tests/support/runs.hpp"

namespace accordo::testing {
namespace {

/// A run of two-mass that went well, told by what it shows; nothing is run.
struct Shown : Result {
  std::unique_ptr<Session> session;

  explicit Shown(RunOf run) {
    run.name = "two-mass";
    session = open_case(run);
    statistics = session->statistics({});
    step_statistics.tolerance = run.tolerance;
    inputs_are_off_by(0);
    statistics.error_estimate = 0;
  }

  /// All along, as estimated and as seen at the ends of steps.
  Shown& inputs_are_off_by(double part) {
    constexpr int steps = 100;
    step_statistics.buckets.clear();
    for (int n = 1; n <= steps; ++n) {
      StepBucket& bucket = step_statistics.buckets.emplace_back();
      bucket.end = session->start() + n * (session->stop() - session->start()) / steps;
      bucket.steps = 1;
      bucket.residual = bucket.estimate = part;
    }
    statistics.error_estimate = statistics.max_coupling_residual = part;
    error_time = part * (session->stop() - session->start());
    return *this;
  }

  Verdict assessed(const std::optional<Verification>& repeated = {}) const {
    Result result = *this;
    result.verification = repeated;
    return assess(*session, result);
  }
  Severity level() const { return assessed().level(); }
  /// The most severe reason.
  std::string id() const { return assessed().reasons.front().id; }
};

TEST(VerdictRules, FixedStepsAreTrustedBelowWhatAddsUpToAPercent) {
  struct Rule {
    RunOf run;
    double trusted_up_to, wrong_from;
  };
  for (const Rule& rule : {Rule{{.method = "jacobi", .step = 1e-3}, 1e-4, 0.5},
                           Rule{{.method = "jacobi", .step = 1e-3, .options = {"order=1"}}, 0.01 / 30, 0.5},
                           Rule{{.method = "jacobi", .step = 1e-3, .options = {"order=2"}}, 5e-4, 0.5},
                           Rule{{.method = "ifosmondi-jfm", .step = 1e-3}, 5e-3, 5},
                           Rule{{.method = "missiles", .step = 1e-3}, 5e-3, 5}}) {
    Shown shown(rule.run);
    const auto level = [&](double part) { return shown.inputs_are_off_by(part).level(); };
    EXPECT_EQ(level(0), Severity::info) << rule.run;
    EXPECT_EQ(level(0.99 * rule.trusted_up_to), Severity::info) << rule.run;
    EXPECT_EQ(level(1.01 * rule.trusted_up_to), Severity::doubtful) << rule.run;
    EXPECT_EQ(level(0.99 * rule.wrong_from), Severity::doubtful) << rule.run;
    EXPECT_EQ(level(1.01 * rule.wrong_from), Severity::wrong) << rule.run;
    EXPECT_EQ(shown.id(), "estimate");
  }
}

TEST(VerdictRules, WhatInputsDifferByInTheEndCountsBesideTheEstimate) {
  Shown shown({.method = "ifosmondi-jfm", .step = 1e-3});
  shown.statistics.max_coupling_residual = 0.0099;
  EXPECT_EQ(shown.level(), Severity::info);
  shown.statistics.max_coupling_residual = 0.0101;
  EXPECT_EQ(shown.level(), Severity::doubtful);
  EXPECT_EQ(shown.id(), "residual");
}

TEST(VerdictRules, ATolerancesEstimateMayExceedItThreefold) {
  Shown shown({.method = "missiles", .tolerance = 1e-4});
  shown.inputs_are_off_by(2.9e-4);
  EXPECT_EQ(shown.level(), Severity::info);
  shown.inputs_are_off_by(3.1e-4);
  EXPECT_EQ(shown.level(), Severity::doubtful);
  EXPECT_EQ(shown.id(), "estimate");
}

TEST(VerdictRules, ErrorsAddUpWhereTheOrderIsLowOrTheToleranceCoarse) {
  EXPECT_EQ(Shown({.method = "missiles", .tolerance = 0.019}).level(), Severity::info);
  EXPECT_EQ(Shown({.method = "missiles", .tolerance = 0.021}).id(), "coarse");
  EXPECT_EQ(Shown({.method = "missiles", .tolerance = 0.021}).level(), Severity::doubtful);
  for (const char* order : {"order=0", "order=1"}) {
    const Shown low({.method = "jacobi", .options = {order}, .tolerance = 1e-4});
    EXPECT_EQ(low.level(), Severity::doubtful) << order;
    EXPECT_EQ(low.id(), "adds-up") << order;
  }
  EXPECT_EQ(Shown({.method = "jacobi", .options = {"order=2"}, .tolerance = 1e-4}).level(), Severity::info);
}

TEST(VerdictRules, AJumpThatWasNotFoundIsDoubtful) {
  Shown shown({.method = "missiles", .tolerance = 1e-4});
  shown.statistics.max_coupling_residual = 0.29;
  EXPECT_EQ(shown.level(), Severity::info);
  shown.statistics.max_coupling_residual = 0.31;
  EXPECT_EQ(shown.level(), Severity::doubtful);
  EXPECT_EQ(shown.id(), "straddled");
  EXPECT_EQ(shown.assessed().reasons.size(), 1U)
      << "whether the estimate keeps the tolerance says nothing then";
  shown.statistics.jumps = 1;  // the one that was found
  shown.step_statistics.jumps = {0.5};
  EXPECT_EQ(shown.level(), Severity::info);
}

TEST(VerdictRules, AStepThatIsOffForAShortTimeMayBeTrusted) {
  Shown shown({.method = "missiles", .tolerance = 1e-4});
  const double span = shown.statistics.stop - shown.session->start();
  shown.statistics.error_estimate = 5e-4;
  shown.error_time = 0.5e-4 * span;  // in the mean below the tolerance
  EXPECT_EQ(shown.level(), Severity::info);
  shown.error_time = 2e-4 * span;
  EXPECT_EQ(shown.level(), Severity::doubtful);
  EXPECT_EQ(shown.id(), "estimate");
  shown.error_time = 0.5e-4 * span;
  shown.statistics.error_estimate = 2e-3;  // more than results may be off
  EXPECT_EQ(shown.level(), Severity::doubtful);
}

TEST(VerdictRules, ACoarserRunIsEvidenceToo) {
  Shown shown({.method = "jacobi", .step = 1e-3});
  shown.inputs_are_off_by(0.6);
  EXPECT_EQ(shown.level(), Severity::wrong);
  Verification twice{
      .against = "twice the step", .coarser = true, .difference_percent = 0.9, .signal = "S1.x"};
  EXPECT_EQ(shown.assessed(twice).level(), Severity::info);
  twice.difference_percent = 1.1;
  EXPECT_EQ(shown.assessed(twice).level(), Severity::doubtful);
  twice.difference_percent = 50;  // it may have been too coarse, this one need not be
  EXPECT_EQ(shown.assessed(twice).level(), Severity::doubtful);
}

TEST(VerdictRules, WithoutAnEstimateThereIsNoTrust) {
  for (const RunOf& run :
       {RunOf{.method = "missiles", .tolerance = 1e-4}, RunOf{.method = "busch", .step = 1e-3}}) {
    Shown shown(run);
    shown.statistics.error_estimate.reset();
    const Verdict verdict = shown.assessed();
    EXPECT_EQ(verdict.level(), Severity::doubtful);
    EXPECT_EQ(verdict.reasons.front().id, "no-estimate");
  }
  Shown whole({.method = "monolithic", .step = 1e-3});  // one solver for all: there is nothing to estimate
  whole.statistics.error_estimate.reset();
  EXPECT_EQ(whole.level(), Severity::info);
}

TEST(VerdictRules, WhatDidNotReachItsEndIsNotGoodHoweverWellItWent) {
  const Verification well{.against = "half the step", .difference_percent = 1e-3, .signal = "S1.x"};
  Shown interrupted({.method = "missiles", .tolerance = 1e-4});
  interrupted.interrupted = true;
  EXPECT_EQ(interrupted.assessed(well).level(), Severity::doubtful);
  EXPECT_EQ(interrupted.id(), "not-finished");
  Shown failed({.method = "missiles", .tolerance = 1e-4});
  failed.failure = Error(Exit::unit_failed, "unit-failed", "no more");
  EXPECT_EQ(failed.assessed(well).level(), Severity::wrong);
  EXPECT_EQ(failed.id(), "not-finished");
}

TEST(VerdictRules, ValuesOnTheirWayToInfinityAreWrongAndNamed) {
  Shown shown({.method = "missiles", .step = 1e-3});
  shown.step_statistics.largest_input = 0;
  shown.step_statistics.largest = 0.9e100;
  EXPECT_EQ(shown.level(), Severity::info);
  shown.step_statistics.largest = 1.1e100;
  EXPECT_EQ(shown.level(), Severity::wrong);
  EXPECT_EQ(shown.id(), "overflow");
  const UnitInfo& first = shown.session->units()[0];
  EXPECT_NE(shown.assessed().line().find("'" + first.name + "." + first.ports.inputs[0] + "'"),
            std::string::npos)
      << shown.assessed().line();
}

}  // namespace
}  // namespace accordo::testing
