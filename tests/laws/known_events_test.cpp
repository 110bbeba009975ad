// Events that nobody lists: where equations switch by time alone, and where series jump or bend. Every method
// stops there.

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "tests/support/runs.hpp"

namespace accordo::testing {
namespace {

const std::vector<std::string> kStoppingMethods{
    "jacobi",    "gauss-seidel",  "monolithic", "busch",    "iterative-jacobi", "iterative-gauss-seidel",
    "ifosmondi", "ifosmondi-jfm", "missiles",   "f3ornits", "kubler-schiehlen"};

/// A source and a listener that integrates it; `events` is a line of the scenario, or empty.
std::string listener_to(const std::string& source, const std::string& events, double stop = 1) {
  return "units:\n"
         "  source: {equations: {parameters: {p: 0.35}, outputs: {y: '" +
         source +
         "'}}}\n"
         "  listener: {equations: {states: {z: 0}, inputs: {u: 0}, der: {z: u}, outputs: {z: z}}}\n"
         "connections: [source.y -> listener.u]\n" +
         events + "experiment: {stop: " + std::to_string(stop) +
         ", step: 0.1}\n"
         "record: [listener.z]\n";
}

double at_the_end(const std::string& yaml, const std::string& method,
                  const std::optional<double>& tolerance = std::nullopt) {
  Settings settings;
  settings.method = method;
  settings.tolerance = tolerance;
  const auto run = run_session(*open_text(yaml, settings));
  return run.at(run.rows() - 1, 0);
}

TEST(KnownEvents, WhatSwitchesByTimeIsHitByEveryMethod) {
  for (const std::string& method : kStoppingMethods) {
    EXPECT_NEAR(at_the_end(listener_to("if(t >= p, 3, 1)", ""), method), 0.35 + 3 * 0.65, 1e-13) << method;
    EXPECT_NEAR(at_the_end(listener_to("if(2*t - p > 0.4, 1, 0)", ""), method), 0.625, 1e-13) << method;
    // Steps as long as ten pulses together.
    EXPECT_NEAR(at_the_end(listener_to("if(t/0.01 - floor(t/0.01) < 0.3, 1, 0)", ""), method), 0.3, 1e-11)
        << method;
    EXPECT_NEAR(at_the_end(listener_to("if(t > 0.52 and t < 0.5202, 1e4, 0)", ""), method), 2, 1e-9)
        << method;
  }
}

// The tests above can fail.
TEST(KnownEvents, NoneSwitchesThatOff) {
  for (const std::string method : {"jacobi", "ifosmondi-jfm"}) {
    const double z = at_the_end(listener_to("if(t >= 0.32, 3, 1)", "events: none\n"), method);
    EXPECT_GT(std::abs(z - (0.32 + 3 * 0.68)), 1e-3) << method;
    EXPECT_EQ(at_the_end(listener_to("if(t > 0.52 and t < 0.5202, 1e4, 0)", "events: none\n"), method), 0);
  }
}

TEST(KnownEvents, FoundOrListedIsTheSameToTheLastBit) {
  for (const std::string& method : kStoppingMethods) {
    EXPECT_EQ(at_the_end(listener_to("if(t > p, 3, 1)", ""), method),
              at_the_end(listener_to("if(t > p, 3, 1)", "events: [0.35]\n"), method))
        << method;
  }
}

/// Tests run at the same time: each process has files of its own.
class CourseFile {
 public:
  explicit CourseFile(const std::string& csv)
      : path_(std::filesystem::path(::testing::TempDir()) / ("known." + std::to_string(getpid()) + ".csv")) {
    std::ofstream(path_) << csv;
  }
  ~CourseFile() { std::filesystem::remove(path_); }
  CourseFile(const CourseFile&) = delete;
  CourseFile& operator=(const CourseFile&) = delete;
  std::string name() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

/// Two coupled units, one of which follows u; x at the end is the first column.
std::string driven(const std::string& u, const std::string& source, const std::string& more) {
  return "units:\n" + source + "  a: {equations: {states: {x: 0, v: 0}, inputs: {u: " + u +
         ", w: 0}, der: {x: v, v: -4*x - 0.5*v + u - w}, outputs: {x: x}}}\n"
         "  b: {equations: {states: {z: 0}, inputs: {x: 0}, der: {z: 2*(x - z)}, outputs: {w: 0.5*z}}}\n" +
         "connections: [a.x -> b.x, b.w -> a.w" + more + "]\nexperiment: {stop: 10}\nrecord: [a.x]\n";
}

// A pulse of a hundredth of the run, steep as it comes: nothing else moves anything.
TEST(KnownEvents, CornersOfSeriesAreHitByEveryMethod) {
  const CourseFile file("time,u\n0,0\n4.2,0\n4.2001,10\n4.3,10\n4.3,0\n");
  const std::string yaml = driven("{file: " + file.name() + "}", "", "");
  // By formulas, integrated on their own: the reference does not read the series.
  const std::string ramp =
      "  s: {equations: {outputs: {u: 'if(t < 4.3, max(0, min(10, (t - 4.2)*1e5)), 0)'}}}\n";
  const double exact = at_the_end(driven("0", ramp, ", s.u -> a.u"), "monolithic");
  EXPECT_NEAR(at_the_end(yaml, "monolithic"), exact, 1e-9);
  for (const std::string method : {"ifosmondi-jfm", "missiles", "ifosmondi", "f3ornits", "busch"}) {
    EXPECT_NEAR(at_the_end(yaml, method, 1e-3), exact, 2e-4) << method;
  }
}

/// Macro-steps of a run.
long long steps(const std::string& yaml, double tolerance) {
  Settings settings;
  settings.tolerance = tolerance;
  return report_of(*open_text(yaml, settings)).statistics.macro_steps;
}

TEST(KnownEvents, ADenselySampledSeriesCostsNoMoreThanItsFormula) {
  std::string csv = "time,u\n";
  for (int i = 0; i <= 4000; ++i)
    csv += std::to_string(i * 0.0025) + "," + std::to_string(std::sin(3 * i * 0.0025)) + "\n";
  const CourseFile file(csv);
  const std::string series = driven("{file: " + file.name() + "}", "", "");
  const std::string formula = driven("0", "  s: {equations: {outputs: {u: sin(3*t)}}}\n", ", s.u -> a.u");
  const double exact = at_the_end(formula, "monolithic");
  for (const double tolerance : {1e-2, 1e-3, 3e-4}) {
    constexpr double start = 25;  // from rest: how far a series will drive others is not known in advance
    EXPECT_LE(static_cast<double>(steps(series, tolerance)),
              1.2 * static_cast<double>(steps(formula, tolerance)) + start)
        << tolerance;
    EXPECT_NEAR(at_the_end(series, "ifosmondi-jfm", tolerance), exact, tolerance) << tolerance;
  }
}

}  // namespace
}  // namespace accordo::testing
