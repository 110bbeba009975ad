// All solvers by name.
#include <algorithm>
#include <array>
#include <utility>

#include "solve/chain.hpp"
#include "solve/iteration.hpp"
#include "solve/petsc_loader.hpp"
#include "solve/solver.hpp"

namespace accordo {
namespace {

using After = Chain::After;

template <class... Methods>
std::unique_ptr<Solver> chain(int size, After after, Methods... methods) {
  std::vector<std::unique_ptr<Iteration>> list;
  (list.push_back(std::move(methods)), ...);
  return std::make_unique<Chain>(size, std::move(list), after);
}

std::unique_ptr<Solver> automatic(int size, const SolverKnobs& knobs) {
  const auto inverse = std::make_shared<InverseJacobian>(size);
  return chain(size, After::try_next, make_estimator_newton(size), make_broyden(size, inverse),
               make_newton(size, inverse), make_anderson(size, knobs.memory, knobs.mixing));
}

std::unique_ptr<Solver> broyden(int size, const SolverKnobs&) {
  const auto inverse = std::make_shared<InverseJacobian>(size);
  return chain(size, After::try_next, make_broyden(size, inverse), make_newton(size, inverse));
}

constexpr std::array kSolvers{
    SolverInfo{"auto", "estimator-newton where units linearize, then broyden, newton, anderson", automatic},
    SolverInfo{"broyden", "Broyden with the inverse Jacobian kept from solve to solve; newton starts it",
               broyden},
    SolverInfo{"newton", "Newton with GMRES on differences of the residual, line search",
               [](int size, const SolverKnobs&) { return chain(size, After::give_up, make_newton(size)); }},
    SolverInfo{"anderson", "Anderson mixing of depth m",
               [](int size, const SolverKnobs& knobs) {
                 return chain(size, After::give_up, make_anderson(size, knobs.memory, knobs.mixing));
               }},
    SolverInfo{"aitken", "fixed point with Aitken's relaxation",
               [](int size, const SolverKnobs& knobs) {
                 return chain(size, After::give_up, make_aitken(size, knobs.mixing));
               }},
    SolverInfo{"picard", "fixed point: z = psi(z), again and again",
               [](int size, const SolverKnobs& knobs) {
                 return chain(size, After::give_up, make_picard(size, knobs.mixing));
               }},
    SolverInfo{"estimator-newton", "Newton with the inverse Jacobian that the units' linearizations give",
               [](int size, const SolverKnobs&) {
                 return chain(size, After::give_up, make_estimator_newton(size));
               }},
    SolverInfo{
        "petsc-newtonls", "PETSc's Newton with GMRES on differences, line search",
        [](int size, const SolverKnobs& knobs) { return make_petsc_solver("petsc-newtonls", size, knobs); }},
    SolverInfo{
        "petsc-anderson", "PETSc's Anderson mixing",
        [](int size, const SolverKnobs& knobs) { return make_petsc_solver("petsc-anderson", size, knobs); }},
    SolverInfo{
        "petsc-ngmres", "PETSc's nonlinear GMRES",
        [](int size, const SolverKnobs& knobs) { return make_petsc_solver("petsc-ngmres", size, knobs); }},
    SolverInfo{
        "petsc-ngmres-ls", "PETSc's nonlinear GMRES with a line search",
        [](int size, const SolverKnobs& knobs) { return make_petsc_solver("petsc-ngmres-ls", size, knobs); }},
};

}  // namespace

std::span<const SolverInfo> solvers() {
  return kSolvers;
}

const SolverInfo* find_solver(std::string_view name) {
  const auto* const found =
      std::find_if(kSolvers.begin(), kSolvers.end(), [&](const SolverInfo& s) { return name == s.name; });
  return found == kSolvers.end() ? nullptr : found;
}

}  // namespace accordo
