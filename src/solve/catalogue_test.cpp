// The list of solvers, and the criterion that all of them share.
#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "solve/criterion.hpp"
#include "solve/solver.hpp"

namespace accordo {
namespace {

TEST(Catalogue, FindsEverySolverByName) {
  for (const SolverInfo& solver : solvers()) EXPECT_EQ(find_solver(solver.name), &solver);
  EXPECT_EQ(find_solver("bisection"), nullptr);
  for (const char* name : {"petsc-newtonls", "petsc-anderson", "petsc-ngmres", "petsc-ngmres-ls"})
    EXPECT_NE(find_solver(name), nullptr) << name;
}

TEST(Residual, TakesTheWorstComponentAndNoNonsense) {
  // Counted from 2, -3 and -4 the unknowns are 1, 0 and 4.
  const std::vector<double> z{3, -3, 0}, sizes{0, 10, 2}, origin{2, -3, -4};
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const Criterion criterion{.sizes = sizes, .origin = origin};
  EXPECT_DOUBLE_EQ(largest_residual(criterion, z, std::vector<double>{1, 2, -6}.data()), 1.5);
  EXPECT_DOUBLE_EQ(largest_residual(criterion, z, std::vector<double>{1, 20, -6}.data()), 2);
  EXPECT_FALSE(satisfied(criterion, largest_residual(criterion, z, std::vector<double>{0, nan, 0}.data())));
  EXPECT_TRUE(satisfied({.tolerance = 0}, 0));
  EXPECT_FALSE(satisfied({.tolerance = 1}, 1));
}

}  // namespace
}  // namespace accordo
