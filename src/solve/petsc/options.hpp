// The options a user gives to PETSc, in a database of their own.
#pragma once

#include <petscsys.h>

#include <string>

namespace accordo::petsc {

/// `given` after `defaults`, so that it wins. Throws Error "petsc-option" for what is no option, and for
/// options that would have no effect here. The mutex must be held.
PetscOptions make_options(const std::string& defaults, const std::string& given);

/// Throws Error "petsc-option" where the number of iterates to remember is none: PETSc divides by it, and
/// takes room for its square without asking how much that is.
void check_memory(PetscOptions options, const char* option, const char* solver);

/// Throws Error "petsc-option" that names the options nobody has asked for, now that everything is set up.
void refuse_unused(PetscOptions options, const char* solver);

/// Makes a database the one where PETSc looks first, as long as this lives: line searches and matrices do not
/// read the database of the solver they belong to.
class InForce {
 public:
  explicit InForce(PetscOptions options);
  ~InForce();
  InForce(const InForce&) = delete;
  InForce& operator=(const InForce&) = delete;
};

}  // namespace accordo::petsc
