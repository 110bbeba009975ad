#include "tests/integration/processes.hpp"

#include <sys/wait.h>

#include <cstdlib>
#include <fstream>

namespace accordo::testing {

std::string mpirun(int ranks) {
  // Under AddressSanitizer: MPI leaks.
  return "ASAN_OPTIONS=detect_leaks=0 OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 "
         "OMPI_MCA_plm=isolated mpirun "
         "--oversubscribe -n " +
         std::to_string(ranks) + " ";
}

int shell(const Folder& folder, const std::string& command) {
  const std::string line = "cd '" + folder.path().string() + "' && " + command + " >> log 2>&1";
  const int status = std::system(line.c_str());  // NOLINT(cert-env33-c): what users type
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

bool has_mpi(const Folder& folder) {
  return std::filesystem::exists(std::filesystem::path(ACCORDO_PROGRAM).parent_path() / "accordo_mpi.so") &&
         shell(folder, mpirun(1) + "true") == 0;
}

std::vector<pid_t> children(pid_t parent) {
  const std::string id = std::to_string(parent);
  std::ifstream list("/proc/" + id + "/task/" + id + "/children");
  std::vector<pid_t> found;
  for (pid_t child = 0; list >> child;) found.push_back(child);
  return found;
}

bool gone(pid_t process) {
  std::ifstream status("/proc/" + std::to_string(process) + "/stat");
  std::string id, name, state;
  return !(status >> id >> name >> state) || state == "Z" || state == "X";
}

}  // namespace accordo::testing
