// Units elsewhere, through the real program: threads, processes of their own and MPI ranks write the same
// file, and a process that dies takes nothing with it but the run.

#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "tests/integration/program.hpp"
#include "tests/integration/table.hpp"

namespace accordo::testing {
namespace {

/// mpirun on this machine only, on any number of cores, whoever runs it.
const std::string kMpirun =
    "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_plm=isolated mpirun --oversubscribe "
    "-n 3 ";

/// The exit code of a command line in the folder.
int shell(const Folder& folder, const std::string& command) {
  const std::string line = "cd '" + folder.path().string() + "' && " + command + " >> log 2>&1";
  const int status = std::system(line.c_str());  // NOLINT(cert-env33-c): what users type
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

bool has_mpi(const Folder& folder) {
  return std::filesystem::exists(std::filesystem::path(ACCORDO_PROGRAM).parent_path() / "accordo_mpi.so") &&
         shell(folder, kMpirun + "true") == 0;
}

/// The processes that a process has started.
std::vector<pid_t> children(pid_t parent) {
  const std::string id = std::to_string(parent);
  std::ifstream list("/proc/" + id + "/task/" + id + "/children");
  std::vector<pid_t> found;
  for (pid_t child = 0; list >> child;) found.push_back(child);
  return found;
}

/// Whether a process has ended; one that nobody has asked how counts.
bool gone(pid_t process) {
  std::ifstream status("/proc/" + std::to_string(process) + "/stat");
  std::string id, name, state;
  return !(status >> id >> name >> state) || state == "Z" || state == "X";
}

template <class Condition>
bool wait_for(Condition condition) {
  for (int i = 0; i < 1000; ++i) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return false;
}

class WhereUnitsRun : public ::testing::TestWithParam<const char*> {};

TEST_P(WhereUnitsRun, ChangesNoByteOfTheResults) {
  const Folder folder;
  const std::string arguments = GetParam();
  const std::string program = std::string("'") + ACCORDO_PROGRAM + "' ";
  ASSERT_EQ(shell(folder, program + "cases two-mass -o s.yaml"), 0);
  const std::string run = program + "run s.yaml --stop 0.05 " + arguments;
  ASSERT_EQ(shell(folder, run + " -o serial.csv"), 0) << folder.read("log");
  ASSERT_EQ(shell(folder, run + " --threads 2 -o threads.csv"), 0) << folder.read("log");
  ASSERT_EQ(shell(folder, run + " --isolate -o processes.csv"), 0) << folder.read("log");
  EXPECT_EQ(folder.read("threads.csv"), folder.read("serial.csv"));
  EXPECT_EQ(folder.read("processes.csv"), folder.read("serial.csv"));
  if (!has_mpi(folder)) GTEST_SKIP() << "no mpirun here";
  ASSERT_EQ(shell(folder, kMpirun + run + " -o ranks.csv"), 0) << folder.read("log");
  EXPECT_EQ(folder.read("ranks.csv"), folder.read("serial.csv"));
}

INSTANTIATE_TEST_SUITE_P(Methods, WhereUnitsRun,
                         ::testing::Values("--method jacobi --step 1e-3", "--method gauss-seidel --step 1e-3",
                                           "--method ifosmondi --step 2e-3",
                                           "--method missiles --tolerance 1e-4",
                                           "--method ifosmondi-jfm --tolerance 1e-4 --estimate all",
                                           "--method f3ornits --tolerance 1e-3"));

TEST(Ranks, ProblemsEndTheJobWithTheirCode) {
  const Folder folder;
  if (!has_mpi(folder)) GTEST_SKIP() << "no mpirun here";
  folder.write("s.yaml", pair_scenario("{stop: 1, method: jakobi, step: 0.1}"));
  EXPECT_EQ(shell(folder, kMpirun + ACCORDO_PROGRAM " run s.yaml"), 2);
  EXPECT_NE(folder.read("log").find("did you mean 'jacobi'"), std::string::npos);
}

/// A run that would take long, in its first second.
class LongRun : public ::testing::Test {
 protected:
  LongRun() {
    folder_.write("s.yaml", pair_scenario("{stop: 1e6, method: jacobi, step: 0.01}"));
    program_ = std::make_unique<Program>(
        folder_,
        std::vector<std::string>{"run", "s.yaml", "--isolate", "-o", "out.csv", "--output-interval", "1"});
  }
  std::vector<pid_t> workers() {
    wait_for([&] { return children(program_->pid()).size() == 2; });
    return children(program_->pid());
  }
  Folder folder_;
  std::unique_ptr<Program> program_;
};

TEST_F(LongRun, EndsWithCode3WhenAWorkerIsKilled) {
  const auto workers = this->workers();
  ASSERT_EQ(workers.size(), 2U);
  wait_for(
      [&] { return folder_.has("out.csv") && std::filesystem::file_size(folder_.path() / "out.csv") > 0; });
  kill(workers[0], SIGKILL);
  const Result result = program_->wait();
  EXPECT_EQ(result.code, 3) << result;
  EXPECT_NE(result.err.find("unit 'a'"), std::string::npos) << result;
  EXPECT_NE(result.err.find("signal 9"), std::string::npos) << result;
  EXPECT_GT(Table::parse(folder_.read("out.csv")).rows.size(), 1U) << "complete rows";
  EXPECT_TRUE(wait_for([&] { return gone(workers[1]); })) << "the other worker is gone, too";
}

TEST_F(LongRun, LeavesNoWorkerWhenItIsKilledItself) {
  const auto workers = this->workers();
  ASSERT_EQ(workers.size(), 2U);
  kill(program_->pid(), SIGKILL);
  program_->wait();
  for (const pid_t worker : workers) EXPECT_TRUE(wait_for([&] { return gone(worker); }));
}

}  // namespace
}  // namespace accordo::testing
