// Implicit coupling: where fixed points contract and what is said where they do not, solvers that end at the
// same solution, what they cost.

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/runs.hpp"

namespace accordo::testing {
namespace {

/// A linear prediction as the first guess solves most of the cases alone: here solvers are to show what they
/// do.
const std::string kNoPrediction = "predictor=extrapolate";

RunOf damper(const std::string& method, double D_D, const std::string& solver = {}) {
  return {.name = "damper", .method = method, .step = 0.1, .parameters = {{"D_D", D_D}}, .solver = solver};
}

/// The number after these words.
double number_after(const std::string& text, const std::string& words) {
  const auto at = text.find(words);
  return at == std::string::npos ? std::nan("") : std::stod(text.substr(at + words.size()));
}

class FixedPointOnALoop : public ::testing::TestWithParam<const char*> {};

// The loop of feed-through alone gives Φᵀ∂ζ the spectral radius √(D_SD/D_D), D_SD = 1, whatever the step.
TEST_P(FixedPointOnALoop, ContractsByTheSpectralRadius) {
  for (const double D_D : {4.0, 2.0}) {
    const Report report = report_of(damper(GetParam(), D_D));
    ASSERT_FALSE(report.failure) << report.failure->what();
    EXPECT_EQ(report.attempts.size(), 100U);
    for (const Attempt& a : report.attempts)
      ASSERT_NEAR(a.contraction * std::sqrt(D_D), 1, 0.02) << "D_D = " << D_D << ", t = " << a.step.t;
  }
}

TEST_P(FixedPointOnALoop, FailsFromOneOnAndSaysWhy) {
  for (const double D_D : {1.0, 0.64, 0.1}) {
    const Report report = report_of(damper(GetParam(), D_D));
    ASSERT_TRUE(report.failure) << D_D;
    EXPECT_EQ(report.failure->code(), Exit::no_agreement);
    const Problem& problem = report.failure->problems().front();
    EXPECT_EQ(problem.id, "no-convergence");
    EXPECT_NEAR(number_after(problem.what, "by a factor of about ") * std::sqrt(D_D), 1, 0.02)
        << problem.what;
    EXPECT_EQ(number_after(problem.what, "from t = "), report.attempts.back().step.t);
    EXPECT_GT(number_after(problem.what, " by "), 1e-8) << problem.what;
    EXPECT_TRUE(problem.what.find("S1.v_C by") != std::string::npos ||
                problem.what.find("S2.f_C by") != std::string::npos)
        << problem.what;
    EXPECT_NE(problem.remedy.find("ifosmondi-jfm"), std::string::npos);
  }
}

INSTANTIATE_TEST_SUITE_P(Methods, FixedPointOnALoop,
                         ::testing::Values("ifosmondi", "iterative-jacobi", "kubler-schiehlen"),
                         [](const auto& p) { return "n" + std::to_string(p.index); });

class JfmSolvers : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!solver_is_built(GetParam())) GTEST_SKIP() << "PETSc's solvers were not built";
  }
};

/// Integrations per unit and macro-step.
double cost(const Report& report) {
  const Statistics& s = report.statistics;
  return static_cast<double>(s.integrations) / static_cast<double>(s.units.size()) /
         static_cast<double>(s.macro_steps);
}

// As figure 8 of the IFOSMONDI-JFM paper: the spectral radius goes from 0.5 to 10, the cost hardly changes.
TEST_P(JfmSolvers, DoNotCareForTheSpectralRadius) {
  double least = 1e9, most = 0;
  for (const double D_D : {4.0, 2.0, 1.0, 0.64, 0.1, 0.01}) {
    RunOf run = damper("ifosmondi-jfm", D_D, GetParam());
    run.options.push_back(kNoPrediction);
    const Report report = report_of(run);
    ASSERT_FALSE(report.failure) << report.failure->what();
    least = std::min(least, cost(report));
    most = std::max(most, cost(report));
  }
  // NGMRES with a line search is slow from rest, where signals have no size yet.
  EXPECT_LT(most, (std::string(GetParam()) == "petsc-ngmres-ls" ? 4 : 2) * least);
}

// The same equations have the same solution, by whichever way it is found.
TEST_P(JfmSolvers, EndAtTheSameTrajectory) {
  constexpr double tolerance = 1e-10, modest = 100;
  for (RunOf run : {RunOf{.name = "two-mass", .step = 2e-3}, RunOf{.name = "lotka-volterra", .step = 0.1},
                    RunOf{.name = "damper", .step = 0.1, .parameters = {{"D_D", 4}}},
                    RunOf{.name = "behaviour-change", .step = 0.4}, RunOf{.name = "chain", .step = 0.02}}) {
    run.method = "ifosmondi";
    run.options = {"coupling_tolerance=1e-10"};
    run.integrator_tolerance = 1e-13;
    const auto fixed_point = run_case(run);
    run.method = "ifosmondi-jfm";
    run.solver = GetParam();
    run.options.push_back(kNoPrediction);
    EXPECT_LT(relative_error(run_case(run), fixed_point), modest * tolerance) << run;
  }
}

