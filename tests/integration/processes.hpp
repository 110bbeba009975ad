// For tests: command lines, and the processes that they start.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "tests/integration/program.hpp"

namespace accordo::testing {

/// Starts so many ranks on this machine, on any number of cores, whoever runs it.
std::string mpirun(int ranks);

/// The exit code of a command line in the folder; what it prints is added to the file `log`.
int shell(const Folder& folder, const std::string& command);

/// Whether MPI was built and can be started.
bool has_mpi(const Folder& folder);

/// The processes that a process has started.
std::vector<pid_t> children(pid_t parent);

/// Whether a process has ended; one that nobody has asked how counts.
bool gone(pid_t process);

/// Waits for a condition, twenty seconds at most.
template <class Condition>
bool wait_for(Condition condition) {
  for (int i = 0; i < 1000; ++i) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return false;
}

}  // namespace accordo::testing
