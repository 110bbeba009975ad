// A tolerance instead of a step: what users get for it.

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/reference.hpp"

namespace accordo::testing {
namespace {

std::vector<RunOf> problems() {
  return {{.name = "two-mass"},
          {.name = "lotka-volterra"},
          {.name = "tutorial"},
          {.name = "damper", .parameters = {{"D_D", 4}}},
          {.name = "damper", .parameters = {{"D_D", 0.01}}},
          {.name = "behaviour-change"},
          {.name = "quarter-car"},
          {.name = "van-der-pol"}};
}

/// Runs a problem at several tolerances; the error keeps below ten of them (van-der-pol at coarse ones:
/// thirty), falls with them, and the estimate is not far below it.
void expect_kept(RunOf run, std::initializer_list<double> tolerances) {
  const Reference reference(run);
  double before = 1e300;
  for (const double tolerance : tolerances) {
    run.method = "auto";
    run.tolerance = tolerance;
    const Report report = report_of(run);
    ASSERT_FALSE(report.outcome.failure) << run << ": " << report.outcome.failure->what();
    const double error = reference.error_of(report.rows);
    const double most = run.name == "van-der-pol" && tolerance >= 1e-3 ? 30 : 10;
    EXPECT_LT(error, most * tolerance) << run << " to " << tolerance;
    EXPECT_LT(error, before) << run << " to " << tolerance;
    ASSERT_TRUE(report.statistics.error_estimate);
    EXPECT_GT(*report.statistics.error_estimate, error / 10) << run << " to " << tolerance;
    before = error;
  }
}

TEST(Tolerance, IsKeptWhereUnitsRollBack) {
  for (const RunOf& run : problems()) expect_kept(run, {1e-2, 1e-4, 1e-6, 1e-8});
}

TEST(Tolerance, IsKeptWithoutRollback) {
  for (RunOf run : problems()) {
    run.lacks = {{"*", {"rollback"}}};
    expect_kept(run, {1e-2, 1e-4, 1e-6});
  }
}

TEST(Tolerance, IsKeptByUnitsThatOnlyStep) {
  for (RunOf run : {RunOf{.name = "lotka-volterra"}, RunOf{.name = "tutorial"}, RunOf{.name = "two-mass"}}) {
    run.lacks = {{"*", {"rollback", "slopes", "evaluation", "linearization"}}};
    expect_kept(run, {1e-2, 1e-3, 1e-4});
  }
}

// Nobody has listed the event: it is found, and nothing is smeared over it.
TEST(Tolerance, FindsJumpsByItself) {
  for (const char* method : {"auto", "missiles"}) {
    const auto session = open_text(R"(
units:
  a: {equations: {states: {x: 0}, inputs: {u: 0}, der: {x: u - x}, outputs: {y: x}}}
  b: {equations: {inputs: {u: 0}, outputs: {y: 'if(t >= 1.2345, 1, 0) - 0.5*u'}}}
connections: [a.y -> b.u, b.y -> a.u]
experiment: {stop: 5, tolerance: 1e-6}
record: [a.y]
)",
                                   {.method = method});
    MemorySink rows;
    const Outcome outcome = session->run(&rows);
    ASSERT_FALSE(outcome.failure);
    EXPECT_EQ(outcome.jumps, 1) << method;
    for (std::size_t r = 0; r < rows.rows(); ++r) {
      const double t = rows.times()[r];
      const double x = t < 1.2345 ? 0 : (1 - std::exp(-1.5 * (t - 1.2345))) / 1.5;
      ASSERT_NEAR(rows.at(r, 0), x, 1e-6) << method << " at " << t;
    }
  }
}

}  // namespace
}  // namespace accordo::testing
