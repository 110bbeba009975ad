// Our Anderson mixing against PETSc's: one algorithm, in different arithmetic (docs/decisions/0008).

#include <algorithm>

#include "solve/petsc_test.hpp"

namespace accordo {
namespace {

using namespace petsc_test;

class PetscAnderson : public WithModule<testing::Test> {
 protected:
  static int iterations(Solver& solver, int n, const Psi& psi, double tolerance) {
    TestProblem problem(n, psi);
    const Solution solution = solve(solver, problem, 0, {.tolerance = tolerance}).solution;
    EXPECT_TRUE(solution.converged()) << n;
    return solution.iterations;
  }

  struct Pair {
    int theirs, ours;
  };
  static Pair both(int n, const Psi& psi, const SolverKnobs& knobs, double tolerance) {
    return {iterations(*make_petsc_solver("petsc-anderson", n, knobs), n, psi, tolerance),
            iterations(*find_solver("anderson")->make(n, knobs), n, psi, tolerance)};
  }

  /// each(n, psi, knobs) for each problem with each memory and mixing.
  template <class Each>
  static void for_all(Each each) {
    for (const int n : {6, 60}) {
      for (const Psi& psi : {linear(0.5), linear(0.8), Psi(chain)}) {
        for (const int m : {1, 3, 5, 10, 30}) {
          for (const double beta : {1.0, 0.5}) each(n, psi, SolverKnobs{.memory = m, .mixing = beta});
        }
      }
    }
  }
};

// PETSc's normal equations lose what is below √ε of the largest residual in memory: a long memory may reach
// down to 1e-5 only.
TEST_F(PetscAnderson, IsOursWithTheSameMemoryAndMixing) {
  for_all([](int n, const Psi& psi, const SolverKnobs& knobs) {
    const double tolerance = std::min(knobs.memory, n) <= 10 ? 1e-8 : 1e-5;
    const auto [theirs, ours] = both(n, psi, knobs, tolerance);
    EXPECT_NEAR(ours, theirs, 1) << n << " unknowns, m = " << knobs.memory << ", beta = " << knobs.mixing;
  });
}

TEST_F(PetscAnderson, NeedsNoFewerIterationsAnywhere) {
  for_all([](int n, const Psi& psi, const SolverKnobs& knobs) {
    const auto [theirs, ours] = both(n, psi, knobs, 1e-8);
    EXPECT_LE(ours, theirs + 1) << n << " unknowns, m = " << knobs.memory << ", beta = " << knobs.mixing;
  });
}

// More differences than unknowns cannot be independent; PETSc would mix them all, ours drops the oldest.
TEST_F(PetscAnderson, RemembersNoMoreThanThereAreUnknowns) {
  const auto run = [](int memory, const char* options) {
    return iterations(
        *make_petsc_solver("petsc-anderson", 6, {.memory = memory, .mixing = 0.5, .petsc = options}), 6,
        chain, 1e-8);
  };
  EXPECT_EQ(run(30, ""), run(6, ""));
  EXPECT_GT(run(6, "-snes_anderson_m 30"), run(6, "") + 5) << "what is asked of PETSc itself is done";
}

}  // namespace
}  // namespace accordo
