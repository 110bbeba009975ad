// Opens the module with PETSc's solvers.
#include "solve/petsc_loader.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <system_error>

#include "base/error.hpp"
#include "solve/petsc/module.hpp"

namespace accordo {
namespace {

namespace fs = std::filesystem;

constexpr const char* kWithout = "or choose a solver that needs no PETSc: auto, newton, broyden, anderson";

std::vector<fs::path> folders() {
  if (const char* given = std::getenv("ACCORDO_MODULES"); given && *given) return {given};
  std::error_code ignored;
  const fs::path here = fs::read_symlink("/proc/self/exe", ignored).parent_path();
  if (here.empty()) return {};
  return {here, here.parent_path() / "lib" / "accordo"};
}

[[noreturn]] void fail(const std::string& what, const std::string& remedy) {
  throw Error(Exit::usage, "petsc-missing", what, remedy + ", " + kWithout);
}

/// The path of the module; throws where there is none.
std::string find_module() {
  std::string looked;
  for (const fs::path& folder : folders()) {
    const fs::path file = folder / kPetscModule;
    std::error_code ignored;
    if (fs::exists(file, ignored)) return file.string();
    looked += (looked.empty() ? "" : " and ") + folder.string();
  }
  fail(std::string("PETSc's solvers are a module, ") + kPetscModule + ", which is not in " +
           (looked.empty() ? "any known folder" : looked),
       "install libpetsc-real-dev and build Accordo again");
}

MakePetscSolver open_module() {
  const std::string path = find_module();
  // Never closed: PETSc and MPI cannot be started twice in a process. Local, so that their hundred libraries
  // do not answer for symbols of anyone else, such as units.
  void* module = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (!module) {
    const char* reason = dlerror();
    fail(std::string("PETSc's solvers cannot be loaded: ") + (reason ? reason : path),
         "install libpetsc-real3.18");
  }
  const auto make = reinterpret_cast<MakePetscSolver>(dlsym(module, kMakePetscSolver));
  if (!make) fail(path + " belongs to another version of Accordo", "build or install it anew");
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
