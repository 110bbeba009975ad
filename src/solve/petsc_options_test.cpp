// Options for PETSc: they reach every part of its solvers, from the user alone, and none is passed over in
// silence.

#include "base/error.hpp"
#include "solve/petsc_test.hpp"

namespace accordo {
namespace {

using namespace petsc_test;

class PetscOptions : public WithModule<testing::Test> {
 protected:
  static Result run(const char* name, const SolverKnobs& knobs, Psi psi = chain,
                    const Criterion& criterion = {}) {
    TestProblem problem(6, std::move(psi));
    return solve(*make_petsc_solver(name, 6, knobs), problem, 0, criterion);
  }
  static int evaluations(const char* name, const std::string& options) {
    return run(name, {.petsc = options}).solution.evaluations;
  }
  /// What is wrong with the options, "" where nothing is.
  static std::string complaint(const char* name, const std::string& options) {
    try {
      make_petsc_solver(name, 6, {.petsc = options});
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), Exit::usage);
      EXPECT_EQ(error.problems().at(0).id, "petsc-option");
      return error.what();
    }
    return "";
  }
};

TEST_F(PetscOptions, ReachTheLineSearchTheLinearSolverAndTheDifferences) {
  const int usual = evaluations("petsc-newtonls", "");
  EXPECT_LT(evaluations("petsc-newtonls", "-snes_linesearch_type basic"),
            usual);  // one product less in each search
  EXPECT_NE(evaluations("petsc-newtonls", "-ksp_rtol 0.1"), usual);
  EXPECT_GT(evaluations("petsc-newtonls", "-mat_mffd_err 0.3"), usual);
  EXPECT_EQ(evaluations("petsc-newtonls", "-snes_mf"), usual);
  EXPECT_NE(evaluations("petsc-ngmres-ls", "-additive_snes_linesearch_type basic"),
            evaluations("petsc-ngmres-ls", ""));
}

TEST_F(PetscOptions, WinOverTheKnobs) {
  const Result m1 = run("petsc-anderson", {.memory = 1}), m5 = run("petsc-anderson", {.memory = 5});
  EXPECT_GT(m1.solution.iterations, m5.solution.iterations);
  EXPECT_EQ(run("petsc-anderson", {.memory = 5, .petsc = "-snes_anderson_m 1"}).z, m1.z);
  const Result half = run("petsc-anderson", {.mixing = 0.5});
  EXPECT_NE(half.z, run("petsc-anderson", {}).z);
  EXPECT_EQ(run("petsc-anderson", {.petsc = "-snes_anderson_beta 0.5"}).z, half.z);
  EXPECT_NE(run("petsc-ngmres", {.memory = 2}).z, run("petsc-ngmres", {}).z);
}

TEST_F(PetscOptions, MemoryHasBounds) {
  EXPECT_NE(complaint("petsc-anderson", "-snes_anderson_m 0"), "");
  EXPECT_NE(complaint("petsc-ngmres", "-snes_ngmres_m -3"), "");
  EXPECT_NE(complaint("petsc-ngmres", "-snes_ngmres_m 100000"), "");
  EXPECT_THROW(make_petsc_solver("petsc-anderson", 6, {.memory = 0}), Error);
  for (const char* name : {"petsc-anderson", "petsc-ngmres", "petsc-ngmres-ls"}) {
    EXPECT_TRUE(run(name, {.memory = 1}).solution.converged()) << name;
    EXPECT_TRUE(run(name, {.memory = 1000}).solution.converged()) << name;
  }
}

TEST_F(PetscOptions, StayWithTheirSolver) {
  const Result before = run("petsc-newtonls", {});
  const auto other =
      make_petsc_solver("petsc-newtonls", 6, {.petsc = "-snes_linesearch_type basic -ksp_rtol 0.1"});
  EXPECT_EQ(run("petsc-newtonls", {}).z, before.z);
}

TEST_F(PetscOptions, AreNotPassedOverInSilence) {
  const std::string unknown = complaint("petsc-newtonls", "-ksp_rtol 1e-3 -snes_linesaerch_type l2 -foo");
  EXPECT_NE(unknown.find("-foo, -snes_linesaerch_type"), std::string::npos) << unknown;
  EXPECT_EQ(unknown.find("-ksp_rtol"), std::string::npos) << unknown;
  EXPECT_NE(complaint("petsc-anderson", "-ksp_rtol 1e-3"), "") << "Anderson solves no linear systems";
  EXPECT_NE(complaint("petsc-newtonls", "-snes_anderson_m 3"), "");
  EXPECT_NE(complaint("petsc-newtonls", "ksp_rtol 1e-3").find("'ksp_rtol'"), std::string::npos);
  EXPECT_NE(complaint("petsc-newtonls", "-ksp_rtol 1e-3 1e-4").find("'1e-4'"), std::string::npos);
  EXPECT_NE(complaint("petsc-newtonls", "-snes_max_it 3").find("max_iterations"), std::string::npos);
  EXPECT_NE(complaint("petsc-newtonls", "-snes_linesearch_type sideways").find("sideways"),
            std::string::npos);
  EXPECT_NE(complaint("petsc-newtonls", "-mat_mffd_type sideways").find("sideways"), std::string::npos);
  EXPECT_NE(complaint("petsc-anderson", "-snes_anderson_m many").find("many"), std::string::npos);
  EXPECT_NE(complaint("petsc-newtonls", "-snes_type ngmres").find("petsc-ngmres"), std::string::npos);
  EXPECT_EQ(complaint("petsc-newtonls", "-snes_view -ksp_view -snes_converged_reason -ksp_gmres_restart 5"),
            "");
  EXPECT_EQ(complaint("petsc-newtonls", "  "), "");
}

TEST_F(PetscOptions, WhatOnlyASolveFindsOutIsAnErrorToo) {
  try {
    run("petsc-newtonls", {.petsc = "-pc_type lu"});  // there is no matrix to factorize
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.problems().at(0).id, "petsc-failed");
    EXPECT_NE(std::string(error.what()).find("petsc-newtonls"), std::string::npos);
  }
}

TEST_F(PetscOptions, DifferencesKnowTheNoiseOfPsi) {
  const auto noisy = [](std::span<const double> z, std::span<double> psi) {
    chain(z, psi);
    for (std::size_t i = 0; i < z.size(); ++i) psi[i] += 1e-7 * std::sin(1e12 * (z[i] + psi[i]));
    return true;
  };
  const Criterion blind{.tolerance = 1e-5, .max_iterations = 20},
      aware{.tolerance = 1e-5, .max_iterations = 20, .noise = 1e-7};
  EXPECT_FALSE(run("petsc-newtonls", {}, noisy, blind).solution.converged());
  EXPECT_TRUE(run("petsc-newtonls", {}, noisy, aware).solution.converged());
  EXPECT_TRUE(run("petsc-newtonls", {.petsc = "-mat_mffd_err 3e-4"}, noisy, blind).solution.converged());
}

}  // namespace
}  // namespace accordo
