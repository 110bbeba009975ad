// Units elsewhere that come to a bad end, through the real program: a message that names unit, call, time and
// signal, once; complete rows; nobody and nothing left behind; no hang.

#include <signal.h>

#include <algorithm>
#include <cstring>
#include <string_view>

#include "tests/integration/misbehaving_fmu.hpp"
#include "tests/integration/processes.hpp"

namespace accordo::testing {
namespace {

namespace fs = std::filesystem;

int count(std::string_view text, std::string_view word) {
  int n = 0;
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) ++n;
  return n;
}

/// A run that would take days, in its first second; its rows come fast, and in a folder with a temporary
/// folder of its own.
class LongRun : public ::testing::Test {
 protected:
  LongRun() {
    fs::create_directory(temporary());
    setenv("TMPDIR", temporary().c_str(), 1);
    setenv("XDG_CACHE_HOME", (folder_.path() / "cache").c_str(), 1);
    setenv("ASAN_OPTIONS", "handle_segv=0", 1);  // a worker that is killed is to end as others do
    folder_.write("s.yaml", pair_scenario("{stop: 1e6, method: jacobi, step: 0.01}"));
  }
  ~LongRun() override {
    for (const char* name : {"TMPDIR", "XDG_CACHE_HOME", "ASAN_OPTIONS"}) unsetenv(name);
  }

  fs::path temporary() const { return folder_.path() / "tmp"; }
  void start(const std::vector<std::string>& more = {}) {
    std::vector<std::string> words{"run", "s.yaml", "--isolate", "-o", "out.csv"};
    words.insert(words.end(), more.begin(), more.end());
    program_ = std::make_unique<Program>(folder_, words);
  }
  /// Once there are rows.
  std::vector<pid_t> workers() {
    EXPECT_TRUE(wait_for([&] { return children(program_->pid()).size() == 2; }));
    EXPECT_TRUE(wait_for([&] { return rows_written(); })) << "rows come once a second";
    return children(program_->pid());
  }
  /// Two of them at least: where a second passes between opening the file and the first row, the heading
  /// comes alone.
  bool rows_written() const { return folder_.has("out.csv") && count(folder_.read("out.csv"), "\n") > 2; }
  void expect_complete_rows() const {
    const std::string text = folder_.read("out.csv");
    ASSERT_FALSE(text.empty());
    EXPECT_EQ(text.back(), '\n');
    const Table table = Table::parse(text);
    ASSERT_GT(table.rows.size(), 1U);
    const std::vector<double> times = table.column("time");
    for (std::size_t i = 1; i < times.size(); ++i) ASSERT_NEAR(times[i] - times[i - 1], 0.01, 1e-6);
  }

