// What every solver of ours promises, whatever its method.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <thread>

#include "solve/problems_for_tests.hpp"
#include "solve/solver.hpp"

namespace accordo {
namespace {

using testing::Function;
using testing::largest_difference;
using testing::Linear;
using testing::linear_problem;
using testing::Row;
using testing::Watched;
using End = Solution::End;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

class OwnSolver : public ::testing::TestWithParam<const char*> {
 protected:
  std::unique_ptr<Solver> make(int n) const { return find_solver(GetParam())->make(n, {}); }
  bool needs_inverse() const { return std::string(GetParam()) == "estimator-newton"; }

  /// Counts are right, and a solution was evaluated last.
  static void check(const Watched& problem, const Criterion& criterion, const Solution& solution,
                    int calls_before, const std::vector<double>& z) {
    EXPECT_EQ(solution.evaluations, problem.calls - calls_before);
    EXPECT_LE(solution.iterations, criterion.max_iterations);
    EXPECT_FALSE(solution.solver.empty());
    if (!solution.converged()) return;
    EXPECT_EQ(problem.latest, z);
    EXPECT_LT(solution.residual, criterion.tolerance);
  }
};

TEST_P(OwnSolver, SolvesLinearProblemsOfAllSizes) {
  for (const int n : {1, 2, 5, 60}) {
    Linear problem = linear_problem(n, 0.7);
    problem.offers_inverse = needs_inverse();
    const Criterion criterion{.tolerance = 1e-11};
    std::vector<double> z(index(n));
    const auto solver = make(n);
    const Solution solution = solver->solve(problem, criterion, z);
    EXPECT_EQ(solution.end, End::converged) << n;
    EXPECT_LT(largest_difference(z, problem.solution()), 1e-9) << n;
    check(problem, criterion, solution, 0, z);
  }
}

TEST_P(OwnSolver, AgreesOnANonlinearRow) {
  if (needs_inverse()) return;  // the row offers none
  for (const int n : {40, 1000, 10000}) {
    const Criterion criterion{.tolerance = 1e-12};
    Row problem(n, 0.5, 0.3);
    std::vector<double> reference(index(n)), z(index(n)), psi(index(n));
    for (int k = 0; k < 200; ++k) {
      problem.evaluate(reference.data(), psi.data());
      reference = psi;
    }
    const int before = problem.calls;
    const Solution solution = make(n)->solve(problem, criterion, z);
    EXPECT_TRUE(solution.converged()) << n;
    check(problem, criterion, solution, before, z);
    for (int i = 0; i < n; ++i) ASSERT_NEAR(z[index(i)], reference[index(i)], 1e-10) << n;
  }
}

TEST_P(OwnSolver, NeedsNoUnknowns) {
  Function nothing(0, [](const double*, double*) { return true; });
  std::vector<double> z;
  const Solution solution = make(0)->solve(nothing, {}, z);
  EXPECT_EQ(solution.end, End::converged);
  EXPECT_EQ(solution.evaluations, 1);
}

TEST_P(OwnSolver, EvaluatesASolutionOnce) {
  Linear problem = linear_problem(5, 0.6);
  const Eigen::VectorXd exact = problem.solution();
  std::vector<double> z(exact.data(), exact.data() + 5);
  const std::vector<double> guess = z;
  const Solution solution = make(5)->solve(problem, {}, z);
  EXPECT_TRUE(solution.converged());
  EXPECT_EQ(problem.calls, 1);
  EXPECT_EQ(solution.iterations, 0);
  EXPECT_EQ(z, guess);
}

// Relative to its amplitude the residual is small, relative to itself it is not.
TEST_P(OwnSolver, MeasuresAgainstAmplitudes) {
  Function problem(1, [](const double*, double* psi) { return *psi = 1e-3, true; });
  const std::vector<double> amplitude{1e6};
  std::vector<double> z{0};
  EXPECT_TRUE(make(1)->solve(problem, {.tolerance = 1e-8, .sizes = amplitude}, z).converged());
  EXPECT_EQ(problem.calls, 1);
}

TEST_P(OwnSolver, StopsAtTheLimitOfIterations) {
  Linear problem = linear_problem(6, 0.9);
  for (const int limit : {0, 1, 3}) {
    const Criterion criterion{.tolerance = 0, .max_iterations = limit};
    std::vector<double> z(6);
    const int before = problem.calls;
    const Solution solution = make(6)->solve(problem, criterion, z);
    check(problem, criterion, solution, before, z);
    if (!needs_inverse()) {
      EXPECT_EQ(solution.end, End::iterations);
      EXPECT_EQ(solution.iterations, limit);
    }
  }
}

// The solution lies inside the unit ball, ψ of the guess outside.
TEST_P(OwnSolver, ComesBackFromWhereNothingCanBeEvaluated) {
  const int n = 3;
  const Eigen::Vector3d solution(0.5, 0.1, -0.1), slopes(-0.8, -0.7, -0.6);
  Linear inner(slopes.asDiagonal(), solution - slopes.cwiseProduct(solution));
  for (const bool nan : {false, true}) {
    int outside = 0;
    Function problem(n, [&](const double* z, double* psi) {
      inner.psi_of(z, psi);
      if (std::hypot(z[0], z[1], z[2]) < 1) return true;
      ++outside;
      std::fill(psi, psi + n, kNaN);
      return nan;
    });
    std::vector<double> z{-0.95, 0, 0};
    const Criterion criterion;
    if (needs_inverse()) return;  // its first step would end at the solution
    const Solution result = make(n)->solve(problem, criterion, z);
    EXPECT_TRUE(result.converged());
    check(problem, criterion, result, 0, z);
    EXPECT_LT(largest_difference(z, solution), 1e-6);
    if (GetParam() == std::string("picard") || GetParam() == std::string("anderson")) {
      EXPECT_GT(outside, 0);
    }
  }
}

TEST_P(OwnSolver, SaysSoWhereNothingCanBeEvaluatedAtAll) {
  const auto solver = make(2);
  Function problem(2, [](const double*, double*) { return false; });
  std::vector<double> z{1, 2};
  const Solution solution = solver->solve(problem, {}, z);
  EXPECT_EQ(solution.end, End::failed);
  EXPECT_EQ(solution.evaluations, problem.calls);
  EXPECT_EQ(z, (std::vector<double>{1, 2}));
}

TEST_P(OwnSolver, FailsWhereOnlyTheGuessCanBeEvaluated) {
  Linear inner = linear_problem(2, 0.5);
  Function problem(
      2, [&](const double* z, double* psi) { return inner.psi_of(z, psi), z[0] == 1 && z[1] == 2; });
  std::vector<double> z{1, 2};
  const Solution solution = make(2)->solve(problem, {}, z);
  EXPECT_EQ(solution.end, End::failed);
  EXPECT_LT(solution.evaluations, 60);
  EXPECT_EQ(z, (std::vector<double>{1, 2}));
}

TEST_P(OwnSolver, LetsExceptionsPassAndWorksAfterwards) {
  const int n = 5;
  Linear inner = linear_problem(n, 0.6);
  const auto solver = make(n);
  for (const int fatal : {1, 2, 3, 5, 8}) {
    int calls = 0;
    Function broken(n, [&](const double* z, double* psi) {
      if (++calls == fatal) throw std::runtime_error("unit broke");
      return inner.psi_of(z, psi);
    });
    std::vector<double> z(index(n));
    bool threw = false;
    try {
      solver->solve(broken, {.tolerance = 0}, z);
    } catch (const std::runtime_error&) {
      threw = true;
    }
    EXPECT_EQ(threw, calls >= fatal);
    EXPECT_TRUE(threw || fatal > 1);
    inner.offers_inverse = needs_inverse();
    std::fill(z.begin(), z.end(), 0.0);
    EXPECT_TRUE(solver->solve(inner, {}, z).converged());
    EXPECT_LT(largest_difference(z, inner.solution()), 1e-6);
  }
}

TEST_P(OwnSolver, EndsHonestlyWhereNoiseIsLargerThanTheTolerance) {
  const int n = 4;
  Linear inner = linear_problem(n, 0.5);
  for (const double declared : {2.3e-16, 1e-5}) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> noise(-1e-5, 1e-5);
    Function problem(n, [&](const double* z, double* psi) {
      inner.psi_of(z, psi);
      for (int i = 0; i < n; ++i) psi[i] += noise(random);
      return true;
    });
    const auto solver = make(n);
    for (int k = 0; k < 20; ++k) {
      std::vector<double> z(index(n));
      const Solution solution = solver->solve(problem, {.tolerance = 1e-10, .noise = declared}, z);
      EXPECT_FALSE(solution.converged());
      EXPECT_LT(solution.evaluations, 300);
      // Differences of noise that nobody declared lead nowhere, but auto has other means.
      const bool differences = GetParam() == std::string("newton") || GetParam() == std::string("broyden");
      if (!needs_inverse() && !(differences && declared < 1e-5)) {
        EXPECT_LT(largest_difference(z, inner.solution()), 1e-2);
      }
    }
  }
}

// A force of 10⁴ beside a position of 10⁻³.
TEST_P(OwnSolver, CopesWithUnlikeScales) {
  const int n = 6;
  Linear problem = linear_problem(n, 0.7, 2.0);
  Eigen::VectorXd sizes(n);
  sizes << 1e4, 1e-3, 1e4, 1e-3, 1, 1e-4;
  problem.matrix = sizes.asDiagonal() * problem.matrix * sizes.cwiseInverse().asDiagonal();
  problem.offset = sizes.cwiseProduct(problem.offset);
  problem.offers_inverse = needs_inverse();
  const std::vector<double> amplitude(sizes.data(), sizes.data() + n);
  std::vector<double> z(index(n));
  const Solution solution = make(n)->solve(problem, {.tolerance = 1e-12, .sizes = amplitude}, z);
  EXPECT_TRUE(solution.converged());
  EXPECT_LE(solution.evaluations, 100);
  const Eigen::VectorXd exact = problem.solution();
  for (int i = 0; i < n; ++i) EXPECT_NEAR(z[index(i)], exact(i), 1e-9 * (sizes(i) + 1));
}

std::vector<std::vector<double>> follow(Solver& solver, int n, int solves, double* guess) {
  Row problem(n, 0.5);
  std::vector<std::vector<double>> results;
  for (int k = 0; k < solves; ++k) {
    problem.phase = 0.01 * k;
    solver.solve(problem, {}, {guess, index(n)});
    results.emplace_back(guess, guess + n);
  }
  return results;
}

// Also from buffers of different alignment.
TEST_P(OwnSolver, GivesTheSameBitsInEveryThread) {
  const int n = 21;
  std::vector<double> one(index(n)), two(index(n) + 1), three(index(n));
  const auto a = make(n), b = make(n), c = make(n);
  const auto expected = follow(*a, n, 50, one.data());
  std::vector<std::vector<double>> left, right;
  std::thread first([&] { left = follow(*b, n, 50, two.data() + 1); });
  std::thread second([&] { right = follow(*c, n, 50, three.data()); });
  first.join(), second.join();
  EXPECT_EQ(left, expected);
  EXPECT_EQ(right, expected);
}

TEST_P(OwnSolver, AccountsForItsUse) {
  const int n = 8;
  Row problem(n, 0.5);
  const auto solver = make(n);
  long long solves = 0, iterations = 0;
  for (int k = 0; k < 30; ++k) {
    std::vector<double> z(index(n), 0.1 * k);
    iterations += solver->solve(problem, {}, z).iterations;
    if (k == 15) solver->forget();
  }
  long long evaluations = 0, counted = 0;
  for (const SolverUse& use : solver->use()) {
    solves += use.solves, evaluations += use.evaluations, counted += use.iterations;
  }
  EXPECT_EQ(solves, 30);
  EXPECT_EQ(evaluations, problem.calls);
  EXPECT_EQ(counted, iterations);
}

std::string test_name(const ::testing::TestParamInfo<const char*>& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, OwnSolver,
                         ::testing::Values("picard", "aitken", "anderson", "newton", "broyden", "auto",
                                           "estimator-newton"),
                         test_name);

}  // namespace
}  // namespace accordo
