// PETSc and MPI, started once in a process that belongs to somebody else: no options from the environment, no
// signal handlers, nothing left in the temporary folder.
#pragma once

#include <petscsys.h>

#include <mutex>
#include <string>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif

namespace accordo::petsc {

/// Held around every call of PETSc, which is not thread-safe at all. Given back while ψ is evaluated: units
/// may take long, and may use PETSc themselves.
std::mutex& mutex();

/// Starts MPI and PETSc unless they run already. The mutex must be held. Throws Error where they do not
/// start.
void start();

/// Whether PETSc can be called; no longer so at the very end of the process. The mutex must be held.
bool running();

/// While it lives, a search for leaks passes over what this thread allocates: Open MPI never gives back what
/// it needs to start, nor PETSc what it held when an option turned out to be wrong.
class LeaksOfOthers {
 public:
  LeaksOfOthers() {}
#ifdef __SANITIZE_ADDRESS__
 private:
  __lsan::ScopedDisabler disabled_;
#endif
};

/// What PETSc said about the latest failure.
std::string latest_message();

/// Throws Error(id) with PETSc's message unless `code` is 0.
void check(PetscErrorCode code, const char* id);

}  // namespace accordo::petsc
