// Units that fail inside a solver: whatever happens there, the units are taken back bit by bit, the run goes
// on where it can, and says why where it cannot.

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/fragile_pair.hpp"
#include "tests/support/runs.hpp"

namespace accordo::testing {
namespace {

class Failures : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!solver_is_built(GetParam())) GTEST_SKIP() << "PETSc's solvers were not built";
  }
};

/// A macro-step as the driver makes it; false when it was rejected.
bool attempt(Ensemble& e, CouplingRun& coupling, double t, double h) {
  const Step step{.t = t, .h = h, .end = t + h, .after_event = t == 0};
  e.open(step, 0);
  const Proposal proposal = coupling.propose({.step = step});
  if (!proposal.converged) {
    e.rewind();
    coupling.rejected();
    return false;
  }
  e.commit(step, *proposal.inputs, e.all());
  e.close(step, *proposal.inputs);
  coupling.accepted(step);
  return true;
}

/// Steps of 0.1, each after an attempt at 0.4 that fails, or without that.
std::vector<double> states_after_run(const Fault& fault, const std::string& solver, bool disturbed) {
  Pair pair(fault, solver);
  Ensemble& e = pair.ensemble();
  e.start(0);
  const auto coupling = pair.coupling().begin(e);
  coupling->restart(Instant::right_of(0));
  for (int n = 0; n < 10; ++n) {
    const auto before = pair.states();
    if (disturbed) {
      EXPECT_FALSE(attempt(e, *coupling, 0.1 * n, 0.4));
      EXPECT_EQ(pair.states(), before);
    }
    EXPECT_TRUE(attempt(e, *coupling, 0.1 * n, 0.1)) << n;
  }
  return pair.states();
}

TEST_P(Failures, LeaveEverythingBitwiseAsItWas) {
  for (const auto kind : {Fault::throws, Fault::not_a_number, Fault::noise}) {
    const Fault fault{.kind = kind, .longest = 0.2};
    EXPECT_EQ(states_after_run(fault, GetParam(), true), states_after_run(fault, GetParam(), false)) << kind;
  }
}

// The step is halved until the unit can follow, and the run ends where one without the fault ends.
TEST_P(Failures, OfLongStepsEndInShorterOnes) {
  const auto exact = Pair({}, GetParam()).run(0.01).states;
  for (const auto kind : {Fault::throws, Fault::not_a_number, Fault::noise}) {
    const auto ran = Pair({.kind = kind, .longest = 0.15}, GetParam()).run(0.4);
    ASSERT_FALSE(ran.failure) << kind << ran.failure->what();
    EXPECT_GT(ran.rejected_steps, 1) << kind;
    EXPECT_EQ(ran.reached, 2);
    for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(ran.states[i], exact[i], 1e-4) << kind;
  }
}

// One bad moment anywhere: in a first guess, a difference quotient, a line search, the last evaluation.
TEST_P(Failures, OfASingleEvaluationDoNotMatter) {
  const auto exact = Pair({}, GetParam()).run(0.2).states;
  for (const auto kind : {Fault::throws, Fault::not_a_number}) {
    for (int call = 1; call <= 40; ++call) {
      const auto ran = Pair({.kind = kind, .call = call}, GetParam()).run(0.2);
      ASSERT_FALSE(ran.failure) << kind << call << ran.failure->what();
      for (std::size_t i = 0; i < 2; ++i)
        EXPECT_NEAR(ran.states[i], exact[i], 1e-4) << kind << " in call " << call;
    }
  }
}

TEST_P(Failures, ThatStayAreReported) {
  const auto failure = [&](Fault::Kind kind) {
    const auto ran = Pair({.kind = kind, .longest = 0}, GetParam()).run(0.1);
    EXPECT_TRUE(ran.failure);
    EXPECT_EQ(ran.states, (std::vector<double>{1, 0})) << "where it was";
    EXPECT_LE(ran.rejected_steps, 21);
    return ran.failure.value_or(Error(Exit::done, "none", "none"));
  };
  const Error thrown = failure(Fault::throws);
  EXPECT_EQ(thrown.code(), Exit::unit_failed);
  EXPECT_NE(std::string(thrown.what()).find("unit 'a' failed at t = 0: overheated"), std::string::npos)
      << thrown.what();
  const Error not_finite = failure(Fault::not_a_number);
  EXPECT_EQ(not_finite.code(), Exit::no_agreement);
  EXPECT_NE(std::string(not_finite.what()).find("not a number"), std::string::npos) << not_finite.what();
  const Error noise = failure(Fault::noise);
  EXPECT_EQ(noise.code(), Exit::no_agreement);
  EXPECT_EQ(noise.problems().front().id, "no-convergence") << noise.what();
  EXPECT_NE(std::string(noise.what()).find("b.u"), std::string::npos) << "the input that a feeds\n"
                                                                      << noise.what();
}

