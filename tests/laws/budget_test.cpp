// Runs that would take too long: they are told of, and may be ended, and nothing else comes of the clock.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "session/slow_run.hpp"
#include "tests/support/runs.hpp"

namespace accordo::testing {
namespace {

/// The source turns ever faster: steps are short in the end.
std::string chirp(const std::string& experiment) {
  return fmt::format(
      "units:\n"
      "  source: {{equations: {{inputs: {{v: 0}}, states: {{s: 0}}, der: {{s: \"1 - s + 0.01*v\"}}, outputs: "
      "{{y: "
      "\"s + sin(t^6)\"}}}}}}\n"
      "  slow: {{equations: {{inputs: {{u: 0}}, states: {{x: 0}}, der: {{x: u - x}}, outputs: {{y: x}}}}}}\n"
      "connections: [source.y -> slow.u, slow.y -> source.v]\n"
      "experiment: {{stop: 6, method: ifosmondi-jfm, {}}}\nrecord: [slow.y]\n",
      experiment);
}

void expect_begins_like(const Trajectory& part, const Trajectory& whole) {
  ASSERT_LE(part.rows(), whole.rows());
  for (std::size_t r = 0; r < part.rows(); ++r) {
    ASSERT_EQ(part.times[r], whole.times[r]);
    ASSERT_EQ(part.at(r, 0), whole.at(r, 0));
  }
}

const Reason* find(const Result& result, const std::string& id) {
  for (const Reason& reason : result.verdict.reasons) {
    if (reason.id == id) return &reason;
  }
  return nullptr;
}

TEST(Budget, OfStepsEndsARunAndKeepsWhatThereIs) {
  const Result whole = run(*open_text(chirp("tolerance: 1e-4, max_steps: 100")));
  ASSERT_EQ(whole.rows.rows(), 101u);
  const Result part = run(*open_text(chirp("tolerance: 1e-4, max_steps: 50")));
  ASSERT_TRUE(part.failure);
  EXPECT_EQ(part.failure->problems().front().id, "budget");
  EXPECT_EQ(part.failure->code(), Exit::no_agreement);
  EXPECT_EQ(part.statistics.macro_steps, 50);
  EXPECT_EQ(part.statistics.status, "budget");
  EXPECT_EQ(part.rows.rows(), 51u);
  expect_begins_like(part.rows, whole.rows);
  const Reason* const reason = find(part, "not-finished");
  ASSERT_NE(reason, nullptr);
  EXPECT_EQ(reason->level, Severity::doubtful);
  EXPECT_NE(reason->text.find("the budget of 50 macro-steps was spent"), std::string::npos) << reason->text;
}

TEST(Budget, ThatSufficesChangesNothing) {
  const Result whole = run(*open_text(chirp("step: 0.1")));
  const Result counted = run(*open_text(chirp("step: 0.1, max_steps: 60, max_seconds: 1e6")));
  ASSERT_EQ(whole.statistics.macro_steps, 60);
  EXPECT_TRUE(counted.done()) << reason_of(counted);
  EXPECT_EQ(counted.rows.rows(), whole.rows.rows());
  expect_begins_like(counted.rows, whole.rows);
}

TEST(Budget, OfTimeEndsARunBetweenSteps) {
  const Result whole = run(*open_text(chirp("tolerance: 1e-4, max_steps: 10")));
  const Result part = run(*open_text(chirp("tolerance: 1e-4, max_seconds: 1e-9")));
  ASSERT_TRUE(part.failure);
  EXPECT_EQ(part.failure->problems().front().id, "budget");
  EXPECT_EQ(part.statistics.macro_steps, 1);
  expect_begins_like(part.rows, whole.rows);
}

TEST(Budget, IsAWholeNumberOfSteps) {
  EXPECT_THROW(open_text(chirp("tolerance: 1e-4, max_steps: 2.5")), Error);
  EXPECT_THROW(open_text(chirp("tolerance: 1e-4, max_steps: 0")), Error);
  EXPECT_THROW(open_text(chirp("tolerance: 1e-4, max_seconds: -1")), Error);
}

TEST(SlowRuns, AreThoseOfTooManySteps) {
  EXPECT_FALSE(grinds({.seconds = 1, .left_steps = 9e6, .left_seconds = 9}));
  EXPECT_TRUE(grinds({.seconds = 1, .left_steps = 2e7, .left_seconds = 20}));
  EXPECT_FALSE(grinds({.seconds = 1, .left_steps = 9e3, .left_seconds = 100, .first_tenth = 100}));
  EXPECT_TRUE(grinds({.seconds = 1, .left_steps = 2e4, .left_seconds = 100, .first_tenth = 100}));
  EXPECT_FALSE(grinds({.seconds = 1, .left_steps = 2e4, .left_seconds = 5, .first_tenth = 100}))
      << "nobody waits for long";
  EXPECT_FALSE(grinds({.seconds = 10, .left_steps = 1e4, .left_seconds = 1e4}));
  EXPECT_TRUE(grinds({.seconds = 21, .left_steps = 1e4, .left_seconds = 1e4})) << "slow steps count, too";
}

/// A clock by which every look takes a third of a second.
struct Told {
  std::vector<Problem> warnings;
  Result result;
};
Told told(const std::string& yaml) {
  Told t;
  double now = 0;
  RunOptions options;
  options.watch.seconds = [&now] { return now += 0.34; };
  options.watch.warn = [&t](const Problem& warning) { t.warnings.push_back(warning); };
  t.result = run(*open_text(yaml), options);
  return t;
}

TEST(SlowRuns, AreToldOfOnceWithTheInputThatLimitsTheStep) {
  const Told slow = told(chirp("tolerance: 1e-4, max_steps: 30000"));
  ASSERT_EQ(slow.warnings.size(), 1u);
  const Problem& warning = slow.warnings.front();
  EXPECT_EQ(warning.id, "slow-run");
  EXPECT_NE(warning.what.find("input 'slow.u' limits the step"), std::string::npos) << warning.what;
  EXPECT_NE(warning.remedy.find("tolerance"), std::string::npos) << warning.remedy;
  ASSERT_FALSE(slow.result.warnings.empty());
  EXPECT_EQ(slow.result.warnings.back().what, warning.what);
  const Result quick = run(*open_text(chirp("tolerance: 1e-4, max_steps: 30000")));
  EXPECT_EQ(quick.rows.rows(), slow.result.rows.rows());
  expect_begins_like(slow.result.rows, quick.rows);
}

TEST(SlowRuns, AreNotThoseWithTheStepThatWasAskedFor) {
  EXPECT_TRUE(told(chirp("step: 0.0005")).warnings.empty());
}

}  // namespace
}  // namespace accordo::testing
