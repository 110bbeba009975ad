// A tolerance instead of a method and a step: the true error stays below it (a few times, in the worst of
// cases), falls with it, and is not far above the error that is estimated.

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/reference.hpp"

namespace accordo::testing {
namespace {

using Lacks = std::map<std::string, std::vector<std::string>>;

struct Promise {
  RunOf run;  ///< the case
  bool loop = false;
};

std::ostream& operator<<(std::ostream& out, const Promise& p) {
  return out << p.run.name;
}

class Tolerance : public ::testing::TestWithParam<Promise> {
 protected:
  /// Runs with units that lack something; every run keeps what was promised. The errors that were made.
  std::vector<double> expect_kept(const Lacks& lacks, const std::string& method,
                                  const std::vector<double>& tolerances, double most = 10) {
    std::vector<double> errors;
    for (const double tolerance : tolerances) {
      RunOf run = GetParam().run;
      run.method = "auto";
      run.lacks = lacks;
      run.tolerance = tolerance;
      const Report report = report_of(run);
      EXPECT_FALSE(report.outcome.failure) << run << report.outcome.failure->what();
      if (report.outcome.failure) continue;
      const double error = reference_.error_of(report.rows);
      EXPECT_EQ(report.statistics.method, method) << run;
      EXPECT_LT(error, most * tolerance) << run;
      EXPECT_GT(report.statistics.error_estimate.value_or(0), error / 10) << run;
      errors.push_back(error);
    }
    return errors;
  }

  static void expect_falling(const std::vector<double>& errors) {
    for (std::size_t i = 0; i + 1 < errors.size(); ++i) EXPECT_LT(errors[i + 1], errors[i]) << i;
    EXPECT_LT(errors.back(), errors.front() / 100);
  }

 private:
  Reference reference_{GetParam().run};
};

const std::vector<double> kTolerances{1e-2, 1e-4, 1e-6, 1e-8};

TEST_P(Tolerance, IsKeptByUnitsThatCanDoEverything) {
  const auto errors = expect_kept({}, "ifosmondi-jfm", kTolerances);
  expect_falling(errors);
  for (std::size_t i = 0; i < errors.size(); ++i)
    EXPECT_GT(errors[i], kTolerances[i] / 1000) << "more work than was asked for";
}

TEST_P(Tolerance, IsKeptWithoutRollback) {
  expect_falling(expect_kept({{"*", {"rollback"}}}, "missiles", kTolerances));
}

TEST_P(Tolerance, IsKeptWithoutRollbackAndEvaluation) {
  expect_falling(expect_kept({{"*", {"rollback", "evaluation"}}}, "missiles", {1e-2, 1e-4, 1e-6}));
}

TEST_P(Tolerance, IsKeptWithoutLinearization) {
  if (GetParam().loop) GTEST_SKIP() << "its loop needs linearizations";
  if (GetParam().run.name == "van-der-pol")
    GTEST_SKIP() << "without any prediction its jumps come unforeseen";
  expect_falling(expect_kept({{"*", {"linearization"}}}, "ifosmondi-jfm", {1e-2, 1e-4, 1e-6}));
}

// Nothing but steps: for modest tolerances only, as the first steps are made knowing nothing.
TEST_P(Tolerance, IsKeptByUnitsThatCanOnlyStep) {
  if (GetParam().loop) GTEST_SKIP() << "its loop needs linearizations";
  expect_kept({{"*", {"rollback", "slopes", "evaluation", "linearization"}}}, "f3ornits", {1e-2, 1e-3, 1e-4});
}

INSTANTIATE_TEST_SUITE_P(Cases, Tolerance,
                         ::testing::Values(Promise{{.name = "two-mass"}}, Promise{{.name = "lotka-volterra"}},
                                           Promise{{.name = "tutorial"}},
                                           Promise{{.name = "damper", .parameters = {{"D_D", 4}}}, true},
                                           Promise{{.name = "damper", .parameters = {{"D_D", 0.01}}}, true},
                                           Promise{{.name = "behaviour-change"}},
                                           Promise{{.name = "quarter-car"}},
                                           Promise{{.name = "van-der-pol"}}),
                         [](const auto& p) { return "n" + std::to_string(p.index); });

// Nobody has announced that something happens at t = 100: the steps shrink until they find it.
TEST(UnannouncedJump, IsFoundByTheStepControl) {
  for (const Lacks& lacks : {Lacks{}, Lacks{{"*", {"rollback"}}}}) {
    for (const double tolerance : {1e-3, 1e-5}) {
      RunOf run{.name = "behaviour-change",
                .method = "auto",
                .tolerance = tolerance,
                .lacks = lacks,
                .events = false};
      const Report report = report_of(run);
      ASSERT_FALSE(report.outcome.failure) << report.outcome.failure->what();
      EXPECT_GE(report.statistics.jumps, 1) << run;
      EXPECT_LT(report.statistics.jumps, 4) << run << ": there is one";
      EXPECT_LT(Reference(run).error_of(report.rows), 10 * tolerance) << run;
      run.events = true;
      EXPECT_EQ(report_of(run).statistics.jumps, 0) << run;
    }
  }
}

TEST(UnannouncedJump, IsFoundWhereItIs) {
  const RunOf run{.name = "behaviour-change", .method = "missiles", .tolerance = 1e-4, .events = false};
  const Report report = report_of(run);
  double before = 0;
  for (const double t : report.rows.times()) {
    if (t < 100) before = t;
  }
  EXPECT_NEAR(before, 100, 1e-6);
}

// Half the steps, same accuracy: what a step control is for. The oscillator rests for long and jumps.
TEST(Tolerance, SavesIntegrationsOnRelaxationOscillations) {
  const RunOf base{.name = "van-der-pol"};
  const Reference reference(base);
  for (const std::string method : {"missiles", "ifosmondi-jfm"}) {
    RunOf run = base;
    run.method = method;
    run.tolerance = 1e-4;
    const Report adaptive = report_of(run);
    const double error = reference.error_of(adaptive.rows);
    run.tolerance = 0;
    // Fixed steps that cost three times as much are less accurate.
    run.step = 20.0 / (3.0 * static_cast<double>(adaptive.statistics.macro_steps));
    const Report fixed = report_of(run);
    EXPECT_TRUE(fixed.outcome.failure || reference.error_of(fixed.rows) > error)
        << run << ": " << reference.error_of(fixed.rows) << " against " << error;
  }
}

}  // namespace
}  // namespace accordo::testing
