// First steps and sizes of what has not moved yet, from a look ahead; steps of few lengths.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "tests/support/runs.hpp"

namespace accordo::testing {
namespace {

const std::vector<std::string> kLooking{"ifosmondi-jfm", "missiles"};

Report run_with(const std::string& yaml, const std::string& method, double tolerance, double stop = 0) {
  Settings settings;
  settings.method = method;
  settings.tolerance = tolerance;
  settings.max_steps = 20000;
  if (stop > 0) settings.stop = stop;
  return report_of(*open_text(yaml, settings));
}

/// Two oscillators released at rest: all slopes vanish at first.
const std::string kReleased = R"yaml(
units:
  a: {equations: {states: {x: 1, v: 0}, inputs: {u: 0}, der: {x: v, v: -9.4*x + 0.5*(u - x)}, outputs: {x: x}}}
  b: {equations: {states: {y: 0, w: 0}, inputs: {u: 0}, der: {y: w, w: -2.2*y + 0.5*(u - y)}, outputs: {y: y}}}
connections: [a.x -> b.u, b.y -> a.u]
record: [a.x, b.y]
)yaml";

TEST(LookAhead, TheFirstStepIsTheSystemsWhateverTheDuration) {
  for (const std::string& method : kLooking) {
    for (const double tolerance : {1e-2, 1e-4, 1e-8}) {
      const double first = run_with(kReleased, method, tolerance, 10).rows.times.at(1);
      EXPECT_EQ(run_with(kReleased, method, tolerance, 100).rows.times.at(1), first) << method << tolerance;
      EXPECT_EQ(run_with(kReleased, method, tolerance, 300).rows.times.at(1), first) << method << tolerance;
      EXPECT_GT(first, 1e-3 * std::pow(tolerance, 0.25)) << method << tolerance;  // periods are 2 and 4
    }
  }
}

/// Masses in a row, the first one displaced: the others wait for the wave.
std::string row_of_masses(int n) {
  std::string units, connections;
  for (int k = 0; k < n; ++k) {
    units += fmt::format(
        "  m{}: {{equations: {{states: {{x: {}, v: 0}}, inputs: {{l: 0, r: 0}}, der: {{x: v, v: '100*(l - x) "
        "+ "
        "20*(l - x)^3 + 100*(r - x) - 0.5*v'}}, outputs: {{x: x}}}}}}\n",
        k, k == 0 ? 1 : 0);
    if (k > 0)
      connections += fmt::format("{}m{}.x -> m{}.l, m{}.x -> m{}.r", k > 1 ? ", " : "", k - 1, k, k, k - 1);
  }
  return "units:\n" + units + "connections: [" + connections + "]\nexperiment: {stop: 1}\nrecord: ['*.x']\n";
}

TEST(LookAhead, WhatIsStillAtRestCostsFewSteps) {
  const auto steps = [](int masses) {
    const Report report = run_with(row_of_masses(masses), "ifosmondi-jfm", 1e-6);
    EXPECT_FALSE(report.failure);
    return static_cast<double>(report.statistics.macro_steps);
  };
  EXPECT_LT(steps(24), 4 * steps(4));
}

// A step keeps its length as long as that is good enough, so that what belongs to it is found again.
TEST(LookAhead, StepsAreOfFewLengths) {
  for (const std::string& method : kLooking) {
    const Report report = run_with(kReleased, method, 1e-6, 100);
    std::set<long long> lengths;
    for (std::size_t i = 1; i < report.rows.rows(); ++i)
      lengths.insert(std::llround(16 * std::log2(report.rows.times[i] - report.rows.times[i - 1])));
    EXPECT_LT(lengths.size(), 20U) << method;
    EXPECT_GT(report.statistics.macro_steps, 400) << method;
    EXPECT_LT(report.statistics.operator_updates, report.statistics.macro_steps) << method;
  }
}

/// Two masses that wait for a source; it and the first of them are counted from far away.
std::string waiting(double source, double first) {
  return fmt::format(R"yaml(
units:
  source: {{equations: {{outputs: {{y: "{0} + if(t < 7, 0, 0.8*(t - 7)^3*exp(7 - t))"}}}}}}
  first: {{equations: {{states: {{x: {1}, v: 0}}, inputs: {{l: {0}, r: 0}},
                      der: {{x: v, v: "3*(l - {0} - (x - {1})) + 4*(r - (x - {1})) - 0.3*v"}}, outputs: {{x: x}}}}}}
  second: {{equations: {{states: {{x: 0, v: 0}}, inputs: {{l: {1}}}, der: {{x: v, v: "5*(l - {1} - x) - 0.2*v"}}, outputs: {{x: x}}}}}}
connections: [source.y -> first.l, first.x -> second.l, second.x -> first.r]
experiment: {{stop: 12}}
record: ["first.state(x)", "second.state(x)"]
)yaml",
                     source, first);
}

// A source of time alone is known: a mass that waits for it, among offsets of 1e9 ranges, is at rest, not
// noise.
TEST(LookAhead, WaitingForASourceIsNoNoise) {
  const std::string yaml = waiting(1e9, 1e6);
  Settings exact;
  exact.method = "monolithic";
  exact.step = 0.01;
  const Report reference = report_of(*open_text(waiting(0, 0), exact));
  const std::size_t end = reference.rows.rows() - 1;
  for (const double tolerance : {1e-3, 1e-5}) {
    const Report report = run_with(yaml, "ifosmondi-jfm", tolerance);
    ASSERT_FALSE(report.failure) << report.failure->what();
    EXPECT_LT(report.statistics.macro_steps, 3000) << tolerance;
    const std::size_t last = report.rows.rows() - 1;
    EXPECT_NEAR(report.rows.at(last, 0) - 1e6, reference.rows.at(end, 0), 3 * tolerance);
    EXPECT_NEAR(report.rows.at(last, 1), reference.rows.at(end, 1), 3 * tolerance);
  }
}

}  // namespace
}  // namespace accordo::testing
