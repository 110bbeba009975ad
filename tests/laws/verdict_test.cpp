// The verdict on a run against its true error: no run that is clearly off is called trustworthy, no run that
// is as good as asked for is called wrong.

#include "session/verdict.hpp"

#include <gtest/gtest.h>

#include "tests/support/reference.hpp"

namespace accordo::testing {
namespace {

Result assessed(const RunOf& how, const std::optional<Verification>& verification = {}) {
  const auto session = open_case(how);
  Result result = run(*session);
  result.verification = verification;
  result.verdict = assess(*session, result);
  return result;
}

bool has(const Verdict& verdict, const std::string& id, Severity level) {
  return std::any_of(verdict.reasons.begin(), verdict.reasons.end(),
                     [&](const Reason& r) { return r.id == id && r.level == level; });
}

struct Setting {
  std::string method;
  std::vector<std::string> options = {};
};

const std::vector<Setting> kSettings{{"jacobi"},
                                     {"jacobi", {"order=1"}},
                                     {"jacobi", {"order=2"}},
                                     {"gauss-seidel", {"order=0"}},
                                     {"gauss-seidel"},
                                     {"gauss-seidel", {"order=2"}},
                                     {"busch"},
                                     {"busch", {"extrapolate=true"}},
                                     {"f3ornits"},
                                     {"iterative-jacobi"},
                                     {"kubler-schiehlen"},
                                     {"ifosmondi"},
                                     {"ifosmondi-jfm"},
                                     {"missiles"},
                                     {"missiles", {"corrector=off"}}};

/// A case at its customary step.
class VerdictOn : public ::testing::TestWithParam<RunOf> {
 protected:
  template <class Check>
  void for_all_runs(Check check) {
    const Reference reference(GetParam());
    for (const Setting& setting : kSettings) {
      for (const double factor : {8.0, 2.0, 0.5, 0.125}) {
        RunOf run = GetParam();
        run.method = setting.method;
        run.options = setting.options;
        run.step *= factor;
        const Result j = assessed(run);
        if (j.statistics.status != "done") continue;
        check(run, j, reference);
      }
    }
  }
};

TEST_P(VerdictOn, TrustsNoRunThatIsOff) {
  int trusted = 0;
  for_all_runs([&](const RunOf& run, const Result& j, const Reference& reference) {
    if (j.verdict.level() != Severity::info) return;
    ++trusted;
    EXPECT_LT(reference.share_of_range(j.rows), 0.01) << run;
  });
  EXPECT_GT(trusted, 5) << "a verdict that trusts nothing is of no use";
}

TEST_P(VerdictOn, CallsNoRunWrongThatIsNot) {
  for_all_runs([&](const RunOf& run, const Result& j, const Reference& reference) {
    if (j.verdict.level() == Severity::wrong) {
      EXPECT_GT(reference.error_of(j.rows), 0.005) << run << " " << j.verdict.line();
    }
  });
}

TEST_P(VerdictOn, TrustsTheAutomaticMethodThatKeepsItsTolerance) {
  const Reference reference(GetParam());
  for (const std::vector<std::string>& lacking : std::vector<std::vector<std::string>>{{}, {"rollback"}}) {
    for (const double tolerance : {1e-2, 1e-3, 1e-4, 1e-6}) {
      RunOf run = GetParam();
      run.method = "auto";
      run.tolerance = tolerance;
      run.lacks = {{"*", lacking}};
      const Result j = assessed(run);
      EXPECT_LT(reference.share_of_range(j.rows), 10 * tolerance) << run;
      // Ten times the coarsest is twice what is trusted at most: `van-der-pol`, with its peaks, may be
      // doubted there.
      if (tolerance == 1e-2) continue;
      EXPECT_STREQ(j.verdict.word(), "trustworthy") << run << " " << tolerance << " " << j.verdict.line();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Cases, VerdictOn,
                         ::testing::Values(RunOf{.name = "two-mass", .step = 1e-3},
                                           RunOf{.name = "lotka-volterra", .step = 0.025},
                                           RunOf{.name = "tutorial", .step = 0.05},
                                           RunOf{.name = "damper", .step = 0.025},
                                           RunOf{.name = "quarter-car", .step = 1e-3},
                                           RunOf{.name = "van-der-pol", .step = 2.5e-3}));

TEST(Verdict, OfTheClassicTrapIsNotGood) {
  const Result j = assessed({.name = "two-mass", .method = "jacobi", .step = 1e-3});
  EXPECT_NE(j.verdict.level(), Severity::info) << "it is off by 5 %";
  EXPECT_TRUE(has(j.verdict, "estimate", Severity::doubtful));
}

TEST(Verdict, NamesJumpsThatNobodyAnnounced) {
  for (const char* method : {"jacobi", "gauss-seidel", "ifosmondi-jfm"}) {
    RunOf run{.name = "behaviour-change", .method = method, .step = 0.025};
    EXPECT_FALSE(has(assessed(run).verdict, "straddled", Severity::doubtful)) << method;
    run.events = false;
    EXPECT_TRUE(has(assessed(run).verdict, "straddled", Severity::doubtful)) << method;
  }
}

TEST(Verdict, FollowsARepetitionRatherThanEstimates) {
  const RunOf run{.name = "two-mass", .method = "jacobi", .step = 1e-3};
  const auto level = [&](double percent) {
    return assessed(run,
                    Verification{.against = "half the step", .difference_percent = percent, .signal = "S1.x"})
        .verdict.level();
  };
  EXPECT_EQ(level(0.1), Severity::info);
  EXPECT_EQ(level(2), Severity::doubtful);
  EXPECT_EQ(level(50), Severity::wrong);
  EXPECT_NE(assessed(run, Verification{.against = "half the step", .failure = "x"}).verdict.level(),
            Severity::info);
}

TEST(Verdict, SaysWhatIsDisabled) {
  RunOf run{.name = "two-mass", .method = "auto", .tolerance = 1e-4};
  EXPECT_FALSE(has(assessed(run).verdict, "pretended-away", Severity::info));
  run.lacks = {{"S1", {"rollback"}}};
  EXPECT_TRUE(has(assessed(run).verdict, "pretended-away", Severity::info));
}

}  // namespace
}  // namespace accordo::testing
