// What FMUs may do to the program that hosts them: talk to the wrong environment, print, not return.

#include <gtest/gtest.h>

#include <csignal>

#include "tests/integration/misbehaving_fmu.hpp"
#include "tests/integration/processes.hpp"

namespace accordo::testing {
namespace {

using Host = MisbehavingFmu;

TEST_F(Host, MessagesForAnEnvironmentThatIsNotOursAreTheCallersOwn) {
  pack("foreign environment");
  const Result result = run("jacobi");
  EXPECT_EQ(result.code, 3) << result;
  expect_said(result, {"unit 'faulty' failed at t = 0.5: fmi2DoStep of bad.fmu returned Error",
                       "the FMU says: 'the tank is empty'; it also said: 'no license found'"});
  expect_rows_to(0.5);
}

TEST_F(Host, StandardOutputIsForOutputOfOurs) {
  pack("prints");
  const Result plain = run("jacobi");
  EXPECT_EQ(plain.code, 0) << plain;
  EXPECT_EQ(plain.out.find("hello from the FMU"), std::string::npos) << plain;
  EXPECT_NE(plain.out.find("verdict"), std::string::npos) << plain;
  expect_said(plain, {"hello from the FMU", "and to the other side", "a goodbye"});
  const Result statistics = run("jacobi", {"--stats", "-"});
  EXPECT_EQ(statistics.code, 0) << statistics;
  EXPECT_EQ(statistics.out.front(), '{') << statistics;
  EXPECT_EQ(statistics.out.substr(statistics.out.size() - 2), "}\n") << statistics;
  for (const char* command : {"info", "check"}) {
    const Result tested = accordo(folder(), {command, "s.yaml", "--test", "--json"});
    EXPECT_EQ(tested.out.front(), '{') << tested;
    EXPECT_EQ(tested.out.substr(tested.out.size() - 2), "}\n") << tested;
  }
}

TEST_F(Host, ALibraryByAnotherNameIsTakenIfItIsTheOnlyOne) {
  pack(fmi::misbehaving_entries(fmi::misbehaving_description("nothing"), "other.so"));
  const Result result = run("jacobi");
  EXPECT_EQ(result.code, 0) << result;
  expect_said(result, {"no library 'misbehaving.so'", "'other.so', is taken for it", "fmu-library-name"});
}

/// There is no coupling error to look at, and the FMU solves its equations where nobody sees it.
TEST_F(Host, WhatNothingHasLookedAtIsNamedBesideTrust) {
  pack("nothing");
  const Result alone = accordo(folder(), {"run", "bad.fmu", "--stop", "1", "--step", "0.1"});
  EXPECT_EQ(alone.code, 0) << alone;
  EXPECT_NE(alone.out.find("trustworthy (no real values are exchanged"), std::string::npos) << alone;
  EXPECT_NE(alone.out.find("inside unit 'bad' does was not checked)"), std::string::npos) << alone;
}

/// Whoever waits for the first run with an FMU learns what for.
TEST_F(Host, TestsThatTakeLongAreSpokenOf) {
  pack("hang in set state");
  const Result result = run("jacobi");
  expect_said(result, {"note: testing what FMUs can do has taken", "--trust skips tests"});
  EXPECT_EQ(run("jacobi", {"--quiet"}).err.find("note: testing"), std::string::npos);
}

/// Interrupts a run that does not return from a step.
class Interrupted : public Host, public ::testing::WithParamInterface<int> {};

TEST_P(Interrupted, ARunThatDoesNotReturnEndsWithItsRows) {
  pack("nothing");
  ASSERT_EQ(run("jacobi").code, 0);  // also writes the scenario
  std::filesystem::remove(folder().path() / "s.csv");
  pack("hang late");
  Program program(folder(), {"run", "s.yaml", "--trust"});
  ASSERT_TRUE(wait_for([&] { return folder().has("s.csv"); }));
  std::this_thread::sleep_for(std::chrono::milliseconds(300));  // the step hangs by now
  for (int i = 0; i < GetParam(); ++i) {
    program.interrupt();
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  const Result result = program.wait();
  EXPECT_EQ(result.code, 130) << result;
  expect_said(result, {"unit 'faulty' was given up at t = 0.5: fmi2DoStep of 'bad.fmu' did not end in time",
                       "interrupted"});
  expect_rows_to(0.5);
  EXPECT_TRUE(std::filesystem::is_empty(temporary()));
}

INSTANTIATE_TEST_SUITE_P(OnceAndTwice, Interrupted, ::testing::Values(1, 2));

}  // namespace
}  // namespace accordo::testing
