// What the program and the module with PETSc's solvers agree on. The module is opened by name, so that a
// program that does not use it never loads PETSc nor MPI.
#pragma once

#include "solve/solver.hpp"

namespace accordo {

/// Makes one of PETSc's solvers; the caller owns it. Throws Error.
using MakePetscSolver = Solver* (*)(const char* name, int size, const SolverKnobs& knobs);

inline constexpr const char* kPetscModule = "accordo_petsc.so";
/// The number changes with solver.hpp: a module that was built for another program is then not mistaken for
/// ours.
inline constexpr const char* kMakePetscSolver = "accordo_make_petsc_solver_1";

}  // namespace accordo
