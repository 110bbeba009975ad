// Started by mpirun: the runs of executors_test on the ranks of a job, one after the other, compared on rank
// 0 with the same run on one thread. One job for all of them, because starting one takes longer than they do.

#include <fmt/format.h>

#include "execute/communicator.hpp"
#include "tests/laws/executor_runs.hpp"

namespace {

using namespace accordo;
using namespace accordo::testing;

/// The number of runs that differ.
int compare(Communicator& mpi) {
  int runs = 0, wrong = 0;
  for (RunOf run : executor_runs()) {
    ++runs;
    run.execution.mpi = true;
    const std::unique_ptr<Session> session = open_case(run);
    if (session->hosts()) {
      session->host();
      continue;
    }
    const Report elsewhere = report_of(*session);
    run.execution.mpi = false;
    const std::string found = difference(elsewhere, report_of(run));
    if (found.empty()) continue;
    ++wrong;
    fmt::print("{}: {}\n", title(run), found);
  }
  if (mpi.rank() == 0) fmt::print("{} runs on {} ranks, {} differ\n", runs, mpi.size(), wrong);
  return wrong;
}

}  // namespace

int main() {
  if (!started_by_mpirun()) {
    fmt::print(stderr, "to be started by mpirun, with two ranks or more\n");
    return 2;
  }
  Communicator& mpi = open_mpi();
  try {
    return compare(mpi) == 0 ? 0 : 1;
  } catch (const std::exception& e) {
    fmt::print(stderr, "rank {}: {}\n", mpi.rank(), e.what());
    std::fflush(nullptr);
    mpi.abort(1);
    return 1;
  }
}
