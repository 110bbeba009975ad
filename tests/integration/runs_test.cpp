// Runs as users see them: times, rows, failures in the middle, Ctrl-C.

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <thread>

#include "tests/integration/program.hpp"
#include "tests/integration/table.hpp"

namespace accordo::testing {
namespace {

using Words = std::vector<std::string>;

TEST(Run, WritesRowsAndSidecarUnderTheNameOfTheScenario) {
  const Folder elsewhere, folder;
  elsewhere.write("s.yaml", pair_scenario());
  EXPECT_EQ(accordo(folder, {"run", (elsewhere.path() / "s.yaml").string(), "-q"}).code, 0);
  EXPECT_EQ(Table::parse(folder.read("s.csv")).header, "time,a.y,b.y");
  EXPECT_TRUE(folder.has("s.json"));
  EXPECT_FALSE(elsewhere.has("s.csv")) << "results belong to the current folder";
}

TEST(Run, ToStandardOutputWritesTheSameRowsAndNothingElse) {
  const Folder folder;
  folder.write("s.yaml", pair_scenario());
  EXPECT_EQ(accordo(folder, {"run", "s.yaml", "-o", "r.csv", "--no-sidecar"}).code, 0);
  EXPECT_FALSE(folder.has("r.json"));
  const Result result = accordo(folder, {"run", "s.yaml", "-o", "-"});
  EXPECT_EQ(result.out, folder.read("r.csv"));
  EXPECT_FALSE(folder.has("s.csv"));
}

TEST(Run, RepeatsBitwise) {
  const Folder folder;
  ASSERT_EQ(accordo(folder, {"cases", "lotka-volterra", "-o", "s.yaml"}).code, 0);
  for (const char* method : {"jacobi", "gauss-seidel", "monolithic"}) {
    const Words words{"run", "s.yaml", "--method", method, "-q", "-o", "-"};
    const Result first = accordo(folder, words);
    EXPECT_EQ(first.code, 0) << first;
    EXPECT_EQ(first.out, accordo(folder, words).out) << method;
  }
}

TEST(Run, OfAMillionStepsEndsAtStopWithExactTimes) {
  const Folder folder;
  folder.write("s.yaml", pair_scenario("{start: 1, stop: 100001, method: jacobi, step: 0.1}"));
  ASSERT_EQ(accordo(folder, {"run", "s.yaml", "-q", "--record", "a.y"}).code, 0);
  const std::vector<double> time = Table::parse(folder.read("s.csv")).column("time");
  ASSERT_EQ(time.size(), 1000001U);
  EXPECT_EQ(time.back(), 100001);
  for (std::size_t n = 0; n + 1 < time.size(); ++n) ASSERT_EQ(time[n], 1 + static_cast<double>(n) * 0.1) << n;
}

TEST(Run, MergesARoundedRemainderAndKeepsARealOne) {
  const Folder folder;
  folder.write("s.yaml", pair_scenario());
  const auto times = [&](const std::string& stop, const std::string& step) {
    return Table::parse(
               accordo(folder, {"run", "s.yaml", "-q", "-o", "-", "--stop", stop, "--step", step}).out)
        .column("time");
  };
  EXPECT_EQ(times("0.3", "0.1"), (std::vector<double>{0, 0.1, 0.2, 0.3}))
      << "3 * 0.1 exceeds 0.3 by rounding";
  EXPECT_EQ(times("1", "0.4"), (std::vector<double>{0, 0.4, 0.8, 1}));
  EXPECT_EQ(times("1", "1e300"), (std::vector<double>{0, 1}));
}

TEST(Run, StopsAtEventsAndIgnoresThoseOutside) {
  const Folder folder;
  folder.write("s.yaml",
               pair_scenario("{stop: 1, method: jacobi, step: 0.4}") + "events: [0.5, 0.5, -1, 0, 1, 7]\n");
  const Result result = accordo(folder, {"run", "s.yaml", "-q", "-o", "-"});
  EXPECT_EQ(Table::parse(result.out).column("time"), (std::vector<double>{0, 0.4, 0.5, 0.9, 1})) << result;
}

TEST(OutputInterval, GivesRowsAtMultiplesFromTheStartAndLeavesTheStepsAlone) {
  const Folder folder;
  folder.write("s.yaml", pair_scenario("{start: 1, stop: 3, method: jacobi, step: 0.1}"));
  const Table all = Table::parse(accordo(folder, {"run", "s.yaml", "-q", "-o", "-"}).out);
  const Table coarse =
      Table::parse(accordo(folder, {"run", "s.yaml", "-q", "-o", "-", "--output-interval", "0.5"}).out);
  ASSERT_EQ(coarse.rows.size(), 5U);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(coarse.rows[i], all.rows[5 * i]) << i;
}

TEST(OutputInterval, InterpolatesCubicallyBetweenSteps) {
  const Folder folder;
  folder.write("s.yaml",
               "units: {a: {equations: {states: {x: 2}, der: {x: 3*t^2}, outputs: {y: x}}}}\nexperiment: "
               "{stop: 2, method: jacobi, step: 1}\n");
  const Table table =
      Table::parse(accordo(folder, {"run", "s.yaml", "-q", "-o", "-", "--output-interval", "0.125"}).out);
  ASSERT_EQ(table.rows.size(), 17U);
  for (const auto& row : table.rows)
    EXPECT_NEAR(row[1], 2 + std::pow(row[0], 3), 1e-9) << "x = 2 + t^3 is a cubic";
}

struct Breakdown {
  const char* name;
  const char* der;
  const char* output;
  double last;  ///< the last row before it happens, with steps of 0.25

