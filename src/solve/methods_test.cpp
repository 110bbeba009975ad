// What each method promises for itself: rates, factors, counts.
#include <gtest/gtest.h>

#include <cmath>

#include "solve/problems_for_tests.hpp"
#include "solve/solver.hpp"

namespace accordo {
namespace {

using testing::Function;
using testing::largest_difference;
using testing::Linear;
using testing::linear_problem;
using testing::Row;
using End = Solution::End;

std::unique_ptr<Solver> make(const char* name, int n, const SolverKnobs& knobs = {}) {
  return find_solver(name)->make(n, knobs);
}

TEST(Picard, FindsTheSpectralRadius) {
  for (const double radius : {0.3, 0.8, 0.95, 1.05, 1.3}) {
    for (const double angle : {0.0, 0.4, 1.2, 1.57, 2.5, 3.0}) {
      Linear problem = linear_problem(5, radius, angle);
      std::vector<double> z(5);
      const Solution solution = make("picard", 5)->solve(problem, {.max_iterations = 1000}, z);
      EXPECT_EQ(solution.end, radius < 1 ? End::converged : End::diverged) << radius << ' ' << angle;
      EXPECT_NEAR(solution.contraction, radius, 0.02 * radius) << angle;
      EXPECT_LT(solution.evaluations, radius < 1 ? 500 : 60);
    }
  }
}

TEST(Picard, TakesTheMapWhole) {
  std::vector<std::vector<double>> iterates;
  Linear inner = linear_problem(3, 0.7);
  std::vector<double> z{0.1, 0.7, -0.3}, next = z, psi(3);
  Function problem(3, [&](const double* at, double* out) {
    EXPECT_EQ(next, std::vector<double>(at, at + 3));
    inner.psi_of(at, out);
    next.assign(out, out + 3);
    return true;
  });
  EXPECT_TRUE(make("picard", 3)->solve(problem, {}, z).converged());
}

TEST(Picard, ConvergesWhereMixingHelps) {
  Linear problem = linear_problem(1, 1.5);  // slope −1.5: iterates jump ever farther from side to side
  std::vector<double> z(1);
  EXPECT_EQ(make("picard", 1)->solve(problem, {}, z).end, End::diverged);
  const Solution mixed = make("picard", 1, {.mixing = 0.5})->solve(problem, {}, z);
  EXPECT_TRUE(mixed.converged());
  EXPECT_NEAR(mixed.contraction, 0.25, 0.005);
}

// A residual that grows along a chain of amplifiers and then vanishes is no divergence.
TEST(Picard, WaitsForAChainToSettle) {
  const int n = 6;
  Linear problem(Eigen::MatrixXd::Zero(n, n), Eigen::VectorXd::Zero(n));
  for (int i = 1; i < n; ++i) problem.matrix(i, i - 1) = 2;
  problem.offset(0) = 1;
  std::vector<double> z(index(n));
  EXPECT_TRUE(make("picard", n)->solve(problem, {}, z).converged());
}

// Three residuals in a row are of this solve: those of an earlier one say nothing of its rate.
TEST(Picard, FindsARateThatDependsOnNoEarlierSolve) {
  const Criterion once{.tolerance = 1e-15, .max_iterations = 1};
  Linear earlier = linear_problem(5, 0.9), problem = linear_problem(5, 0.3, 0.4, 2);
  std::vector<double> z(5), z_fresh(5);
  const auto fresh = make("picard", 5), used = make("picard", 5);
  used->solve(earlier, {.max_iterations = 7}, z);
  std::fill(z.begin(), z.end(), 0.0);
  const double rate = fresh->solve(problem, once, z_fresh).contraction;
  EXPECT_GT(rate, 0) << "of two residuals, the ratio";
  EXPECT_EQ(used->solve(problem, once, z).contraction, rate);
}

TEST(Aitken, FindsOneUnknownLikeTheSecantMethod) {
  Function problem(1, [](const double* z, double* psi) { return *psi = 2 - *z * *z, true; });  // slope −2
  std::vector<double> z{0.5};
  const Solution solution = make("aitken", 1)->solve(problem, {.tolerance = 1e-12}, z);
  EXPECT_TRUE(solution.converged());
  EXPECT_NEAR(z[0], 1, 1e-11);
  EXPECT_LE(solution.evaluations, 12);
}

// n differences span everything: the step after them is exact.
TEST(Anderson, EndsAfterAsManyStepsAsUnknowns) {
  for (const int n : {1, 2, 5, 12}) {
    for (const double radius : {0.5, 1.5, 4.0}) {
      Linear problem = linear_problem(n, radius);
      std::vector<double> z(index(n));
      const Solution solution = make("anderson", n)->solve(problem, {.tolerance = 1e-7}, z);
      EXPECT_TRUE(solution.converged());
      EXPECT_LE(solution.iterations, n + 2) << radius;
    }
  }
}

// A step that had to be shortened is remembered as it was made: what is learned from it stays exact.
TEST(Anderson, LearnsFromShortenedSteps) {
  for (const int n : {1, 2, 5}) {
    Linear inner = linear_problem(n, 1.5);
    int calls = 0;
    Function problem(n, [&](const double* z, double* psi) {
      constexpr int first_step = 2;  // after the first guess
      return ++calls != first_step && inner.psi_of(z, psi);
    });
    std::vector<double> z(index(n));
    const Solution solution = make("anderson", n)->solve(problem, {.tolerance = 1e-7}, z);
    EXPECT_TRUE(solution.converged());
    EXPECT_LE(solution.iterations, n + 1);
  }
}

TEST(Anderson, NeedsItsMemory) {
  Linear problem = linear_problem(20, 0.95);
  int before = 1000;
  for (const int memory : {0, 2, 30}) {
    std::vector<double> z(20);
    const Solution solution =
        make("anderson", 20, {.memory = memory})->solve(problem, {.max_iterations = 1000}, z);
    EXPECT_TRUE(solution.converged());
    EXPECT_LT(solution.iterations, before);
    before = solution.iterations;
  }
  std::vector<double> z(20);
  Linear same = linear_problem(20, 0.95);
  const Solution picard = make("picard", 20)->solve(same, {.max_iterations = 1000}, z);
  std::fill(z.begin(), z.end(), 0.0);
  const Solution none = make("anderson", 20, {.memory = 0})->solve(same, {.max_iterations = 1000}, z);
  EXPECT_NEAR(none.iterations, picard.iterations, 1);
}

TEST(Newton, ConvergesQuadratically) {
  const int n = 10;
  std::vector<double> residuals;
  for (int limit = 0; limit < 8; ++limit) {
    Row problem(n, 0.5, 1.0);
    std::vector<double> z(index(n));
    residuals.push_back(
        make("newton", n)->solve(problem, {.tolerance = 0, .max_iterations = limit}, z).residual);
  }
  int quadratic = 0;  // r⁺ ≤ 2 r², where rounding and differences allow it
  for (std::size_t k = 0; k + 1 < residuals.size(); ++k) {
    if (residuals[k] > 0.1 || residuals[k] < 1e-5) continue;
    EXPECT_LT(residuals[k + 1], 2 * residuals[k] * residuals[k] + 1e-5 * residuals[k]);
    ++quadratic;
  }
  EXPECT_GE(quadratic, 2);
  EXPECT_LT(residuals.back(), 1e-9);
}

// arctan: the full Newton step overshoots more and more beyond 1.39.
TEST(Newton, IsLedBackByItsLineSearch) {
  Function problem(1, [](const double* z, double* psi) { return *psi = *z - std::atan(*z), true; });
  std::vector<double> z{20};
  EXPECT_TRUE(make("newton", 1)->solve(problem, {.tolerance = 1e-12}, z).converged());
  EXPECT_NEAR(z[0], 0, 1e-10);
}

TEST(Newton, StopsWhereThereIsNoSolution) {
  Function problem(1, [](const double* z, double* psi) { return *psi = *z - (1 + *z * *z), true; });
  std::vector<double> z{3};
  for (const char* name : {"newton", "auto", "broyden"}) {
    const Solution solution = make(name, 1)->solve(problem, {}, z);
    EXPECT_TRUE(solution.end == End::stagnated || solution.end == End::diverged) << name;
    EXPECT_LT(solution.evaluations, 250) << name;
    EXPECT_NEAR(z[0], 0, 0.1) << name;  // where the residual is least
  }
}

TEST(Newton, ToleratesNoiseItKnowsOf) {
  const int n = 6;
  Linear inner = linear_problem(n, 1.3);
  std::mt19937 random(3);
  std::uniform_real_distribution<double> noise(-1e-8, 1e-8);
  Function problem(n, [&](const double* z, double* psi) {
    inner.psi_of(z, psi);
    for (int i = 0; i < n; ++i) psi[i] += noise(random);
    return true;
  });
  for (const char* name : {"newton", "auto"}) {
    std::vector<double> z(index(n));
    const Solution solution = make(name, n)->solve(problem, {.tolerance = 1e-7, .noise = 1e-8}, z);
    EXPECT_TRUE(solution.converged()) << name;
    EXPECT_LT(solution.evaluations, 40);
  }
}

/// Evaluations per solve while the source turns slowly, each solve from the last solution; the first `skip`
/// solves do not count.
double evaluations_per_solve(const char* name, int n, double strength, double nonlinear, int skip) {
  Row problem(n, strength, nonlinear);
  const auto solver = make(name, n);
  std::vector<double> z(index(n));
  const int solves = 100;
  int before = 0;
  for (int k = 0; k < skip + solves; ++k) {
    if (k == skip) before = problem.calls;
    problem.phase += 0.01;
    EXPECT_TRUE(solver->solve(problem, {}, z).converged()) << name << ' ' << n << ' ' << strength;
  }
  return static_cast<double>(problem.calls - before) / solves;
}

TEST(Broyden, NeedsAboutThreeEvaluationsOnceItKnowsTheProblem) {
  for (const char* name : {"broyden", "auto"}) {
    for (const double strength : {0.5, 1.0, 1.5}) {
      EXPECT_LT(evaluations_per_solve(name, 6, strength, 0.02, 1), 3.3) << strength;
      EXPECT_LT(evaluations_per_solve(name, 60, strength, 0.005, 100), 3.3) << strength;
      EXPECT_LT(evaluations_per_solve(name, 60, strength, 0.02, 100), 4) << strength;
      EXPECT_LT(evaluations_per_solve(name, 6, strength, 0, 1), 2.1) << strength;
      EXPECT_LT(evaluations_per_solve(name, 60, strength, 0, 100), 2.1) << strength;
    }
  }
  EXPECT_GT(evaluations_per_solve("newton", 6, 1.5, 0.02, 1), 8);
  EXPECT_GT(evaluations_per_solve("anderson", 60, 1.5, 0.02, 1), 8);
}

TEST(Broyden, StartsFromTheInverseOfTheProblem) {
  for (const int n : {5, 300}) {  // as a matrix, and as pairs in front of it
    Linear problem = linear_problem(n, 1.4);
    problem.offers_inverse = true;
    std::vector<double> z(index(n));
    const auto solver = make("broyden", n);
    const Solution solution = solver->solve(problem, {}, z);
    EXPECT_TRUE(solution.converged());
    EXPECT_EQ(solution.evaluations, 2);
    EXPECT_EQ(solution.solver, "broyden");
  }
}

TEST(Broyden, StartsAgainWhenTheProblemIsAnother) {
  const int n = 10;
  Linear one = linear_problem(n, 1.4, 1.2, 1), other = linear_problem(n, 1.4, 2.5, 9);
  const auto alone = make("broyden", n), chain = make("auto", n);
  std::vector<double> z(index(n));
  EXPECT_TRUE(alone->solve(one, {}, z).converged());
  EXPECT_TRUE(chain->solve(one, {}, z).converged());
  std::fill(z.begin(), z.end(), 1.0);
  other.matrix *= -1;
  const Solution lost = alone->solve(other, {}, z);
  EXPECT_TRUE(lost.converged());
  EXPECT_EQ(lost.solver, "newton") << "it starts again";
  std::fill(z.begin(), z.end(), 1.0);
  const Solution helped = chain->solve(other, {}, z);
  EXPECT_TRUE(helped.converged());
  EXPECT_EQ(helped.solver, "newton");
  EXPECT_LT(largest_difference(z, other.solution()), 1e-6);
}

TEST(Broyden, ForgetsWhenTold) {
  Linear problem = linear_problem(4, 0.9);
  const auto solver = make("auto", 4);
  const auto solve = [&] {
    std::vector<double> z(4);
    return solver->solve(problem, {}, z).solver;
  };
  EXPECT_EQ(solve(), "newton");
  EXPECT_EQ(solve(), "broyden");
  solver->forget();
  EXPECT_EQ(solve(), "newton");
}

TEST(EstimatorNewton, NeedsTheInverse) {
  Linear problem = linear_problem(4, 1.4);
  std::vector<double> z(4);
  EXPECT_EQ(make("estimator-newton", 4)->solve(problem, {}, z).end, End::failed);
  problem.offers_inverse = true;
  const Solution solution = make("estimator-newton", 4)->solve(problem, {}, z);
  EXPECT_TRUE(solution.converged());
  EXPECT_EQ(solution.evaluations, 2);
}

}  // namespace
}  // namespace accordo
