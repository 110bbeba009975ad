// Events: hit exactly, seen from the proper side, recorded twice where something jumps.

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/runs.hpp"

namespace accordo::testing {
namespace {

/// A source that jumps from 1 to 3 at t = 0.35, by one or the other condition, and a listener that integrates
/// it.
std::string jump(const std::string& condition, const std::string& events) {
  return "units:\n"
         "  source: {equations: {outputs: {y: 'if(" +
         condition +
         ", 3, 1)'}}}\n"
         "  listener: {equations: {states: {z: 0}, inputs: {u: 0}, der: {z: u}, outputs: {z: z}}}\n"
         "connections: [source.y -> listener.u]\n"
         "events: " +
         events +
         "\n"
         "experiment: {stop: 1, step: 0.1}\n"
         "record: [source.y, listener.z]\n";
}

Trajectory run_with(const std::string& yaml, const std::string& method) {
  Settings settings;
  settings.method = method;
  return run_session(*open_text(yaml, settings));
}

double exact(double t) {
  return t <= 0.35 ? t : 0.35 + 3 * (t - 0.35);
}

TEST(Events, AJumpAtAnEventCostsNothing) {
  for (const std::string method :
       {"jacobi", "gauss-seidel", "monolithic", "busch", "iterative-jacobi", "iterative-gauss-seidel",
        "kubler-schiehlen", "ifosmondi", "ifosmondi-jfm", "missiles", "f3ornits"}) {
    for (const std::string condition : {"t >= 0.35", "t > 0.35", "not (t < 0.35)", "2*t >= 0.7"}) {
      const auto run = run_with(jump(condition, "[0.35]"), method);
      for (std::size_t r = 0; r < run.rows(); ++r) {
        EXPECT_NEAR(run.at(r, 1), exact(run.times[r]), 1e-13)
            << method << ", " << condition << ", t = " << run.times[r];
      }
    }
  }
}

TEST(Events, AJumpIsRecordedFromBothSides) {
  const auto run = run_with(jump("t >= 0.35", "[0.35, 0.8]"), "jacobi");
  std::vector<double> at_jump, at_other;
  for (std::size_t r = 0; r < run.rows(); ++r) {
    if (run.times[r] == 0.35) at_jump.push_back(run.at(r, 0));
    if (run.times[r] == 0.8) at_other.push_back(run.at(r, 0));
  }
  EXPECT_EQ(at_jump, (std::vector<double>{1, 3}));
  EXPECT_EQ(at_other, (std::vector<double>{3}));
}

// The test above can fail: without the event the jump is smeared over a step.
TEST(Events, AJumpThatIsNoEventCosts) {
  const auto run = run_with(jump("t >= 0.35", "none"), "jacobi");
  EXPECT_GT(std::abs(run.at(run.rows() - 1, 1) - exact(1)), 1e-2);
}

// Seen from the left, as the run never goes beyond.
TEST(Events, AtTheStopOnlyTheLeftLimitCounts) {
  const auto session = open_text(
      "units: {a: {equations: {states: {x: 0}, der: {x: 'if(t >= 1, 1000, 1)'}, outputs: {y: 'if(t >= 1, 5, "
      "2)'}}, "
      "integrator: rk4}}\n"
      "events: [1]\n"
      "experiment: {stop: 1, method: jacobi, step: 0.1}\n"
      "record: [a.x, a.y]\n");
  const auto run = run_session(*session);
  EXPECT_NEAR(run.at(run.rows() - 1, 0), 1, 1e-13);
  EXPECT_EQ(run.at(run.rows() - 1, 1), 2);
}

// The branch not taken is infinite exactly at the event.
TEST(Events, ABranchIsNotEvaluatedBeyondItsEnd) {
  const auto session = open_text(
      "units:\n"
      "  a:\n"
      "    equations:\n"
      "      states: {x: 0}\n"
      "      der: {x: 'if(t < 2, exp(1/((t/2)^2 - 1)), 0)'}\n"
      "      outputs: {f: 'if(t < 2, exp(1/((t/2)^2 - 1)), 0)'}\n"
      "events: [2]\n"
      "experiment: {stop: 3, method: jacobi, step: 0.5}\n");
  const auto run = run_session(*session);
  for (std::size_t r = 0; r < run.rows(); ++r) EXPECT_TRUE(std::isfinite(run.at(r, 0)));
}

// Histories must not reach across an event: order 1 after a jump would extrapolate the jump itself.
TEST(Events, HistoriesAreForgotten) {
  const std::string yaml =
      "units:\n"
      "  source: {equations: {outputs: {y: 'if(t >= 0.5, 10 + t, t)'}}}\n"
      "  listener: {equations: {inputs: {u: 0}, states: {z: 0}, der: {z: u}, outputs: {z: z}}}\n"
      "connections: [source.y -> listener.u]\n"
      "events: [0.5]\n"
      "experiment: {stop: 1, step: 0.1}\n"
      "record: [listener.z]\n";
  const double end = 0.5 + 5.0;  // ∫ t dt + ∫ 10 dt
  const std::vector<std::pair<std::string, std::vector<std::string>>> methods{
      {"jacobi", {"order=2"}},
      {"kubler-schiehlen", {}},
      {"ifosmondi", {}},
      {"ifosmondi-jfm", {}},
      {"ifosmondi-jfm", {"first_step=quadratic"}},
      {"missiles", {}},
      {"missiles", {"corrector=off"}},
      {"f3ornits", {}}};
  for (const auto& [method, options] : methods) {
    Settings settings;
    settings.method = method;
    settings.options = options;
    const auto run = run_session(*open_text(yaml, settings));
    EXPECT_NEAR(run.at(run.rows() - 1, 0), end, 1e-12) << method;
  }
}

/// Largest difference of two runs with the same steps, also where their times differ by rounding.
double largest_difference(const Trajectory& a, const Trajectory& b) {
  EXPECT_EQ(a.rows(), b.rows());
  double most = 0;
  for (std::size_t r = 0; r < std::min(a.rows(), b.rows()); ++r) {
    for (std::size_t c = 0; c < a.names.size(); ++c) most = std::max(most, std::abs(a.at(r, c) - b.at(r, c)));
  }
  return most;
}

// A force that jumps at t = 100: C1 inputs that went on through it would smear the jump over several steps.
TEST(Events, SmoothInputsStartAnewBehindThem) {
  for (const std::string option : {"first_step=slopes", "first_step=quadratic"}) {
    RunOf run{.name = "behaviour-change", .method = "ifosmondi-jfm", .step = 0.4, .options = {option}};
    const auto with = run_case(run);
    Scenario scenario = open_case(run)->scenario();
    ASSERT_EQ(scenario.events.size(), 1U);
    scenario.events.clear();
    scenario.finds_events = false;
    Problems problems;
    const auto without = run_session(*Session::open(std::move(scenario), problems));
    run.method = "monolithic";
    run.options.clear();
    const auto reference = run_case(run);
    const double error = largest_difference(with, reference);
    EXPECT_LT(error, 1e-4) << option;
    EXPECT_GT(largest_difference(without, reference), 1000 * error) << option;
  }
}

TEST(Events, TimesAreMultiplesOfTheStepToTheLastBit) {
  const auto run = run_with(jump("t >= 0.35", "none"), "jacobi");
  for (std::size_t r = 0; r + 1 < run.rows(); ++r)
    EXPECT_EQ(run.times[r], 0.0 + static_cast<double>(r) * 0.1);
  EXPECT_EQ(run.times.back(), 1.0);
}

}  // namespace
}  // namespace accordo::testing
