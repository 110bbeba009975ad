// Errors that are carried across events, and where they cannot be.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "coupling/catalogue.hpp"
#include "tests/support/bars.hpp"
#include "tests/support/switching.hpp"

namespace accordo::testing {
namespace {

/// An oscillator that switches a force that acts back on it; f jumps there.
const std::string kSwitched =
    "units:\n"
    "  a: {equations: {states: {x: 1, v: 0}, inputs: {F: 0}, der: {x: v, v: '-x - 0.1*v + F'}, outputs: {x: "
    "x}}, integrator_tolerance: 1e-13}\n"
    "  b: {equations: {states: {z: 0}, inputs: {x: 1}, der: {z: '-2*z + if(x > 0.3, -1, 0.5) + sin(x)'}, "
    "outputs: {F: 0.5*z}}, integrator_tolerance: 1e-13}\n"
    "connections: [a.x -> b.x, b.F -> a.F]\n"
    "experiment: {stop: 12, step: 0.02}\n"
    "record: ['*']\n";

Report run_with(const std::string& yaml, const std::string& method, double tolerance, double step) {
  Settings settings;
  settings.method = method;
  settings.record_errors = true;
  if (tolerance > 0) settings.tolerance = tolerance;
  if (step > 0) settings.step = step;
  return report_of(*open_text(yaml, settings));
}

/// Rounding shows below.
constexpr double kLeast = 1e-8;

void expect_true_bars(const Report& report, const std::string& what) {
  constexpr double near = 2e-3;
  ASSERT_FALSE(report.failure) << what << report.failure->what();
  EXPECT_EQ(report.statistics.events, 4) << what;
  const Trajectory rows = rows_away_from_events(report.rows, near);
  for (const Bar& bar : bars_of(rows, right_of(kSwitched, rows.times))) {
    if (bar.most < kLeast * bar.range) continue;
    EXPECT_NEAR(bar.ratio(), 1, 0.1) << what << ", " << bar.signal;
  }
}

/// Methods that couple, and their orders.
std::vector<std::pair<std::string, int>> couplings() {
  std::vector<std::pair<std::string, int>> list;
  for (const Method& method : methods()) {
    Settings settings;
    settings.method = method.name;
    settings.step = 0.02;
    const auto session = open_text(kSwitched, settings);
    if (session->traits().couples()) list.emplace_back(method.name, session->traits().order);
  }
  return list;
}

TEST(ErrorBars, PassLocatedSwitchesWithFixedSteps) {
  for (const auto& [method, order] : couplings()) {
    const Report report = run_with(kSwitched, method, 0, 0.02);
    // Iterations on held inputs locate nothing.
    if (report.statistics.events == 0 && order == 1) continue;
    expect_true_bars(report, method);
  }
}

TEST(ErrorBars, PassLocatedSwitchesWithATolerance) {
  for (const auto& [method, order] : couplings()) {
    if (order < 3) continue;  // takes far too many steps
    for (const double tolerance : {1e-3, 1e-4})
      expect_true_bars(run_with(kSwitched, method, tolerance, 0), method + " to a tolerance");
  }
}

// F = z/2, also in the rows on both sides of an event.
TEST(ErrorBars, OfOutputsBelongToThoseOfStates) {
  for (const char* method : {"jacobi", "ifosmondi-jfm"}) {
    const Report report = run_with(kSwitched, method, 0, 0.02);
    const Trajectory& rows = report.rows;
    const std::size_t z = column(rows, "error(b.z)"), F = column(rows, "error(b.F)");
    for (std::size_t r = 0; r < rows.rows(); ++r)
      EXPECT_NEAR(rows.at(r, F), rows.at(r, z) / 2, 1e-15) << method << ", t = " << rows.times[r];
  }
}

void expect_no_bars(const std::string& yaml, const std::string& method, const std::string& unit) {
  Settings settings;
  settings.method = method;
  settings.record_errors = true;
  const auto session = open_text(yaml, settings);
  EXPECT_NE(session->bars_hindrance().find("unit '" + unit + "' gives no linearization"), std::string::npos)
      << session->bars_hindrance();
  const Report report = report_of(*session);
  ASSERT_FALSE(report.failure) << method;
  int errors = 0;
  for (std::size_t c = 0; c < report.rows.names.size(); ++c) {
    const bool error = report.rows.names[c].starts_with("error(");
    errors += error ? 1 : 0;
    for (std::size_t r = 0; r < report.rows.rows(); ++r)
      EXPECT_EQ(std::isnan(report.rows.at(r, c)), error) << method << ", " << report.rows.names[c];
  }
  EXPECT_GT(errors, 0);
}

std::string ball_and_spring(bool derivatives) {
  return fmt::format(
      "units:\n"
      "  ball: {{fmu: {}}}\n"
      "  spring: {{equations: {{states: {{z: 0}}, inputs: {{x: 0}}, der: {{z: x - z}}, outputs: {{f: "
      "-0.1*z}}}}}}\n"
      "connections: [ball.position -> spring.x, spring.f -> ball.f]\n"
      "experiment: {{stop: 2, step: 0.05}}\n"
      "record: [spring.f, ball.position]\n",
      bouncing_ball(derivatives).string());
}

TEST(ErrorBars, AreNotInventedWithoutLinearizations) {
  std::string silent = kSwitched;
  const std::string last = "F: 0.5*z}}";
  silent.replace(silent.find(last), last.size(), last + ", capabilities: {linearization: false}");
  for (const char* method : {"jacobi", "kubler-schiehlen"}) {
    expect_no_bars(silent, method, "b");
    expect_no_bars(ball_and_spring(false), method, "ball");
  }
}

// The ball is kicked at t = 0.25: its speed is another one then.
TEST(ErrorBars, EndWhereStatesAreReset) {
  for (const char* method : {"jacobi", "kubler-schiehlen", "ifosmondi-jfm"}) {
    Settings settings;
    settings.method = method;
    settings.record_errors = true;
    const auto session = open_text(ball_and_spring(true), settings);
    ASSERT_EQ(session->bars_hindrance(), "");
    const Report report = report_of(*session);
    ASSERT_FALSE(report.failure) << method;
    const std::string& lost = session->bars()->lost();
    EXPECT_NE(lost.find("the event at t = 0.25"), std::string::npos) << method << lost;
    EXPECT_NE(lost.find("unit 'ball'"), std::string::npos) << method << lost;
    const Trajectory& rows = report.rows;
    bool passed = false;
    for (std::size_t r = 0; r < rows.rows(); ++r) {
      passed = passed || (r > 0 && rows.times[r] == 0.25 && rows.times[r - 1] == 0.25);
      EXPECT_EQ(std::isnan(rows.at(r, column(rows, "error(spring.f)"))), passed)
          << method << ", t = " << rows.times[r];
    }
    EXPECT_TRUE(passed) << method;
  }
}

}  // namespace
}  // namespace accordo::testing
