// Discrete inputs and tunable parameters that follow time series.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "tests/support/relay_scenarios.hpp"

namespace accordo::testing::relays {
namespace {

/// A unit a whose discrete inputs and parameter k follow a file, which must outlive the run.
struct Followed {
  explicit Followed(const char* rows) : file(folder.path() / "in.csv") { std::ofstream(file) << rows; }
  std::string text(const Flavor& flavor, bool isolate = false, const std::string& experiment = "") const {
    const std::string from = fmt::format("{{file: {}}}", file.string());
    return scenario(
        fmt::format("  a: {{fmu: {}, kind: {}, isolate: {}, parameters: {{k: {}}}, inputs: {{n: {}, "
                    "flag: {}, mode: {}}}{}}}\n",
                    relay(flavor.version).string(), flavor.kind, isolate, from, from, from, from,
                    flavor.event_mode ? "" : ", capabilities: {event_mode: false}"),
        "", experiment.empty() ? "method: jacobi" : experiment, "record: [a.n, a.flag, a.mode, a.k, a.y]\n");
  }
  archive::PrivateFolder folder;
  std::filesystem::path file;
};

// Neither time is a multiple of the step.
const char* const kSwitches = "time,n,flag,mode,k\n0,1,false,off,1\n0.3,4,true,on,1\n0.6,4,TRUE,2,3\n";

class DiscreteFromFiles : public ::testing::TestWithParam<Flavor> {};

TEST_P(DiscreteFromFiles, InputsAndTunableParametersFollowASeriesFromItsTimesOn) {
  const Followed followed(kSwitches);
  for (const char* experiment : {"method: jacobi", "method: iterative-jacobi"}) {
    SCOPED_TRACE(experiment);
    const Trajectory rows = run(followed.text(GetParam(), false, experiment));
    const auto n = column(rows, "a.n"), flag = column(rows, "a.flag"), mode = column(rows, "a.mode"),
               k = column(rows, "a.k"), y = column(rows, "a.y");
    int at_switches = 0;
    for (std::size_t i = 0; i < rows.rows(); ++i) {
      const double t = rows.times[i];
      const bool twice = i > 0 && rows.times[i - 1] == t;  // the right limit
      const bool first = t < 0.3 || (t == 0.3 && !twice), last = t > 0.6 || (t == 0.6 && twice);
      EXPECT_EQ(n[i], first ? 1 : 4) << t;
      EXPECT_EQ(flag[i], first ? 0 : 1) << t;
      EXPECT_EQ(mode[i], first ? 1 : 2) << t;
      EXPECT_EQ(k[i], last ? 3 : 1) << t;
      at_switches += t == 0.3 || t == 0.6 ? 1 : 0;
      // The integral of k n; co-simulation stops 1e-9 of a step beside an event.
      const double x = std::min(t, 0.3) + 4 * std::clamp(t - 0.3, 0.0, 0.3) + 12 * std::max(t - 0.6, 0.0);
      EXPECT_NEAR(y[i], x, 1e-8) << t;
    }
    EXPECT_EQ(at_switches, 4) << "every switch is a communication point, seen from both sides";
  }
}

TEST_P(DiscreteFromFiles, SeriesAreTheSameInAProcessOfItsOwn) {
  const Followed followed(kSwitches);
  const Trajectory here = run(followed.text(GetParam())), there = run(followed.text(GetParam(), true));
  for (const char* name : {"a.n", "a.flag", "a.mode", "a.k", "a.y"})
    EXPECT_EQ(column(here, name), column(there, name)) << name;
}

TEST(DiscreteSeries, WhatIsNoValueOfTheTypeIsRefusedWithItsLine) {
  const auto refusal = [](const char* rows) {
    const Followed followed(rows);
    std::string text = failure_of(followed.text(kStepping2));
    return text;
  };
  EXPECT_EQ(refusal("time,n,flag,mode,k\n0,1.5,0,1,1\n"),
            "bad-series: '1.5' in column 'n' is not a value of type Int32");
  EXPECT_EQ(refusal("time,n,flag,mode,k\n0,1,2,1,1\n"),
            "bad-series: '2' in column 'flag' is not a value of type Boolean");
  EXPECT_EQ(refusal("time,n,flag,mode,k\n0,1,0,onn,1\n"),
            "bad-series: 'onn' in column 'mode' is not a value of type Enumeration");
  EXPECT_EQ(refusal("time,n,flag,mode,k\n0,1,0,1,true\n"),
            "bad-series: 'true' in column 'k' is not a number");
}

TEST(DiscreteSeries, TextsFollowNone) {
  const std::string text = failure_of(fmt::format(
      "units:\n  a: {{fmu: {}, inputs: {{text: {{file: n.csv}}}}}}\nexperiment: {{stop: 1, step: 0.5}}\n",
      relay(fmi::Version::fmi2).string()));
  EXPECT_EQ(text, "series-not-real: 'a.text' (String) cannot follow a time series");
}

INSTANTIATE_TEST_SUITE_P(Flavors, DiscreteFromFiles, flavors(),
                         [](const auto& one) { return name_of(one.param); });

}  // namespace
}  // namespace accordo::testing::relays