  Folder folder_;
  std::unique_ptr<Program> program_;
};

struct Kill {
  int signal;
  const char* said;
};

class KilledWorker : public LongRun, public ::testing::WithParamInterface<Kill> {};

TEST_P(KilledWorker, EndsTheRunWithCode3) {
  start({"--unit-timeout", "1"});
  const auto workers = this->workers();
  ASSERT_EQ(workers.size(), 2U);
  kill(workers[0], GetParam().signal);
  const Result result = program_->wait();
  EXPECT_EQ(result.code, 3) << result;
  for (const std::string& text : {std::string("unit 'a' failed at t = "), std::string(GetParam().said)})
    EXPECT_NE(result.err.find(text), std::string::npos) << text << result;
  EXPECT_EQ(count(result.err, "error"), 1) << result;
  EXPECT_NE(result.err.find(" in "), std::string::npos) << "what it was asked for" << result;
  expect_complete_rows();
  for (const pid_t worker : workers) EXPECT_TRUE(wait_for([&] { return gone(worker); }));
  EXPECT_TRUE(fs::is_empty(temporary()));
}

INSTANTIATE_TEST_SUITE_P(Signals, KilledWorker,
                         ::testing::Values(Kill{SIGKILL, "ended by signal 9 (Killed)"},
                                           Kill{SIGSEGV, "ended by signal 11 (Segmentation fault)"},
                                           Kill{SIGTERM, "ended by signal 15 (Terminated)"},
                                           Kill{SIGSTOP, "it did not answer for 1 s"}));

TEST_F(LongRun, LeavesNoWorkerWhenItIsKilledItself) {
  start();
  const auto workers = this->workers();
  ASSERT_EQ(workers.size(), 2U);
  kill(workers[1], SIGSTOP);  // not even one that does not listen
  kill(program_->pid(), SIGKILL);
  program_->wait();
  for (const pid_t worker : workers) EXPECT_TRUE(wait_for([&] { return gone(worker); }));
  expect_complete_rows();
}

/// A terminal that is closed, or a batch system whose time is over.
TEST_F(LongRun, EndsInGoodOrderWhenItIsHungUp) {
  for (const int number : {SIGHUP, SIGTERM, SIGXCPU}) {
    start();
    EXPECT_EQ(workers().size(), 2U);
    kill(program_->pid(), number);
    EXPECT_EQ(program_->wait().code, 130) << strsignal(number);
    expect_complete_rows();
    EXPECT_NE(folder_.read("out.json").find("\"interrupted\""), std::string::npos);
    fs::remove(folder_.path() / "out.csv");
  }
}

TEST_F(LongRun, ThatFillsAFileOrLosesItsReaderIsToldSo) {
  fmi::write_zip(folder_.path() / "bad.fmu",
                 fmi::misbehaving_entries(fmi::misbehaving_description("nothing")));
  for (const std::string run : {"run s.yaml", "run bad.fmu --stop 1e6 --trust"}) {
    const std::string program = std::string("'") + ACCORDO_PROGRAM + "' " + run;
    EXPECT_EQ(shell(folder_, "ulimit -f 64; " + program + " -o out.csv"), 5) << folder_.read("log");
    EXPECT_EQ(shell(folder_, "(" + program + " -o -; echo $? > code) | head -1"), 0);
    EXPECT_EQ(folder_.read("code"), "5\n");
    EXPECT_TRUE(fs::is_empty(temporary()));
  }
}

TEST_F(LongRun, WhatItLeavesWhenKilledIsRemovedByTheNext) {
  const std::string fmu = "bad.fmu";
  fmi::write_zip(folder_.path() / fmu, fmi::misbehaving_entries(fmi::misbehaving_description("nothing")));
  folder_.write("s.yaml", R"(units: {first: {fmu: bad.fmu}, second: {fmu: bad.fmu}}
connections: [first.y -> second.u, second.y -> first.u]
experiment: {stop: 1e6, method: jacobi, step: 0.01}
)");
  start();
  const auto workers = this->workers();
  EXPECT_FALSE(fs::is_empty(temporary())) << "an FMU must be unpacked somewhere";
  kill(program_->pid(), SIGKILL);
  program_->wait();
  for (const pid_t worker : workers) EXPECT_TRUE(wait_for([&] { return gone(worker); }));
  expect_complete_rows();
  const Result next = accordo(folder_, {"run", "s.yaml", "--stop", "1", "-o", "out.csv"});
  EXPECT_EQ(next.code, 0) << next;
  EXPECT_TRUE(fs::is_empty(temporary()));
}

/// The FMU alone in its process.
class IsolatedFmu : public MisbehavingFmu {};

TEST_F(IsolatedFmu, IsNamedOnceWithCallAndSignal) {
  const std::string call = "fmi2DoStep of 'bad.fmu'";
  for (const auto& [mode, said] : std::vector<std::pair<std::string, std::string>>{
           {"segfault late", "ended by signal 11 (Segmentation fault) in a step, by " + call},
           {"stack overflow late", "ended by signal 11 (Segmentation fault) in a step, by " + call},
           {"abort late", "ended by signal 6 (Aborted) in a step, by " + call},
           {"exit late", "exited with code 3 in a step, by " + call},
           {"hang late", "it did not answer for 0.5 s in a step, by " + call}}) {
    pack(mode);
    const Result result = run("jacobi", {"--isolate", "--unit-timeout", "0.5"});
    EXPECT_EQ(result.code, 3) << mode << result;
    expect_said(result, {"unit 'faulty' failed at t = 0.5: ", said, "[unit-failed]"});
    EXPECT_EQ(count(result.err, "error"), 1) << mode << result;
    const std::string error =
        result.err.substr(result.err.find("error"));  // the test may have found it before
    EXPECT_EQ(count(error, "fmi2DoStep"), 1) << mode << result;
    expect_rows_to(0.5);
    EXPECT_TRUE(fs::is_empty(temporary())) << mode;
  }
}

TEST_F(IsolatedFmu, ThatDoesNotStartIsNamed) {
  pack("segfault in instantiate");
  const Result result = run("jacobi", {"--isolate", "--trust"});
  EXPECT_EQ(result.code, 3) << result;
  expect_said(result,
              {"unit 'faulty' failed before its start: ", "signal 11", "fmi2Instantiate of 'bad.fmu'"});
}

/// Whatever it does with what it shares with others, the run goes on and says what it has to say.
TEST_F(IsolatedFmu, MayCloseOutputsLeakAndStartProcesses) {
  for (const char* mode :
       {"closes outputs late", "closes streams late", "starts a process late", "leaks late"}) {
    for (const bool isolated : {false, true}) {
      if (!isolated && mode != std::string_view("closes outputs late") &&
          mode != std::string_view("closes streams late"))
        continue;  // one gigabyte is enough once; elsewhere processes are not ours to end
      pack(mode);
      // Not tested: that would leak many times over.
      const Result result = run("jacobi", isolated ? std::vector<std::string>{"--isolate", "--trust"}
                                                   : std::vector<std::string>{"--no-sidecar"});
      if (mode == std::string_view("leaks late") && result.code == 3) {
        expect_said(result, {"unit 'faulty' failed at t = 0.5", "signal 9"});  // there was no such memory
        continue;
      }
      EXPECT_EQ(result.code, 0) << mode << result;
      EXPECT_EQ(result.err, "") << mode;
      EXPECT_NE(result.out.find("t = 0 to 1"), std::string::npos) << mode << result;
      expect_rows_to(1);
    }
  }
}

class LimitedFmu : public MisbehavingFmu {
 protected:
  LimitedFmu() {
    pack("only once", fmi::kEverything + " canBeInstantiatedOnlyOncePerProcess=\"true\"");
    folder().write("s.yaml", R"(units:
  first: {fmu: bad.fmu}
  second: {fmu: bad.fmu}
connections: [first.y -> second.u, second.y -> first.u]
experiment: {stop: 1, method: jacobi, step: 0.1}
)");
  }
  std::string program() const { return std::string("'") + ACCORDO_PROGRAM + "' "; }
};

TEST_F(LimitedFmu, IsUsedTwiceInProcessesOfTheirOwn) {
  const Result limited = accordo(folder(), {"run", "s.yaml"});
  EXPECT_EQ(limited.code, 0) << limited;
  EXPECT_NE(limited.out.find("first, second: their FMU allows one instance per process"), std::string::npos)
      << limited;
  const std::string rows = folder().read("s.csv");
  for (const char* threads : {"2", "auto"}) {
    EXPECT_EQ(accordo(folder(), {"run", "s.yaml", "--threads", threads}).code, 0);
    EXPECT_EQ(folder().read("s.csv"), rows);
  }
  pack("nothing");
  const Result free = accordo(folder(), {"run", "s.yaml"});
  EXPECT_EQ(free.out.find("one instance"), std::string::npos) << free;
  EXPECT_EQ(folder().read("s.csv"), rows);
}

TEST_F(LimitedFmu, IsUsedOnceHere) {
  const Result result = run("jacobi");
  EXPECT_EQ(result.code, 0) << result;
  EXPECT_EQ(result.out.find("one instance"), std::string::npos) << result;
}

TEST_F(LimitedFmu, IsNamedByInfo) {
  const Result info = accordo(folder(), {"info", "s.yaml"});
  EXPECT_EQ(count(info.out, "in a process of its own: its FMU allows one instance per process"), 2) << info;
  const Result json = accordo(folder(), {"info", "s.yaml", "--json"});
  EXPECT_EQ(count(json.out, R"("isolated": true)"), 2) << json;
}

TEST_F(LimitedFmu, IsHostedOncePerRank) {
  if (!has_mpi(folder())) GTEST_SKIP() << "no mpirun here";
  ASSERT_EQ(shell(folder(), program() + "run s.yaml -o serial.csv"), 0) << folder().read("log");
  ASSERT_EQ(shell(folder(), mpirun(3) + program() + "run s.yaml -o ranks.csv"), 0) << folder().read("log");
  EXPECT_EQ(folder().read("ranks.csv"), folder().read("serial.csv"));
  EXPECT_EQ(shell(folder(), mpirun(2) + program() + "run s.yaml"), 2);
  EXPECT_NE(folder().read("log").find("[fmu-only-once]"), std::string::npos) << folder().read("log");
}

/// An MPI job in its first second.
class LongJob : public LongRun {
 protected:
  /// Starts it; the processes of its ranks.
  std::vector<pid_t> ranks() {
    job_ = std::thread([this] {
      code_ = shell(folder_, "echo $$ > pid && exec env " + mpirun(3) +
                                 ACCORDO_PROGRAM " run s.yaml -o out.csv --unit-timeout 1");
    });
    EXPECT_TRUE(wait_for([&] { return rows_written(); })) << folder_.read("log");
    return children(std::stoi(folder_.read("pid")));
  }
  ~LongJob() override {
    if (job_.joinable()) job_.join();
  }
  int wait() {
    job_.join();
    return code_;
  }

