// What cannot be coupled ends with a clear error, and everything up to there is kept.

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/runs.hpp"

namespace accordo::testing {
namespace {

Report attempt(const std::string& yaml, const Settings& settings) {
  return report_of(*open_text(yaml, settings));
}

Settings by(const std::string& method) {
  Settings settings;
  settings.method = method;
  return settings;
}

/// The failure of a run that must have one, with complete rows up to where it came.
Problem failure_of(const Report& report) {
  EXPECT_TRUE(report.outcome.failure);
  if (!report.outcome.failure) return {};
  EXPECT_EQ(report.outcome.failure->code(), Exit::no_agreement) << report.outcome.failure->what();
  EXPECT_EQ(report.rows.times().back(), report.outcome.reached);
  EXPECT_EQ(static_cast<long long>(report.rows.rows()), report.outcome.macro_steps + 1) << "and the start";
  for (std::size_t r = 0; r < report.rows.rows(); ++r) {
    for (std::size_t c = 0; c < report.rows.columns().size(); ++c)
      EXPECT_TRUE(std::isfinite(report.rows.at(r, c)));
  }
  const Problem& problem = report.outcome.failure->problems().front();
  EXPECT_FALSE(problem.remedy.empty());
  return problem;
}

bool mentions(const Problem& problem, const std::string& text) {
  return problem.what.find(text) != std::string::npos;
}

/// A ring of units that hand on their input, the first with a gain that becomes 1 at t = 0.5: from then on
/// any value solves the loop. A bystander takes no part in it.
std::string ring(int units, const std::string& gain) {
  std::string text = "units:\n  r1: {equations: {inputs: {u: 0}, outputs: {y: '" + gain + "*u'}}}\n";
  std::string connections;
  for (int i = 2; i <= units; ++i)
    text += "  r" + std::to_string(i) + ": {equations: {inputs: {u: 0}, outputs: {y: u}}}\n";
  for (int i = 1; i <= units; ++i)
    connections += "r" + std::to_string(i) + ".y -> r" + std::to_string(i % units + 1) + ".u, ";
  return text +
         "  bystander: {equations: {states: {z: 1}, inputs: {u: 0}, der: {z: u - z}, outputs: {z: z}}}\n"
         "connections: [" +
         connections +
         "r1.y -> bystander.u]\n"
         "events: [0.5]\n"
         "experiment: {stop: 1, step: 0.125}\n";
}

// With few unknowns the system is dense, with many it is sparse.
TEST(SingularCoupling, NamesTheUnitsOfTheLoop) {
  for (const int units : {2, 40}) {
    const Report report = attempt(ring(units, "if(t >= 0.5, 1, 0.5)"), by("missiles"));
    const Problem problem = failure_of(report);
    EXPECT_EQ(problem.id, "singular-coupling") << problem.what;
    EXPECT_TRUE(mentions(problem, "t = 0.5")) << problem.what;
    EXPECT_TRUE(mentions(problem, "r1.y -> r2.u")) << problem.what;
    EXPECT_FALSE(mentions(problem, "bystander")) << problem.what;
    EXPECT_EQ(report.outcome.reached, 0.5);
  }
}

TEST(SingularCoupling, IsNoneForAnyOtherGain) {
  for (const char* gain : {"0.5", "-1", "2", "if(t >= 0.5, 1.001, 0.5)"}) {
    const Report report = attempt(ring(2, gain), by("missiles"));
    EXPECT_FALSE(report.outcome.failure) << gain << report.outcome.failure->what();
  }
}

/// x' = u from 0 by a root that has no slope there: f is finite, its derivative is not.
const char* const kRoot =
    "units:\n"
    "  a: {equations: {states: {x: 0}, inputs: {u: 0}, der: {x: 'if(t < 0.5, 0, 1 + sqrt(x))'}, outputs: "
    "{y: x}}}\n"
    "  b: {equations: {states: {z: 0}, inputs: {u: 0}, der: {z: u - z}, outputs: {y: z}}}\n"
    "connections: [a.y -> b.u, b.y -> a.u]\n"
    "events: [0.5]\n"
    "experiment: {stop: 1, step: 0.1}\n";

TEST(Linearization, ThatIsNoNumberEndsTheRunAndNamesTheUnit) {
  const Report report = attempt(kRoot, by("missiles"));
  const Problem problem = failure_of(report);
  EXPECT_EQ(problem.id, "non-finite");
  EXPECT_TRUE(mentions(problem, "unit 'a'")) << problem.what;
  EXPECT_TRUE(mentions(problem, "linearization")) << problem.what;
  EXPECT_TRUE(mentions(problem, "t = 0.5")) << problem.what;
  EXPECT_EQ(report.outcome.reached, 0.5);
}

// x = 1/(1 − t): nothing goes on behind t = 1, whatever the step.
TEST(StepFloor, ASolutionThatEndsEndsTheRun) {
  const std::string yaml =
      "units:\n"
      "  a: {equations: {states: {x: 1}, inputs: {u: 1}, der: {x: u^2}, outputs: {y: x}}}\n"
      "  b: {equations: {states: {z: 1}, inputs: {u: 1}, der: {z: u*z}, outputs: {y: z}}}\n"
      "connections: [a.y -> b.u, b.y -> a.u]\n"
      "experiment: {stop: 4}\n"
      "record: [a.y]\n";
  for (const char* method : {"missiles", "ifosmondi-jfm", "f3ornits"}) {
    const Report report = attempt(yaml, by(method));
    failure_of(report);
    EXPECT_NEAR(report.outcome.reached, 1, 1e-3) << method;
    for (std::size_t r = 0; r < report.rows.rows() && report.rows.times()[r] < 0.9; ++r) {
      const double exact = 1 / (1 - report.rows.times()[r]);
      EXPECT_NEAR(report.rows.at(r, 0) / exact, 1, 0.02) << method;
    }
  }
}

// From t = 0.5 on no step has an agreement: halved down to the floor, then given up.
TEST(StepFloor, IsReachedWhereThereIsNoAgreement) {
  const std::string yaml =
      "units:\n"
      "  a: {equations: {inputs: {u: 0}, outputs: {y: 'if(t >= 0.5, 1, 0.5)*u + 1'}}}\n"
      "  b: {equations: {inputs: {u: 0}, outputs: {y: u}}}\n"
      "connections: [a.y -> b.u, b.y -> a.u]\n"
      "experiment: {stop: 1, tolerance: 1e-4}\n";
  const Report report = attempt(yaml, by("ifosmondi-jfm"));
  const Problem problem = failure_of(report);
  EXPECT_EQ(problem.id, "no-convergence");
  EXPECT_TRUE(mentions(problem, "a.u")) << problem.what;
  EXPECT_NEAR(report.outcome.reached, 0.5, 1e-9);
  EXPECT_GT(report.outcome.rejected_steps, 10);
}

// A floor of one's own ends such a run sooner.
TEST(StepFloor, CanBeSet) {
  Settings settings = by("ifosmondi-jfm");
  settings.options = {"min_step=0.01"};
  const Report report = attempt(ring(2, "if(t >= 0.5, 1, 0.5)"), settings);
  if (report.outcome.failure) failure_of(report);
  for (const Attempt& a : report.attempts) EXPECT_GE(a.step.h, 0.01 * (1 - 1e-9));
}

}  // namespace
}  // namespace accordo::testing
