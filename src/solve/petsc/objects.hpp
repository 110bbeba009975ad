// PETSc's objects that make up one solver.
#pragma once

#include <petscsnes.h>

#include <string_view>

#include "solve/solver.hpp"

namespace accordo::petsc {

/// One of the solvers we offer.
struct Kind {
  const char* name;
  SNESType type;
  SNESLineSearchType line_search;
  const char* memory;  ///< the option that says how many iterates it remembers; null: none
};

const Kind& find_kind(std::string_view name);

/// What PETSc calls, with the same context: F(x), and the test of convergence after each iteration.
struct Callbacks {
  PetscErrorCode (*residual)(SNES, Vec x, Vec F, void* context);
  PetscErrorCode (*test)(SNES, PetscInt iteration, PetscReal, PetscReal, PetscReal,
                         SNESConvergedReason* reason, void* context);
  void* context;
};

/// Kept for the whole life of a solver. Made and destroyed with the mutex held.
struct Objects {
  PetscOptions options = nullptr;
  Vec x = nullptr, F = nullptr;
  SNES snes = nullptr;
  Mat J = nullptr;                    ///< differences of F
  bool user_sets_difference = false;  ///< by -mat_mffd_err

  /// Throws Error "petsc-option" for options that cannot be.
  Objects(const Kind& kind, int size, const SolverKnobs& knobs, const Callbacks& callbacks);
  Objects(const Objects&) = delete;
  Objects& operator=(const Objects&) = delete;
  ~Objects();

 private:
  Objects() = default;
  void create(const Kind& kind, int size, const Callbacks& callbacks);
  void read_options(const Kind& kind);
};

}  // namespace accordo::petsc
