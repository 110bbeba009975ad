// F3ORNITS: smooth extrapolated inputs, each of the order that would have served best so far.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/runs.hpp"

namespace accordo::testing {
namespace {

/// A source of time alone and a listener that integrates it.
std::string listener_to(const std::string& signal, const std::string& events = "[]") {
  return "units:\n"
         "  source: {equations: {outputs: {y: '" +
         signal +
         "'}}}\n"
         "  listener: {equations: {states: {z: 0}, inputs: {u: 0}, der: {z: u}, outputs: {z: z}}}\n"
         "connections: [source.y -> listener.u]\n"
         "events: " +
         events +
         "\n"
         "experiment: {stop: 1, step: 0.05, method: f3ornits}\n"
         "record: [listener.z]\n";
}

/// Keeps the input over every accepted step.
class Inputs final : public StepObserver {
 public:
  void attempted(const StepQuestion& question, const Proposal& proposal, bool accepted) override {
    if (accepted) list.emplace_back(question.step, *proposal.inputs);
  }
  std::vector<std::pair<Step, Signal>> list;
};

std::vector<std::pair<Step, Signal>> inputs_of(Session& session) {
  Inputs inputs;
  EXPECT_FALSE(session.record(nullptr, {.observer = &inputs}).failure);
  return inputs.list;
}

// Where orders are chosen again at every point, errors are no smooth function of the step.
TEST(F3ornits, HasTheOrderOfItsExtrapolationPlusOne) {
  for (const int order : {0, 1, 2}) {
    for (RunOf run :
         {RunOf{.name = "two-mass", .step = 2.5e-4}, RunOf{.name = "lotka-volterra", .step = 0.0125},
          RunOf{.name = "tutorial", .step = 0.025}, RunOf{.name = "tough", .step = 0.0125}}) {
      run.method = "f3ornits";
      run.options = {"order=" + std::to_string(order)};
      EXPECT_NEAR(observed_order(run), order + 1, 0.5) << run;
    }
  }
}

TEST(F3ornits, FollowsParabolasExactlyOnceItKnowsThem) {
  const auto error = [](const std::string& signal, auto integral) {
    const auto run = run_session(*open_text(listener_to(signal)));
    double worst = 0;
    for (std::size_t r = 4; r + 1 < run.rows(); ++r) {
      const double expected = integral(run.times[r + 1]) - integral(run.times[r]);
      worst = std::max(worst, std::abs(run.at(r + 1, 0) - run.at(r, 0) - expected));
    }
    return worst;
  };
  EXPECT_LT(error("3", [](double t) { return 3 * t; }), 1e-14);
  EXPECT_LT(error("1 - t", [](double t) { return t - t * t / 2; }), 1e-14);
  EXPECT_LT(error("1 + t^2", [](double t) { return t + t * t * t / 3; }), 1e-14);
  EXPECT_GT(error("t^3", [](double t) { return t * t * t * t / 4; }), 1e-7);
}

// Each input starts where it ended, with the slope that it ended with.
TEST(F3ornits, KeepsInputsSmooth) {
  const auto session = open_case({.name = "lotka-volterra", .method = "f3ornits", .step = 0.1});
  const auto steps = inputs_of(*session);
  ASSERT_GT(steps.size(), 100U);
  for (std::size_t n = 1; n < steps.size(); ++n) {
    for (int j = 0; j < 2; ++j) {
      const double* before = steps[n - 1].second.component(j);
      const double* now = steps[n].second.component(j);
      EXPECT_NEAR(now[0], before[0] + before[1] + before[2] + before[3], 1e-12);
      EXPECT_NEAR(now[1] / steps[n].first.h,
                  (before[1] + 2 * before[2] + 3 * before[3]) / steps[n - 1].first.h, 1e-10);
    }
  }
}

/// The largest value that the input reaches anywhere.
double peak(const std::vector<std::pair<Step, Signal>>& steps) {
  double most = -1e300;
  for (const auto& [step, signal] : steps) {
    for (int i = 0; i <= 20; ++i) {
      double u = 0;
      signal.view().values(i / 20.0, &u);
      most = std::max(most, u);
    }
  }
  return most;
}

// A parabola or a line through a jump would overshoot it by as much as it jumps; order 0 does not.
TEST(F3ornits, StartsAnewBehindAJump) {
  const auto flexible = open_text(listener_to("if(t > 0.52, 3, 1)", "none"));
  EXPECT_LT(peak(inputs_of(*flexible)), 3 + 1e-12);
  Settings extrapolate;
  extrapolate.method = "jacobi";
  extrapolate.options = {"order=2"};
  const auto fixed = open_text(listener_to("if(t > 0.52, 3, 1)", "none"), extrapolate);
  EXPECT_GT(peak(inputs_of(*fixed)), 4);
}

TEST(F3ornits, CrossesEventsLikeTheOthers) {
  const auto run = run_session(*open_text(listener_to("if(t >= 0.35, 3, 1)", "[0.35]")));
  for (std::size_t r = 0; r < run.rows(); ++r) {
    const double t = run.times[r];
    EXPECT_NEAR(run.at(r, 0), t <= 0.35 ? t : 0.35 + 3 * (t - 0.35), 1e-13);
  }
}

TEST(F3ornits, AsksUnitsForNothingButSteps) {
  const Report report = report_of(
      {.name = "lotka-volterra",
       .method = "f3ornits",
       .step = 0.1,
       .record = {"*"},
       .lacks = {{"*", {"rollback", "slopes", "states", "evaluation", "linearization", "reevaluation"}}}});
  ASSERT_FALSE(report.failure) << report.failure->what();
  for (const UnitStatistics& unit : report.statistics.units)
    EXPECT_EQ(unit.integrations, report.statistics.macro_steps);
  EXPECT_EQ(report.statistics.linearizations, 0);
  EXPECT_EQ(report.statistics.estimates, 0);
}

// No knob to set: not much worse than the order that serves best.
TEST(F3ornits, IsNearlyAsGoodAsTheBestFixedOrder) {
  for (RunOf run : {RunOf{.name = "two-mass", .step = 1e-3}, RunOf{.name = "lotka-volterra", .step = 0.05},
                    RunOf{.name = "tutorial", .step = 0.1}, RunOf{.name = "behaviour-change", .step = 0.2}}) {
    run.method = "f3ornits";
    const double flexible = case_error(run);
    run.method = "jacobi";
    double best = 1e300;
    for (const char* order : {"order=0", "order=1", "order=2"}) {
      run.options = {order};
      best = std::min(best, case_error(run));
    }
    EXPECT_LT(flexible, 5 * best) << run.name;
  }
}

/// Nothing is known of inputs that start from zero without slopes, and no unit can go back: the first step
/// must be short enough by itself.
TEST(F3ornits, BeginsBlindlyWithinTheTolerance) {
  const std::string only_steps =
      "capabilities: {slopes: false, rollback: false, linearization: false, evaluation: false}";
  const std::string text =
      "units:\n"
      "  a: {equations: {states: {x: 0}, inputs: {u: 0}, der: {x: cos(t) - u}, outputs: {y: x}}, " +
      only_steps +
      "}\n"
      "  b: {equations: {states: {z: 0}, inputs: {w: 0}, der: {z: w - z}, outputs: {q: z}}, " +
      only_steps +
      "}\n"
      "connections: [a.y -> b.w, b.q -> a.u]\nexperiment: {stop: 10}\n";
  for (const double tolerance : {1e-3, 1e-4, 1e-5}) {
    Settings settings;
    settings.tolerance = tolerance;
    const auto session = open_text(text, settings);
    ASSERT_EQ(session->method().name, "f3ornits");
    EXPECT_LE(report_of(*session).statistics.error_estimate.value_or(1), tolerance);
  }
}

}  // namespace
}  // namespace accordo::testing
