// PETSc's solvers through the loader: they find fixed points, survive whatever ψ does, and change nothing in
// the process that uses them.

#include <atomic>
#include <cmath>
#include <stdexcept>
#include <string_view>
#include <thread>

#include "solve/criterion.hpp"
#include "solve/petsc_test.hpp"

namespace accordo {
namespace {

using namespace petsc_test;

class PetscSolver : public WithModule<testing::TestWithParam<const char*>> {
 protected:
  static std::unique_ptr<Solver> make(int size, const char* name = GetParam()) {
    return make_petsc_solver(name, size, {});
  }
};

TEST_P(PetscSolver, FindsTheFixedPointOfALinearMap) {
  for (const double rho : {0.3, 0.8, 1.25}) {
    TestProblem problem(6, linear(rho));
    const auto solver = make(6);
    const Result r = solve(*solver, problem);
    ASSERT_EQ(r.solution.end, End::converged) << rho;
    for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(r.z[i], 1 + 0.1 * static_cast<double>(i), 1e-6);
    EXPECT_LT(r.solution.residual, 1e-8);
    EXPECT_EQ(r.solution.evaluations, problem.calls);
    EXPECT_GE(r.solution.iterations, 1);
    EXPECT_EQ(r.solution.solver, GetParam());
    RecordProperty("evaluations", problem.calls);
  }
}

TEST_P(PetscSolver, FindsTheFixedPointOfANonlinearMapOfAnySize) {
  for (const int n : {1, 2, 30, 1000}) {
    TestProblem problem(n, chain);
    const auto solver = make(n);
    const Result r = solve(*solver, problem);
    ASSERT_TRUE(r.solution.converged()) << n;
    std::vector<double> gamma(r.z.size());
    chain(r.z, gamma);
    for (std::size_t i = 0; i < r.z.size(); ++i) gamma[i] = r.z[i] - gamma[i];
    EXPECT_EQ(largest_residual({}, r.z, gamma.data()), r.solution.residual);
    EXPECT_LT(r.solution.residual, 1e-8);
  }
}

TEST_P(PetscSolver, IsNotDeceivedByUnknownsOfDifferentSize) {
  for (const Psi& psi : {linear(0.5), linear(1.25), Psi(chain)}) {
    const std::vector<double> size{1e4, 1e-3, 1e6, 1, 1e4, 1e-3};
    TestProblem problem(6, [&](auto z, auto value) {
      std::vector<double> scaled(z.begin(), z.end());
      for (std::size_t i = 0; i < 6; ++i) scaled[i] /= size[i];
      psi(scaled, value);
      for (std::size_t i = 0; i < 6; ++i) value[i] *= size[i];
      return true;
    });
    const Result r = solve(*make(6), problem, 0, {.sizes = size, .max_iterations = 30});
    EXPECT_EQ(r.solution.end, End::converged);
  }
}

TEST_P(PetscSolver, EndsAtTheLatestEvaluation) {
  const bool may_return_to_another_candidate = std::string_view(GetParam()) == "petsc-ngmres";
  for (const Psi& psi : {linear(0.3), linear(1.25), Psi(chain)}) {
    std::vector<std::vector<double>> evaluated;
    TestProblem problem(6, [&](auto z, auto value) {
      evaluated.emplace_back(z.begin(), z.end());
      return psi(z, value);
    });
    const Result r = solve(*make(6), problem);
    if (may_return_to_another_candidate) {
      EXPECT_NE(std::find(evaluated.begin(), evaluated.end(), r.z), evaluated.end());
    } else {
      EXPECT_EQ(evaluated.back(), r.z);
    }
  }
}

TEST_P(PetscSolver, EvaluatesOnceWhenTheGuessIsGoodEnough) {
  TestProblem none(0, chain), identity(3, [](auto z, auto psi) {
    std::copy(z.begin(), z.end(), psi.begin());
    return true;
  });
  for (TestProblem* problem : {&none, &identity}) {
    const Result r = solve(*make(static_cast<int>(problem->latest.size())), *problem, 5);
    EXPECT_TRUE(r.solution.converged());
    EXPECT_EQ(problem->calls, 1);
    EXPECT_EQ(r.solution.iterations, 0);
  }
}

TEST_P(PetscSolver, SolvesAThousandTimesTheSame) {
  const auto solver = make(6);
  TestProblem first_problem(6, chain);
  const Result first = solve(*solver, first_problem);
  for (int k = 1; k < 1000; ++k) {
    TestProblem problem(6, chain);
    ASSERT_EQ(solve(*solver, problem).z, first.z) << k;
  }
  const auto use = solver->use();
  ASSERT_EQ(use.size(), 1u);
  EXPECT_EQ(use[0].solves, 1000);
  EXPECT_EQ(use[0].evaluations, 1000LL * first.solution.evaluations);
  EXPECT_EQ(use[0].iterations, 1000LL * first.solution.iterations);
}

TEST_P(PetscSolver, CarriesNothingOver) {
  const auto solver = make(6);
  TestProblem problem(6, chain), other(6, linear(0.8));
  const Result first = solve(*solver, problem);
  solve(*solver, other, 7, {.tolerance = 1e-3, .noise = 1e-6});
  const Result again = solve(*solver, problem);
  EXPECT_EQ(again.z, first.z);
  EXPECT_EQ(again.solution.evaluations, first.solution.evaluations);
}

TEST_P(PetscSolver, IsUsableAfterAnExceptionAtAnyEvaluation) {
  const auto solver = make(6);
  TestProblem good(6, chain);
  const Result expected = solve(*solver, good);
  for (int k = 1; k <= expected.solution.evaluations; ++k) {
    int left = k;
    TestProblem bad(6, [&](auto z, auto psi) {
      if (--left == 0) throw std::invalid_argument("unit");
      return chain(z, psi);
    });
    EXPECT_THROW(solve(*solver, bad), std::invalid_argument);
    EXPECT_EQ(bad.calls, k) << "evaluated again after the exception";
    TestProblem again(6, chain);
    EXPECT_EQ(solve(*solver, again).z, expected.z);
  }
}

TEST_P(PetscSolver, SaysSoWhenThereIsNoValueAnywhere) {
  const auto not_a_number = [](auto, auto psi) {
    std::fill(psi.begin(), psi.end(), std::nan(""));
    return true;
  };
  for (const Psi& psi : {Psi([](auto, auto) { return false; }), Psi(not_a_number)}) {
    TestProblem problem(4, psi);
    const auto solver = make(4);
    const Result r = solve(*solver, problem, 2);
    EXPECT_EQ(r.solution.end, End::failed);
    EXPECT_EQ(r.z, std::vector<double>(4, 2.0));
    EXPECT_LE(problem.calls, 60);
    TestProblem good(4, chain);
    EXPECT_TRUE(solve(*solver, good).solution.converged());
  }
}

TEST_P(PetscSolver, SurvivesFailuresAtAnyLaterEvaluation) {
  const auto solver = make(6);
  for (int k = 2; k <= 12; ++k) {
    for (const bool forever : {false, true}) {
      int count = 0;
      TestProblem problem(6, [&](auto z, auto psi) {
        ++count;
        return !(count == k || (forever && count > k)) && chain(z, psi);
      });
      const Result r = solve(*solver, problem);
      for (const double z : r.z) EXPECT_TRUE(std::isfinite(z));
      if (forever && problem.calls >= k) {
        EXPECT_EQ(r.solution.end, End::failed) << k;
      }
      EXPECT_LE(problem.calls, 200);
      TestProblem good(6, chain);
      EXPECT_TRUE(solve(*solver, good).solution.converged()) << k;
    }
  }
}

TEST_P(PetscSolver, ComesBackFromWherePsiHasNoValue) {
  // The first Newton step leads from 0 to about 18.
  int refused = 0;
  TestProblem problem(1, [&](auto z, auto psi) {
    psi[0] = z[0] - std::tanh(3 * (z[0] - 0.9));
    refused += std::abs(z[0]) > 5;
    return std::abs(z[0]) <= 5;
  });
  const Result r = solve(*make(1), problem);
  EXPECT_EQ(r.solution.end, End::converged);
  EXPECT_NEAR(r.z[0], 0.9, 1e-7);
  if (std::string_view(GetParam()) == "petsc-newtonls") {
    EXPECT_GT(refused, 0);
  }
}

TEST_P(PetscSolver, EndsHonestlyWhenNoiseHidesTheSolution) {
  unsigned state = 1;
  TestProblem problem(6, [&](auto z, auto psi) {
    chain(z, psi);
    for (double& value : psi) {
      state = state * 1664525u + 1013904223u;
      value += 1e-5 * (state / 4294967296.0 - 0.5);
    }
    return true;
  });
  const Criterion criterion{.tolerance = 1e-10, .max_iterations = 50, .noise = 1e-5};
  const Result r = solve(*make(6), problem, 0, criterion);
  EXPECT_TRUE(r.solution.end == End::stagnated || r.solution.end == End::iterations);
  EXPECT_LE(r.solution.iterations, 50);
  EXPECT_LE(problem.calls, 2000);
  EXPECT_LT(r.solution.residual, 1e-3) << "the best iterate was lost";
}

TEST_P(PetscSolver, KeepsToTheLimitOfIterations) {
  for (const int limit : {0, 1, 2}) {
    TestProblem problem(6, chain);
    const Criterion criterion{.tolerance = 1e-14, .max_iterations = limit};
    const Result r = solve(*make(6), problem, 0, criterion);
    EXPECT_EQ(r.solution.end, End::iterations);
    EXPECT_EQ(r.solution.iterations, limit);
  }
}

TEST_P(PetscSolver, GivesTheSameInManyThreads) {
  TestProblem alone(20, chain);
  const Result expected = solve(*make(20), alone);
  std::vector<std::thread> threads;
  std::atomic<int> same = 0;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, name = GetParam()] {
      const auto solver = make(20, name);
      for (int k = 0; k < 50; ++k) {
        TestProblem problem(20, chain);
        if (solve(*solver, problem).z == expected.z) ++same;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(same, 200);
}

TEST_P(PetscSolver, WorksInsideAnother) {
  const auto outer = make(3), inner = make(3);
  TestProblem part(3, chain);
  TestProblem whole(3, [&](auto z, auto psi) {
    const Result r = solve(*inner, part);
    for (std::size_t i = 0; i < 3; ++i) psi[i] = 0.5 * z[i] + r.z[i];
    return true;
  });
  const Result r = solve(*outer, whole), half = solve(*inner, part);
  ASSERT_TRUE(r.solution.converged());
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(r.z[i], 2 * half.z[i], 1e-7);
}

INSTANTIATE_TEST_SUITE_P(All, PetscSolver,
                         testing::Values("petsc-newtonls", "petsc-anderson", "petsc-ngmres",
                                         "petsc-ngmres-ls"),
                         [](const auto& test) {
                           std::string name = test.param + 6;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace accordo