// Neither a smaller step nor another solver helps against a mistake in the program: it is not hidden.
TEST_P(Failures, OfTheProgramItselfPassThrough) {
  const auto ran = Pair({.kind = Fault::bug, .call = 5}, GetParam()).run(0.1);
  ASSERT_TRUE(ran.failure);
  EXPECT_EQ(ran.failure->code(), Exit::bug) << ran.failure->what();
}

/// A solver that looks elsewhere before it returns its solution, as some do.
class Wanderer final : public Solver {
 public:
  static constexpr int kEvaluations = 31;

  Solution solve(FixedPoint& problem, const Criterion&, std::span<double> z) override {
    std::vector<double> psi(z.size());
    for (int i = 1; i < kEvaluations; ++i) {
      problem.evaluate(z.data(), psi.data());
      std::copy(psi.begin(), psi.end(), z.begin());
    }
    psi[0] += 1;
    problem.evaluate(psi.data(), std::vector<double>(z.size()).data());
    return {.evaluations = kEvaluations, .solver = "wanderer"};
  }
  std::vector<SolverUse> use() const override { return {}; }
};

// Units are then led to the solution once more; where that fails they are not where they should be.
TEST(LastCall, ThatFailsRejectsTheStep) {
  static const SolverInfo wanderer{"wanderer", "", [](int, const SolverKnobs&) -> std::unique_ptr<Solver> {
                                     return std::make_unique<Wanderer>();
                                   }};
  const auto ran = [](const Fault& fault) { return Pair(fault, Pair::smooth_by(wanderer)).run(0.2); };
  const int last = 1 + Wanderer::kEvaluations + 1;  // after the first guess, of the first step
  const auto exact = ran({});
  EXPECT_EQ(exact.rejected_steps, 0);
  for (const auto kind : {Fault::throws, Fault::not_a_number}) {
    const auto disturbed = ran({.kind = kind, .call = last});
    ASSERT_FALSE(disturbed.failure) << disturbed.failure->what();
    EXPECT_EQ(disturbed.rejected_steps, 1) << kind;
    for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(disturbed.states[i], exact.states[i], 1e-4) << kind;
  }
}

/// As fine as a double allows, far below the error of the units' own integrators.
RunOf finest(const std::string& name, const std::string& solver, double integrator_tolerance) {
  return {.name = name,
          .method = "ifosmondi-jfm",
          .step = 0.1,
          .options = {"coupling_tolerance=1e-15"},
          .solver = solver,
          .integrator_tolerance = integrator_tolerance};
}

// Units are noisy as functions of their inputs, but the same inputs give the same answer: an agreement to the
// last bits exists, and all solvers find the same one.
TEST_P(Failures, AreNoneWhereOnlyRoundingIsLeft) {
  const auto reference = run_case(finest("lotka-volterra", "newton", 1e-6));
  EXPECT_LT(relative_error(run_case(finest("lotka-volterra", GetParam(), 1e-6)), reference), 1e-13);
}

// Where rounding keeps a solver from it, the step is halved: the run ends, and in time.
TEST_P(Failures, ByStagnationDoNotEndTheRun) {
  const Report report = report_of(finest("van-der-pol", GetParam(), 1e-4));
  ASSERT_FALSE(report.failure) << report.failure->what();
  EXPECT_EQ(report.statistics.reached, 20);
  EXPECT_LT(report.statistics.rejected_steps, 20);
}

std::string title(const ::testing::TestParamInfo<const char*>& info) {
  std::string text = info.param;
  std::replace(text.begin(), text.end(), '-', '_');
  return text;
}

INSTANTIATE_TEST_SUITE_P(Solvers, Failures,
                         ::testing::Values("auto", "broyden", "newton", "anderson", "aitken", "picard",
                                           "petsc-newtonls", "petsc-anderson", "petsc-ngmres",
                                           "petsc-ngmres-ls"),
                         title);

}  // namespace
}  // namespace accordo::testing
