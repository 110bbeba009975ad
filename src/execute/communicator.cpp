// Opens the module with MPI.
#include "execute/communicator.hpp"

#include <dlfcn.h>

#include <cstdlib>

#include "base/error.hpp"
#include "base/modules.hpp"

namespace accordo {

bool started_by_mpirun() {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_SIZE"}) {
    if (const char* size = std::getenv(name); size != nullptr && std::atoi(size) > 1) return true;
  }
  return false;
}

Communicator& open_mpi() {
  static Communicator* const communicator = [] {
    const FoundModule found = find_module(kMpiModule);
    if (found.file.empty()) {
      throw Error(Exit::usage, "mpi-missing",
                  std::string("MPI is a module, ") + kMpiModule + ", which is not in " + found.looked,
                  "install libopenmpi-dev and build Accordo again, or run without mpirun");
    }
    // Global: MPI's own plug-ins look for its symbols. Never closed.
    void* module = dlopen(found.file.c_str(), RTLD_NOW | RTLD_GLOBAL | RTLD_NODELETE);
    const auto open = module == nullptr ? nullptr : reinterpret_cast<OpenMpi>(dlsym(module, kOpenMpi));
    if (open == nullptr) {
      const char* reason = dlerror();
      throw Error(Exit::usage, "mpi-missing",
                  std::string("MPI cannot be loaded: ") + (reason != nullptr ? reason : found.file),
                  "install libopenmpi3, or run without mpirun");
    }
    return open();
  }();
  return *communicator;
}

}  // namespace accordo
