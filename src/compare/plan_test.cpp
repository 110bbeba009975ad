// From what users ask for to runs, and which rows are the ones to choose.

#include "compare/plan.hpp"

#include <gtest/gtest.h>

#include "compare/compare.hpp"

namespace accordo {
namespace {

Subject subject() {
  Subject s;
  s.stop = 8;
  s.automatic = "ifosmondi-jfm";
  return s;
}

std::vector<PlannedRun> planned(const PlanRequest& request, Problems& problems,
                                const Subject& of = subject()) {
  return plan_runs(request, read_variants(request.methods, problems), of, problems);
}

TEST(Plan, CrossesMethodsWithStepsAndTolerances) {
  Problems problems;
  PlanRequest request{.methods = {"jacobi:order=1", "auto"}, .steps = {1, 0.5}, .tolerances = {1e-3}};
  const std::vector<PlannedRun> runs = planned(request, problems);
  ASSERT_TRUE(problems.empty());
  ASSERT_EQ(runs.size(), 6U);
  EXPECT_EQ(runs[1].label, "jacobi:order=1");
  EXPECT_EQ(runs[1].settings.method, "jacobi");
  EXPECT_EQ(runs[1].settings.options, std::vector<std::string>{"order=1"});
  EXPECT_EQ(runs[1].settings.step, 0.5);
  EXPECT_FALSE(runs[1].settings.tolerance);
  EXPECT_EQ(runs[5].settings.tolerance, 1e-3);
  EXPECT_FALSE(runs[5].settings.step);
}

TEST(Plan, GivesOptionsAndSolversToMethodsThatKnowThem) {
  Problems problems;
  PlanRequest request{.methods = {"jacobi", "ifosmondi-jfm", "ifosmondi-jfm:solver=newton"}, .steps = {1}};
  request.settings.options = {"order=1", "max_iterations=7"};
  request.settings.solver = "anderson";
  const std::vector<PlannedRun> runs = planned(request, problems);
  ASSERT_TRUE(problems.empty());
  EXPECT_EQ(runs[0].settings.options, std::vector<std::string>{"order=1"});
  EXPECT_FALSE(runs[0].settings.solver);
  EXPECT_EQ(runs[1].settings.options, std::vector<std::string>{"max_iterations=7"});
  EXPECT_EQ(runs[1].settings.solver, "anderson");
  EXPECT_EQ(runs[2].settings.solver, "newton");
}

TEST(Plan, ReportsAllThatIsWrong) {
  Problems problems;
  PlanRequest request{.methods = {"jacbi", "jacobi:ordr=1", "jacobi:order", "jacobi:order=x"}, .steps = {1}};
  request.settings.options = {"corrector=on", "order"};
  request.settings.solver = "nowton";
  planned(request, problems);
  std::vector<std::string> ids;
  for (const Problem& p : problems.list()) ids.push_back(p.id);
  EXPECT_EQ(ids, (std::vector<std::string>{"unknown-method", "unknown-option", "bad-setting", "bad-option",
                                           "unknown-option", "bad-setting", "unknown-solver"}));
}

TEST(Plan, ChoosesALadderThatSuitsTheScenario) {
  const auto ladder = [](const Subject& s) {
    Problems problems;
    std::vector<double> sizes;
    for (const PlannedRun& r : planned({.methods = {"jacobi"}}, problems, s))
      sizes.push_back(r.step ? *r.step : -*r.tolerance);
    return sizes;
  };
  Subject s = subject();
  EXPECT_EQ(ladder(s), (std::vector<double>{0.08, 0.04, 0.02, 0.01}));
  s.step = 4;
  EXPECT_EQ(ladder(s), (std::vector<double>{8, 4, 2})) << "none longer than the whole";
  s.fixed_steps = true;
  EXPECT_EQ(ladder(s), (std::vector<double>{8, 4})) << "units take no shorter steps";
  s.step.reset();
  s.tolerance = 1e-4;
  EXPECT_EQ(ladder(s), (std::vector<double>{-1e-3, -1e-4, -1e-5}));
}

ComparedRow row(double error, long long integrations) {
  ComparedRow r;
  r.error_percent = error;
  r.statistics.emplace().integrations = integrations;
  return r;
}

TEST(Best, IsTheCheapestAmongThoseAsAccurate) {
  // Decades: 10 to 100, 1 to 10, 0.1 to 1. The third is cheaper than the first and more accurate.
  std::vector<ComparedRow> rows{row(50, 100),  row(5, 300),   row(3, 90),
                                row(0.5, 400), row(0.2, 400), row(2, 80)};
  rows[5].status = "diverged";
  mark_best(rows);
  std::vector<bool> best;
  for (const ComparedRow& r : rows) best.push_back(r.best);
  EXPECT_EQ(best, (std::vector<bool>{false, false, true, false, true, false}));
}

}  // namespace
}  // namespace accordo
