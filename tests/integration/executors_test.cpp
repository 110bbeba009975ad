// Units elsewhere, through the real program: threads, processes of their own and MPI ranks write the same
// file.

#include <gtest/gtest.h>

#include "tests/integration/processes.hpp"

namespace accordo::testing {
namespace {

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
  ASSERT_EQ(shell(folder, mpirun(3) + run + " -o ranks.csv"), 0) << folder.read("log");
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
  EXPECT_EQ(shell(folder, mpirun(3) + ACCORDO_PROGRAM " run s.yaml"), 2);
  EXPECT_NE(folder.read("log").find("did you mean 'jacobi'"), std::string::npos);
}

}  // namespace
}  // namespace accordo::testing
