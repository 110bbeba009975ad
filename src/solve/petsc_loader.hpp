// The way to PETSc's solvers, which live in a module of their own that is loaded when the first one is made.
#pragma once

#include <memory>

#include "solve/solver.hpp"

namespace accordo {

/// `name`: petsc-newtonls, petsc-anderson, petsc-ngmres or petsc-ngmres-ls. Throws Error "petsc-missing"
/// where the module or the library is not there, "petsc-option" for options that PETSc does not know. The
/// module is looked for in the folder $ACCORDO_MODULES; where that is not set, beside the running program and
/// in ../lib/accordo from there.
std::unique_ptr<Solver> make_petsc_solver(const char* name, int size, const SolverKnobs& knobs);

}  // namespace accordo
