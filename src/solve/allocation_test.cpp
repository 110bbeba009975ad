// Solvers allocate when they are made, never while they solve: also not when they start, fall back or fail.
#include <gtest/gtest.h>

#include "solve/problems_for_tests.hpp"
#include "solve/solver.hpp"
#include "tests/support/count_allocations.hpp"

namespace accordo {
namespace {

TEST(Allocation, NoneWhileSolving) {
  for (const char* name : {"picard", "aitken", "anderson", "newton", "broyden", "auto", "estimator-newton"}) {
    for (const int n : {0, 1, 6, 60, 300}) {
      const auto solver = find_solver(name)->make(n, {});
      std::vector<double> z(index(n)), amplitude(index(n), 1);
      for (const double strength : {0.5, 1.5, -1.5, 3.0}) {
        testing::Row problem(n, strength, 0.1);
        const long long before = testing::allocations;
        for (int k = 0; k < 20; ++k) {
          problem.phase += 0.05;
          solver->solve(problem, {.sizes = amplitude}, z);
        }
        EXPECT_EQ(testing::allocations, before) << name << ' ' << n;
      }
    }
  }
}

}  // namespace
}  // namespace accordo
