// FMUs that misbehave, through the real program: the right exit code, a message that names unit, file, call
// and time, rows so far complete, nothing left behind.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/integration/misbehaving_fmu.hpp"

namespace accordo::testing {
namespace {

/// Before its first step an FMU may divide by none: that slope is unknown, not infinite.
TEST_F(MisbehavingFmu, AnInfiniteSlopeAtTheStartIsNoSlope) {
  pack("has no slope at the start",
       R"(canHandleVariableCommunicationStepSize="true" maxOutputDerivativeOrder="1")");
  for (const char* method : {"missiles", "f3ornits", "jacobi"}) {
    const Result result = run(method);
    EXPECT_EQ(result.code, 0) << method << result;
    expect_rows_to(1);
  }
}

namespace fs = std::filesystem;

TEST_F(MisbehavingFmu, AGoodOneWorksAndSaysNothing) {
  pack("nothing");
  for (const char* method : {"jacobi", "ifosmondi-jfm", "missiles"}) {
    const Result result = run(method);
    EXPECT_EQ(result.code, 0) << result;
    EXPECT_EQ(result.err, "") << result;
    expect_rows_to(1);
  }
}

struct LateFault {
  const char* mode;
  std::vector<std::string> said;
};

TEST_F(MisbehavingFmu, AFaultInTheMiddleIsNamedAndTheRowsBeforeItAreKept) {
  const std::string crash = "fmi2DoStep of 'bad.fmu' ended the program ";
  for (const LateFault& fault :
       {LateFault{"error late", {"fmi2DoStep of bad.fmu returned Error"}},
        {"fatal late", {"fmi2DoStep of bad.fmu returned Fatal"}},
        {"discard late", {"fmi2DoStep of bad.fmu returned Discard", "a smaller step may succeed"}},
        {"segfault late", {crash + "(segmentation fault)", "fmu-crashed"}},
        {"stack overflow late", {crash + "(segmentation fault)"}},
        {"abort late", {crash + "(it called abort)"}},
        {"exit late", {crash + "(it called exit)"}},
        {"division by zero late", {crash + "(arithmetic exception)"}}}) {
    pack(fault.mode);
    const Result result = run("jacobi");
    EXPECT_EQ(result.code, 3) << fault.mode << result;
    expect_said(result, fault.said);
    expect_said(result, {"unit 'faulty' failed at t = 0.5: "});
    expect_rows_to(0.5);
    EXPECT_TRUE(fs::is_empty(temporary())) << fault.mode;
  }
}

TEST_F(MisbehavingFmu, AUnitAloneIsNeverTakenBack) {
  pack("segfault in set state");
  for (const char* method : {"auto", "ifosmondi-jfm", "iterative-jacobi"}) {
    folder().write(
        "alone.yaml",
        fmt::format("units: {{faulty: {{fmu: bad.fmu}}}}\nexperiment: {{stop: 1, method: {}}}\n", method));
    const Result result = accordo(folder(), {"run", "alone.yaml", "--trust"});
    EXPECT_EQ(result.code, 0) << method << result;
  }
}

TEST_F(MisbehavingFmu, ACrashLosesNoRowsOnAnyOutput) {
  pack("segfault late");
  const Result result = run("jacobi", {"-o", "-", "--trace", "trace.csv"});
  EXPECT_EQ(result.code, 3) << result;
  EXPECT_EQ(Table::parse(result.out).rows.size(), 6U);
  const std::string trace = folder().read("trace.csv");
  EXPECT_EQ(std::count(trace.begin(), trace.end(), '\n'), 7) << "a header and six attempts\n" << trace;
}

TEST_F(MisbehavingFmu, ADiscardedStepIsMadeInPartsWhereTheMethodGoesBack) {
  pack("nothing");
  ASSERT_EQ(run("ifosmondi-jfm").code, 0);
  const Table expected = Table::parse(folder().read("s.csv"));
  pack("discard late");
  const Result result = run("ifosmondi-jfm");
  EXPECT_EQ(result.code, 0) << result;
  const Table table = Table::parse(folder().read("s.csv"));
  ASSERT_EQ(table.rows.size(), expected.rows.size());
  EXPECT_NEAR(table.column("faulty.y").back(), expected.column("faulty.y").back(), 1e-9);
}

TEST_F(MisbehavingFmu, NotANumberIsNoResult) {
  pack("nan late");
  const Result result = run("jacobi");
  EXPECT_EQ(result.code, 4) << result;
  expect_said(result, {"unit 'faulty'", "output 'y'", "not a number", "t = 0.6"});
  expect_rows_to(0.5);
}

TEST_F(MisbehavingFmu, WhatCrashesAtTheStartIsUnusable) {
  for (const auto& [mode, said] : std::vector<std::pair<std::string, std::string>>{
           {"segfault in instantiate", "fmi2Instantiate crashed: segmentation fault"},
           {"segfault in step", "fmi2DoStep crashed: segmentation fault"}}) {
    pack(mode);
    const Result result = run("jacobi");
    EXPECT_EQ(result.code, 2) << mode << result;
    expect_said(result, {"fmu-unusable", "unit 'faulty'", "'bad.fmu'", said, "s.yaml:2:"});
    EXPECT_EQ(result.err.find("unknown-variable"), std::string::npos) << "nobody knows its ports" << result;
    EXPECT_FALSE(folder().has("s.csv"));
  }
  pack("segfault in instantiate");
  const Result trusted = run("jacobi", {"--trust"});
  EXPECT_EQ(trusted.code, 3) << "who trusts it gets the crash, with its name";
  expect_said(trusted, {"unit 'faulty'", "fmi2Instantiate of 'bad.fmu' ended the program"});
}

TEST_F(MisbehavingFmu, WhatDoesNotAnswerInTheTestIsTriedWithAWarning) {
  pack("hang in step");
  const Result result = run("jacobi", {"--isolate", "--unit-timeout", "0.5"});
  EXPECT_EQ(result.code, 3) << result;
  expect_said(result,
              {"fmu-slow", "'bad.fmu' could not be tested in time", "it did not answer for 0.5 s in a step"});
}

TEST_F(MisbehavingFmu, CapabilitiesThatFailAreDoneWithout) {
  for (const auto& [mode, said] : std::vector<std::pair<std::string, std::string>>{
           {"segfault in set state", "fmi2SetFMUstate crashed: segmentation fault"},
           {"hang in set state", "fmi2SetFMUstate did not return"},
           {"lies about rollback", "from a restored state gives another result"}}) {
    pack(mode);
    const Result result = run("jacobi");
    EXPECT_EQ(result.code, 0) << mode << result;
    expect_said(result, {"warning: unit 'faulty': 'bad.fmu' declares rollback, but", said});
    const Result automatic = run("auto");
    EXPECT_EQ(automatic.code, 0) << mode << automatic;
    expect_rows_to(1);
  }
}

TEST_F(MisbehavingFmu, WhatItPrintsDoesNotGetIntoTheRows) {
  pack("prints");
  const Result result = run("jacobi", {"-o", "-"});
  EXPECT_EQ(result.code, 0) << result;
  EXPECT_EQ(Table::parse(result.out).rows.size(), 11U) << result;
}

TEST_F(MisbehavingFmu, InfoShowsDeclaredAndVerifiedSideBySide) {
  pack("segfault at order 2");
  const Result info = accordo(folder(), {"info", "bad.fmu", "--test"});
  EXPECT_EQ(info.code, 0) << info;
  for (const char* text :
       {"declared", "verified", "rollback", "order 1 (order 2: fmi2SetRealInputDerivatives crashed",
        "order         4 at most", "arbitrary code"}) {
    EXPECT_NE(info.out.find(text), std::string::npos) << text << info;
  }
  const Result json = accordo(folder(), {"info", "bad.fmu", "--json"});
  EXPECT_NE(json.out.find(R"("capability")"), std::string::npos) << json;
  pack("nothing");
  EXPECT_EQ(accordo(folder(), {"info", "bad.fmu", "--test"}).out.find("2 at most"), std::string::npos);
  EXPECT_NE(accordo(folder(), {"info", "bad.fmu", "--trust"}).out.find("not tested"), std::string::npos);
}

}  // namespace
}  // namespace accordo::testing