INSTANTIATE_TEST_SUITE_P(Ours, JfmSolvers, ::testing::Values("auto", "broyden", "newton", "anderson"),
                         [](const auto& p) { return std::string(p.param); });
INSTANTIATE_TEST_SUITE_P(Petsc, JfmSolvers,
                         ::testing::Values("petsc-newtonls", "petsc-anderson", "petsc-ngmres-ls"),
                         [](const auto& p) { return "n" + std::to_string(p.index); });

// The paper reports that Ngmres without a line search fails for the largest radius; where it converges, it
// converges to the same.
TEST(Solvers, NgmresWithoutLineSearchAgreesWhereItConverges) {
  if (!solver_is_built("petsc-ngmres")) GTEST_SKIP() << "PETSc's solvers were not built";
  const auto ours = run_case(damper("ifosmondi-jfm", 4)),
             theirs = run_case(damper("ifosmondi-jfm", 4, "petsc-ngmres"));
  EXPECT_LT(relative_error(theirs, ours), 1e-6);
}

// Same parameters, same iterations: PETSc's Anderson mixing and ours are one algorithm.
TEST(Solvers, AndersonTakesTheIterationsOfPetscs) {
  if (!solver_is_built("petsc-anderson")) GTEST_SKIP() << "PETSc's solvers were not built";
  for (RunOf run : {RunOf{.name = "two-mass", .step = 1e-3, .stop = 0.2},
                    RunOf{.name = "lotka-volterra", .step = 0.05}, damper("ifosmondi-jfm", 0.64)}) {
    run.method = "ifosmondi-jfm";
    run.options = {kNoPrediction};
    run.solver = "anderson";
    const Report ours = report_of(run);
    run.solver = "petsc-anderson";
    const Report theirs = report_of(run);
    ASSERT_EQ(ours.attempts.size(), theirs.attempts.size()) << run;
    for (std::size_t i = 0; i < ours.attempts.size(); ++i)
      ASSERT_NEAR(ours.attempts[i].iterations, theirs.attempts[i].iterations, 1) << run << ", step " << i;
  }
}

// Integrations per unit and macro-step at the standard coupling tolerance of 1e-8.
TEST(Solvers, CostFewIntegrations) {
  for (RunOf run : {RunOf{.name = "two-mass", .step = 1e-3}, RunOf{.name = "lotka-volterra", .step = 0.05}}) {
    run.method = "ifosmondi-jfm";
    run.options = {kNoPrediction};
    for (const auto& [solver, most] : {std::pair{"broyden", 4}, {"auto", 4}, {"anderson", 8}}) {
      run.solver = solver;
      const Report report = report_of(run);
      ASSERT_FALSE(report.failure);
      double sum = 0;
      for (std::size_t i = 1; i < report.attempts.size(); ++i) sum += report.attempts[i].evaluations;
      EXPECT_LE(sum / static_cast<double>(report.attempts.size() - 1), most) << run;
      EXPECT_EQ(report.statistics.integrations,
                2 * (static_cast<long long>(sum) + report.attempts[0].evaluations))
          << "an evaluation is an integration of both units, and nothing is integrated again to commit: "
          << run;
    }
  }
}

// Gauss-Seidel sweeps converge twice as fast as Jacobi's, to the same solution.
TEST(Solvers, SweepsConvergeTwiceAsFast) {
  const std::vector<std::string> options{"coupling_tolerance=1e-11", "order=1"};
  const auto report = [&](const std::string& method) {
    RunOf run = damper(method, 4);
    run.options = options;
    return report_of(run);
  };
  const Report jacobi = report("iterative-jacobi"), sweeps = report("iterative-gauss-seidel");
  EXPECT_LT(relative_error(jacobi.rows, sweeps.rows), 1e-9);
  EXPECT_NEAR(cost(jacobi) / cost(sweeps), 2, 0.3);
}

// A fixed number of iterations is that number, whatever the residual.
TEST(Solvers, SemiImplicitTakesTheIterationsItIsGiven) {
  for (const int n : {1, 2, 5}) {
    RunOf run = damper("iterative-jacobi", 4);
    run.options = {"max_iterations=" + std::to_string(n)};
    run.stop = 1;
    const Report report = report_of(run);
    ASSERT_FALSE(report.failure);
    for (const Attempt& a : report.attempts) EXPECT_EQ(a.evaluations, n);
    EXPECT_EQ(report.statistics.integrations, 2 * n * 10);
  }
}

}  // namespace
}  // namespace accordo::testing
