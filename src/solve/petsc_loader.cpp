// Opens the module with PETSc's solvers.
#include "solve/petsc_loader.hpp"

#include <dlfcn.h>

#include <mutex>

#include "base/error.hpp"
#include "base/modules.hpp"
#include "solve/petsc/module.hpp"

namespace accordo {
namespace {

constexpr const char* kWithout = "or choose a solver that needs no PETSc: auto, newton, broyden, anderson";

[[noreturn]] void fail(const std::string& what, const std::string& remedy) {
  throw Error(Exit::usage, "petsc-missing", what, remedy + ", " + kWithout);
}

/// The path of the module; throws where there is none.
std::string path_of_module() {
  const FoundModule found = find_module(kPetscModule);
  if (!found.file.empty()) return found.file;
  fail(std::string("PETSc's solvers are a module, ") + kPetscModule + ", which is not in " + found.looked,
       "install libpetsc-real-dev and build Accordo again");
}

MakePetscSolver open_module() {
  const std::string path = path_of_module();
  // Never closed: PETSc and MPI cannot be started twice in a process. Local, so that their hundred libraries
  // do not answer for symbols of anyone else, such as units.
  void* module = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (!module) {
    const char* reason = dlerror();
    fail(std::string("PETSc's solvers cannot be loaded: ") + (reason ? reason : path),
         "install libpetsc-real3.18");
  }
  const auto make = reinterpret_cast<MakePetscSolver>(dlsym(module, kMakePetscSolver));
  if (!make) fail(path + " belongs to another version of Accordo", "build or install it again");
  return make;
}

}  // namespace

std::unique_ptr<Solver> make_petsc_solver(const char* name, int size, const SolverKnobs& knobs) {
  static std::mutex mutex;
  static MakePetscSolver make = nullptr;
  {
    const std::lock_guard lock(mutex);
    if (!make) make = open_module();
  }
  return std::unique_ptr<Solver>(make(name, size, knobs));
}

}  // namespace accordo
