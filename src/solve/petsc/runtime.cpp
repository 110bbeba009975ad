#include "solve/petsc/runtime.hpp"

#include <mpi.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <map>

#include "base/error.hpp"

namespace accordo::petsc {
namespace {

bool mpi_is_ours = false;
pid_t process = 0;  // that started PETSc
std::string message;

/// Puts the environment back to what it was: Open MPI leaves a dozen variables behind, with which an MPI
/// program started by this process would mistake itself for a part of it.
class Environment {
 public:
  Environment() : before_(all()) {}
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;
  ~Environment() {
    for (const auto& [name, value] : all()) {
      if (!before_.contains(name)) unsetenv(name.c_str());
    }
    for (const auto& [name, value] : before_) setenv(name.c_str(), value.c_str(), 1);
  }

 private:
  static std::map<std::string, std::string> all() {
    std::map<std::string, std::string> variables;
    for (char** entry = environ; entry && *entry; ++entry) {
      const std::string text = *entry;
      const std::size_t end = text.find('=');
      if (end != std::string::npos && end > 0) variables.emplace(text.substr(0, end), text.substr(end + 1));
    }
    return variables;
  }
  std::map<std::string, std::string> before_;
};

/// Puts every signal back to what it was: Open MPI and PETSc both install handlers for crashes, and Ctrl-C is
/// the program's.
class Signals {
 public:
  Signals() {
    for (int s = 1; s < kCount; ++s) known_[index(s)] = sigaction(s, nullptr, &action_[index(s)]) == 0;
  }
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;
  ~Signals() {
    for (int s = 1; s < kCount; ++s) {
      if (known_[index(s)] && s != SIGKILL && s != SIGSTOP) sigaction(s, &action_[index(s)], nullptr);
    }
  }

 private:
  static constexpr int kCount = 32;
  static std::size_t index(int s) { return static_cast<std::size_t>(s); }
  std::array<struct sigaction, kCount> action_{};
  std::array<bool, kCount> known_{};
};

/// Keeps the first message of a failure instead of printing the whole call stack.
PetscErrorCode keep_message(MPI_Comm, int, const char*, const char*, PetscErrorCode code, PetscErrorType type,
                            const char* text, void*) {
  if (type == PETSC_ERROR_INITIAL) message = text && *text ? text : "error " + std::to_string(code);
  return code;
}

void start_mpi() {
  int started = 0, over = 0;
  MPI_Initialized(&started);
  MPI_Finalized(&over);
  if (over) throw Error(Exit::bug, "internal", "PETSc is asked for after the end of MPI");
  if (started) return;
  if (!std::getenv("OMPI_COMM_WORLD_SIZE") && !std::getenv("PMIX_RANK")) {
    // Not under mpirun: a process alone needs no daemon (300 ms, and it aborts without a network or a PATH),
    // no transport but to itself, and no folder for others to meet in.
    setenv("OMPI_MCA_ess_singleton_isolated", "1", 0);
    setenv("OMPI_MCA_pml", "ob1", 0);
    setenv("OMPI_MCA_btl", "self", 0);
    setenv("OMPI_MCA_orte_create_session_dirs", "0", 0);
  }
  int provided = 0;
  if (MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided) != MPI_SUCCESS) {
    throw Error(Exit::usage, "petsc-missing", "MPI, which PETSc needs, does not start here");
  }
  mpi_is_ours = true;
}

void finish() {
  if (getpid() != process) return;  // a fork of it ends
  // A thread may still be inside PETSc when another one ends the process.
  const std::unique_lock lock(mutex(), std::try_to_lock);
  if (!lock || !running()) return;
  PetscFinalize();
  if (mpi_is_ours) MPI_Finalize();
}

}  // namespace

std::mutex& mutex() {
  static std::mutex instance;
  return instance;
}

bool running() {
  PetscBool started = PETSC_FALSE, finished = PETSC_FALSE;
  PetscInitialized(&started);
  PetscFinalized(&finished);
  if (!started || finished) return false;
  int mpi_is_over = 0;  // whoever started it may have ended it already
  MPI_Finalized(&mpi_is_over);
  return !mpi_is_over;
}

void start() {
  if (running()) return;
  const LeaksOfOthers not_reported;
  const Signals signals;
  const Environment environment;
  start_mpi();
  unsetenv("PETSC_OPTIONS");
  unsetenv("PETSC_OPTIONS_YAML");
  // Solvers are private to a process, also where several run under mpirun.
  PETSC_COMM_WORLD = MPI_COMM_SELF;
  static char name[] = "accordo", skip[] = "-skip_petscrc";  // PETSc keeps the pointers
  static char* arguments[] = {name, skip, nullptr};
  char** values = arguments;
  int count = 2;
  if (PetscInitialize(&count, &values, nullptr, nullptr) != 0) {
    throw Error(Exit::usage, "petsc-missing", "PETSc does not start here");
  }
  PetscPopSignalHandler();
  PetscPushErrorHandler(keep_message, nullptr);
  process = getpid();
  std::atexit(finish);
}

std::string latest_message() {
  return message;
}

void check(PetscErrorCode code, const char* id) {
  if (code != 0) throw Error(Exit::usage, id, "PETSc: " + message);
}

}  // namespace accordo::petsc
