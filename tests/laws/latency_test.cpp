// FMUs that tick inside and take their inputs late keep the order that they would have if they did not.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <complex>

#include "session/verdict.hpp"
#include "tests/support/peculiar.hpp"
#include "tests/support/runs.hpp"

namespace accordo::testing {
namespace {

/// x' = 2 u - x twice, each fed by the other one's x, once with the opposite sign: z = x_a + i x_b turns by
/// z' = (-1 + 2 i) z.
std::string pair_of(const std::string& mode, const std::string& tick, const std::string& method) {
  const std::string fmu = peculiar({.mode = mode, .step = tick}).string();
  return fmt::format(
      "units:\n  a: {{fmu: {0}}}\n  b: {{fmu: {0}}}\n"
      "connections: [b.y * -1 -> a.u, a.y -> b.u]\n"
      "experiment: {{stop: 1.6, step: {1}, {2}}}\nrecord: [a.y, b.y]\n",
      fmu, tick, method);
}

/// How far the pair is off in the end.
double error_of(const std::string& mode, const std::string& tick, const std::string& method) {
  const auto session = open_text(pair_of(mode, tick, method));
  const Trajectory rows = run_session(*session);
  const std::complex<double> z{rows.at(rows.rows() - 1, 0), rows.at(rows.rows() - 1, 1)};
  return std::abs(z - std::complex(1.0, 1.0) * std::exp(std::complex(-1.6, 3.2)));
}

class Latency : public ::testing::Test {
 protected:
  Latency() { setenv("XDG_CACHE_HOME", (cache_.path() / "cache").c_str(), 1); }
  ~Latency() override { unsetenv("XDG_CACHE_HOME"); }
  archive::PrivateFolder cache_;
};

/// Taken late by a part θ of a tick h, inputs would be off by θ h u': order 1, whatever the method does.
TEST_F(Latency, OrdersAreThoseOfPromptInputs) {
  for (const std::string method : {"method: jacobi, options: {order: 1}", "method: ifosmondi-jfm"}) {
    double late[3], prompt[3];
    const char* ticks[3] = {"0.04", "0.02", "0.01"};
    for (int k = 0; k < 3; ++k) {
      late[k] = error_of("late inputs", ticks[k], method);
      prompt[k] = error_of("leads", ticks[k], method);
    }
    for (int k = 1; k < 3; ++k) {
      EXPECT_NEAR(std::log2(prompt[k - 1] / prompt[k]), 2, 0.2) << method;
      EXPECT_NEAR(std::log2(late[k - 1] / late[k]), 2, 0.2) << method;
    }
  }
}

TEST_F(Latency, TheVerdictTellsOfIt) {
  const auto told = [&](const std::string& mode, const std::string& id = "input-latency") {
    const auto session = open_text(pair_of(mode, "0.01", "method: jacobi, options: {order: 1}"));
    const Result result = run(*session);
    for (const Reason& reason : result.verdict.reasons) {
      if (reason.id == id) return fmt::format("{}: {}", int(reason.level), reason.text);
    }
    return std::string("nothing");
  };
  EXPECT_EQ(told("leads"), "nothing");
  EXPECT_EQ(told("nothing", "own-clock"), "nothing");
  for (const char* mode : {"leads", "lags"})
    EXPECT_NE(told(mode, "own-clock").find("of 0.01, which miss less than 0.0001 %"), std::string::npos)
        << mode;
  EXPECT_NE(told("late inputs").find("0.17 of its internal step 0.01, which is compensated"),
            std::string::npos);
  EXPECT_NE(told("very late inputs").find("cannot be compensated"), std::string::npos);
}

/// Euler's method inside shows in no estimate: the run is trusted where the same ticks are exact, and where
/// nobody could look into them the word comes with a remark.
TEST_F(Latency, WhatInternalStepsMissIsDoubtful) {
  const auto assessed = [&](const fmi::Peculiar& is, const char* links) {
    const std::string fmu = peculiar(is).string();
    const auto session = open_text(
        fmt::format("units:\n  a: {{fmu: {0}}}\n  b: {{fmu: {0}}}\nconnections: [{1}]\n"
                    "experiment: {{stop: 1, step: 0.01, method: ifosmondi-jfm}}\nrecord: [a.y, b.y]\n",
                    fmu, links));
    return run(*session).verdict;
  };
  for (const char* links : {"a.y * 0.1 -> b.u", ""}) {
    const Verdict coarse = assessed({.mode = "ticks coarsely"}, links),
                  exact = assessed({.mode = "leads"}, links);
    EXPECT_EQ(coarse.level(), Severity::doubtful) << links;
    EXPECT_NE(coarse.line().find("internal steps of 0.01, which miss about 0.5 %"), std::string::npos)
        << coarse.line();
    EXPECT_EQ(exact.level(), Severity::info) << links;
    EXPECT_EQ(exact.line().find("internal steps"), std::string::npos) << exact.line();
    const std::string unseen = assessed({.mode = "ticks coarsely", .states = false}, links).line();
    EXPECT_TRUE(unseen.starts_with("trustworthy (")) << unseen;
  }
}

}  // namespace
}  // namespace accordo::testing