 private:
  std::thread job_;
  int code_ = -1;
};

/// mpirun's exit code is that of the rank which was ended first: 128 + signal.
TEST_F(LongJob, IsEndedByTheEndOfARank) {
  if (!has_mpi(folder_)) GTEST_SKIP() << "no mpirun here";
  const auto ranks = this->ranks();
  ASSERT_EQ(ranks.size(), 3U);
  kill(ranks[2], SIGKILL);
  EXPECT_EQ(wait(), 128 + SIGKILL);
  const std::string log = folder_.read("log");
  for (const char* text :
       {"error: at t = ", "in a step: rank 2 with unit 'b' was ended [rank-failed]", "signal 9"})
    EXPECT_NE(log.find(text), std::string::npos) << text << "\n" << log;
  expect_complete_rows();
  for (const pid_t rank : ranks) EXPECT_TRUE(wait_for([&] { return gone(rank); }));
}

TEST_F(LongJob, IsEndedWhenARankDoesNotAnswer) {
  if (!has_mpi(folder_)) GTEST_SKIP() << "no mpirun here";
  const auto ranks = this->ranks();
  ASSERT_EQ(ranks.size(), 3U);
  kill(ranks[1], SIGSTOP);
  EXPECT_EQ(wait(), 3);
  EXPECT_NE(folder_.read("log").find("no answer for 1 s (--unit-timeout) from rank 1"), std::string::npos)
      << folder_.read("log");
  expect_complete_rows();
  for (const pid_t rank : ranks) EXPECT_TRUE(wait_for([&] { return gone(rank); }));
}

TEST_F(LongJob, EndsWhenItsOrchestratorIsKilled) {
  if (!has_mpi(folder_)) GTEST_SKIP() << "no mpirun here";
  const auto ranks = this->ranks();
  ASSERT_EQ(ranks.size(), 3U);
  kill(ranks[0], SIGKILL);
  EXPECT_EQ(wait(), 128 + SIGKILL);
  for (const pid_t rank : ranks) EXPECT_TRUE(wait_for([&] { return gone(rank); }));
  expect_complete_rows();
}

}  // namespace
}  // namespace accordo::testing