  friend std::ostream& operator<<(std::ostream& out, const Breakdown& b) { return out << b.name; }
};

class Breakdowns : public ::testing::TestWithParam<Breakdown> {};

TEST_P(Breakdowns, EndWithCode4TimeUnitAndCompleteRows) {
  const Folder folder;
  folder.write(
      "s.yaml",
      std::string("units:\n  culprit:\n    equations:\n      states: {x: 1}\n      der:\n        x: ") +
          GetParam().der + "\n      outputs:\n        y: " + GetParam().output +
          "\nexperiment: {stop: 2, method: jacobi, step: 0.25}\n");
  const Result result = accordo(folder, {"run", "s.yaml"});
  EXPECT_EQ(result.code, 4) << result;
  for (const char* text : {"[non-finite]", "'culprit'", "t = ", "division by zero"}) {
    EXPECT_NE(result.err.find(text), std::string::npos) << text << "\n" << result;
  }
  const Table table = Table::parse(folder.read("s.csv"));
  EXPECT_EQ(table.rows.back()[0], GetParam().last);
  for (const auto& row : table.rows) EXPECT_TRUE(std::isfinite(row[1]));
  EXPECT_NE(folder.read("s.json").find("\"status\": \"non-finite\""), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Run, Breakdowns,
                         ::testing::Values(Breakdown{"DivisionByZeroInADerivative", "1/(0.6 - t)", "x", 0.5},
                                           Breakdown{"DivisionByZeroInAnOutput", "-x", "1/(t - 0.5)", 0.25},
                                           Breakdown{"Pole", "1.25*x^2", "x", 0.75},
                                           Breakdown{"LogarithmOfNegative", "-x", "log(0.6 - t)", 0.5},
                                           Breakdown{"Overflow", "1000*x", "x", 0.5}),
                         [](const auto& p) { return p.param.name; });

TEST(Run, ThatCannotEvenStartSaysSo) {
  const Folder folder;
  folder.write("s.yaml",
               "units: {a: {equations: {inputs: {u: 0}, outputs: {y: u + 1}}}}\nconnections: [a.y -> a.u]\n"
               "experiment: {stop: 1, method: jacobi, step: 0.1}\n");
  const Result result = accordo(folder, {"run", "s.yaml", "-q"});
  EXPECT_EQ(result.code, 4) << "u = u + 1 has no solution\n" << result;
  EXPECT_NE(result.err.find("[algebraic-loop]"), std::string::npos) << result;
  EXPECT_NE(result.err.find("t = 0"), std::string::npos) << result;
}

TEST(Run, WithHopelesslySmallMicroStepsFailsInsteadOfTakingOne) {
  const Folder folder;
  folder.write("s.yaml",
               "units: {a: {integrator: rk4, micro_step: 1e-300, equations: {states: {x: 1}, der: {x: -x}, "
               "outputs: {y: x}}}}\n"
               "experiment: {stop: 1, method: jacobi, step: 0.1}\n");
  const Result result = accordo(folder, {"run", "s.yaml", "-q"});
  EXPECT_EQ(result.code, 3) << result;
  EXPECT_NE(result.err.find("[unit-failed]"), std::string::npos) << result;
  EXPECT_NE(result.err.find("micro_step"), std::string::npos) << result;
}

TEST(Interrupt, EndsWithCode130AndCompleteRows) {
  const Folder folder;
  ASSERT_EQ(accordo(folder, {"cases", "van-der-pol", "-o", "s.yaml"}).code, 0);
  Program program(folder, {"run", "s.yaml", "--step", "1e-10"});  // 2e11 steps: it cannot end by itself
  const auto has_rows = [&] { return folder.has("s.csv") && folder.read("s.csv").size() > 100; };
  while (program.running() && !has_rows()) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  program.interrupt();
  const Result result = program.wait();
  EXPECT_EQ(result.code, 130) << result;
  EXPECT_NE(result.out.find("interrupted"), std::string::npos) << result;
  const Table table = Table::parse(folder.read("s.csv"));
  ASSERT_GT(table.rows.size(), 2U);
  for (std::size_t n = 0; n < table.rows.size(); ++n)
    ASSERT_EQ(table.rows[n][0], static_cast<double>(n) * 1e-10) << n;
  EXPECT_NE(folder.read("s.json").find("\"status\": \"interrupted\""), std::string::npos);
}

}  // namespace
}  // namespace accordo::testing
