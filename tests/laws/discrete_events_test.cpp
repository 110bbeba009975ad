// Events that discrete values carry from unit to unit: none is lost, all end the macro-step, and where that
// cannot be, the verdict says so.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "session/verdict.hpp"
#include "tests/support/relay.hpp"
#include "tests/support/runs.hpp"
#include "tests/support/switching.hpp"

namespace accordo::testing::discrete_events {
namespace {

struct Told : Result {
  const Reason* reason(const std::string& id) const {
    const auto found = std::find_if(verdict.reasons.begin(), verdict.reasons.end(),
                                    [&](const Reason& r) { return r.id == id; });
    return found == verdict.reasons.end() ? nullptr : &*found;
  }
  double at_end(const std::string& column) const {
    const auto found = std::find(rows.names.begin(), rows.names.end(), column);
    return rows.at(rows.rows() - 1, static_cast<std::size_t>(found - rows.names.begin()));
  }
};

Told run(const std::string& yaml) {
  const auto session = open_text(yaml);
  Told told{accordo::run(*session)};
  if (told.failure) throw Error(*told.failure);
  return told;
}

std::string fmu(const char* name, const char* which, const char* kind, const std::string& more = "") {
  return fmt::format("  {}: {{fmu: {}, kind: {}{}}}\n", name, switching(which).string(), kind, more);
}

/// The plant between 0 and 1, by its formulas: down from 0.3, then up at twice the speed, and so on.
double sawtooth(double t) {
  if (t < 0.3) return 0.3 - t;
  const double phase = std::fmod(t - 0.3, 1.5);
  return phase < 0.5 ? 2 * phase : 1 - (phase - 0.5);
}

struct Kinds {
  const char *plant, *thermostat;
};

std::string heating(const Kinds& kinds, const std::string& experiment, const std::string& more = "",
                    double start = 0) {
  return "units:\n" + fmu("plant", "plant", kinds.plant, more) +
         fmu("thermostat", "thermostat", kinds.thermostat, more) +
         fmt::format(
             "connections: [plant.y -> thermostat.u, thermostat.on -> plant.up]\n"
             "experiment: {{start: {}, stop: {}, {}}}\nrecord: [plant.y, thermostat.on]\n",
             start, start + 4, experiment);
}

double worst(const Told& told, double start = 0) {
  double error = 0;
  for (std::size_t r = 0; r < told.rows.rows(); ++r) {
    error = std::max(error, std::abs(told.rows.at(r, 0) - sawtooth(told.rows.times[r] - start)));
  }
  return error;
}

const Kinds kExchange{"model-exchange", "model-exchange"}, kSteps{"co-simulation", "co-simulation"},
    kMixed{"co-simulation", "model-exchange"};

// FMUs of OpenModelica without states evaluate when they are asked for a value, not for indicators.
TEST(DiscreteEvents, AreFoundOfWhatEvaluatesOnlyWhenAskedForValues) {
  std::string yaml = heating(kExchange, "tolerance: 1e-6, method: ifosmondi-jfm");
  const std::string thermostat = switching("thermostat").string();
  yaml.replace(yaml.find(thermostat), thermostat.size(), switching("lazy").string());
  EXPECT_LT(worst(run(yaml)), 1e-5);
}

TEST(DiscreteEvents, EndTheStepForAllWhateverTheMethod) {
  for (const char* method :
       {"auto", "ifosmondi-jfm", "ifosmondi", "kubler-schiehlen", "missiles", "f3ornits", "monolithic"}) {
    const Told told = run(heating(kExchange, fmt::format("method: {}, tolerance: 1e-4", method)));
    EXPECT_LT(worst(told), 1e-5) << method;
    EXPECT_EQ(told.statistics.events - told.statistics.idle_events, 6) << method;
    EXPECT_EQ(told.reason("discrete-late"), nullptr) << method;
  }
}

// Also with a fixed step, where the step after the event ends where the cut one should have.
TEST(DiscreteEvents, EndFixedStepsForAll) {
  for (const Kinds* kinds : {&kExchange, &kMixed}) {
    for (const char* method : {"ifosmondi-jfm", "missiles", "f3ornits"}) {
      const Told told = run(heating(*kinds, fmt::format("method: {}, step: 0.13", method)));
      EXPECT_LT(worst(told), 1e-5) << method;
      EXPECT_EQ(told.reason("discrete-late"), nullptr) << method;
      for (int n = 0; n <= 30; ++n) {
        EXPECT_TRUE(
            std::ranges::any_of(told.rows.times, [&](double t) { return std::abs(t - 0.13 * n) < 1e-12; }))
            << method << ": no row at step " << n;
      }
    }
  }
}

// Inputs that are held say nothing of a crossing within the step: it is seen at its end, which the tolerance
// bounds.
TEST(DiscreteEvents, AreSeenAtTheEndOfTheStepWhereInputsAreHeld) {
  for (const double tolerance : {1e-2, 1e-3}) {
    EXPECT_LT(worst(run(heating(kExchange, fmt::format("method: jacobi, tolerance: {}", tolerance)))),
              10 * tolerance);
  }
}

// The thermostat goes first and stops at its event; the plant, which only steps, goes no further.
TEST(DiscreteEvents, NeedNoWayBackOfTheOthers) {
  const std::string yaml = heating(kMixed, "tolerance: 1e-4");
  EXPECT_LT(worst(run(yaml)), 1e-5);
  std::string forward = yaml;
  const std::string plant = "kind: co-simulation";
  forward.replace(forward.find(plant), plant.size(), plant + ", capabilities: {rollback: false}");
  const Told told = run(forward);
  EXPECT_LT(worst(told), 1e-4);
  EXPECT_EQ(told.reason("discrete-late"), nullptr);
}

// Where the thermostat does not save its state either, its own steps can be repeated as long as no event is
// handled in them.
TEST(DiscreteEvents, NeedNoStateOfTheFmu) {
  const auto without_state = [](std::string yaml) {
    const std::string with = switching("thermostat").string();
    yaml.replace(yaml.find(with), with.size(), switching("thermostat", false).string());
    const std::string plant = "kind: co-simulation";
    if (const auto at = yaml.find(plant); at != std::string::npos)
      yaml.replace(at, plant.size(), plant + ", capabilities: {rollback: false}");
    return yaml;
  };
  for (const Kinds& kinds : {kExchange, kMixed}) {
    for (const char* method : {"auto", "missiles", "f3ornits"}) {
      const Told told =
          run(without_state(heating(kinds, fmt::format("method: {}, tolerance: 1e-4", method))));
      EXPECT_LT(worst(told), 1e-4) << method;
      EXPECT_EQ(told.statistics.events - told.statistics.idle_events, 6) << method;
      EXPECT_EQ(told.reason("discrete-late"), nullptr) << method;
    }
  }
}

TEST(DiscreteEvents, EndTheStepAlsoWhereUnitsGoOneAfterTheOther) {
  for (const Kinds* kinds : {&kExchange, &kMixed, &kSteps}) {
    const Told told = run(heating(*kinds, "method: gauss-seidel, tolerance: 1e-4"));
    EXPECT_LT(worst(told), kinds == &kSteps ? 30e-4 : 1e-5) << "sought under inputs that are predicted only";
    EXPECT_LT(told.statistics.macro_steps, 1000);
    EXPECT_EQ(told.reason("discrete-late"), nullptr);
  }
}

// A unit that only steps shows a change at the end of its step: it is sought as finely as the tolerance asks.
TEST(DiscreteEvents, AreSoughtWhereUnitsOnlyStep) {
  double before = 1;
  for (const double tolerance : {1e-2, 1e-4, 1e-6}) {
    const Told told = run(heating(kSteps, fmt::format("tolerance: {}", tolerance)));
    EXPECT_LT(worst(told), 10 * tolerance);
    EXPECT_LE(worst(told), before);
    EXPECT_EQ(told.reason("discrete-late"), nullptr);
    before = worst(told);
  }
}

// Either the value comes late, or the held input that it follows from does.
TEST(DiscreteEvents, AreFirstOrderInAFixedStepAndTheVerdictSaysSo) {
  const auto error_at = [](double step, const Kinds& kinds) {
    const Told told = run(heating(kinds, fmt::format("method: jacobi, step: {}", step)));
    const Reason* late = told.reason("discrete-late");
    EXPECT_EQ(late != nullptr && late->level == Severity::doubtful, &kinds == &kSteps) << step;
    EXPECT_EQ(told.verdict.level(), Severity::doubtful);
    return worst(told);
  };
  for (const Kinds* kinds : {&kSteps, &kMixed, &kExchange}) {
    const double coarse = error_at(0.04, *kinds), fine = error_at(0.01, *kinds);
    EXPECT_GT(coarse, 1e-2);
    EXPECT_GT(fine, coarse / 16);
    EXPECT_LT(fine, coarse / 2);
  }
}

TEST(DiscreteEvents, WithoutAWayBackStepsAreShortAndTheVerdictSaysSo) {
  const Told told = run(heating(kSteps, "tolerance: 1e-3", ", capabilities: {rollback: false}"));
  EXPECT_LT(worst(told), 0.1);
  EXPECT_GT(told.statistics.macro_steps, 500);
  ASSERT_NE(told.reason("discrete-late"), nullptr);
  EXPECT_EQ(told.reason("discrete-late")->level, Severity::doubtful);
  EXPECT_NE(told.reason("discrete-late")->text.find("could not be repeated"), std::string::npos);
}

TEST(DiscreteEvents, DoNotDependOnWhenTimeStarts) {
  for (const Kinds& kinds : {kExchange, kSteps}) {
    const Told now = run(heating(kinds, "tolerance: 1e-4")),
               later = run(heating(kinds, "tolerance: 1e-4", "", 512));
    // Rounding of times decides here and there how many pieces a step has, and so where switches are seen.
    EXPECT_LT(worst(later, 512), 2 * worst(now));
    EXPECT_GT(worst(later, 512), worst(now) / 2);
  }
}

// Held inputs need 78 steps per unit of the tolerance's inverse here: at 1e-4 they are 780 000, minutes in
// processes.
TEST(DiscreteEvents, AreTheSameInProcessesOfTheirOwn) {
  for (const Kinds& kinds : {kExchange, kMixed, kSteps}) {
    for (const char* experiment : {"method: ifosmondi-jfm, tolerance: 1e-4",
                                   "method: f3ornits, tolerance: 1e-4", "method: jacobi, tolerance: 0.1"}) {
      const Told here = run(heating(kinds, experiment)),
                 apart = run(heating(kinds, experiment, ", isolate: true"));
      ASSERT_EQ(apart.rows.times, here.rows.times);
      for (std::size_t r = 0; r < here.rows.rows(); ++r) EXPECT_EQ(apart.rows.at(r, 0), here.rows.at(r, 0));
      EXPECT_EQ(apart.statistics.events, here.statistics.events);
    }
  }
}

/// A timer and a unit that integrates what it says.
std::string timed(const char* kind, const std::string& experiment) {
  return "units:\n" + fmu("timer", "timer", kind) +
         "  sum: {equations: {inputs: {u: 0}, states: {x: 0}, der: {x: u}, outputs: {x: x}}}\n"
         "connections: [timer.on -> sum.u]\nexperiment: {stop: 2, " +
         experiment + "}\nrecord: [sum.x, timer.on]\n";
}

// On from 0.3 to 1, and from 1.7 on.
TEST(DiscreteEvents, KnownInAdvanceAreHitExactly) {
  for (const char* method : {"auto", "jacobi", "ifosmondi-jfm", "missiles", "f3ornits", "monolithic"}) {
    const Told told = run(timed("model-exchange", fmt::format("method: {}, tolerance: 1e-4", method)));
    EXPECT_NEAR(told.at_end("sum.x"), 1, 1e-9) << method;
  }
  EXPECT_NEAR(run(timed("co-simulation", "tolerance: 1e-4")).at_end("sum.x"), 1, 1e-4);
}

// A value that comes late is off for so long: the estimate says as much, where it becomes a real number.
TEST(DiscreteEvents, ThatComeLateCountInTheEstimate) {
  for (const double tolerance : {1e-2, 1e-3}) {
    const std::string yaml = timed("co-simulation, capabilities: {rollback: false}",
                                   fmt::format("method: f3ornits, tolerance: {}", tolerance));
    const Told told = run(yaml);
    ASSERT_NE(told.reason("discrete-late"), nullptr);
    const double off = std::abs(told.at_end("sum.x") - 1) / 2;  // of the span
    EXPECT_GT(off, 0) << "else this tests nothing";
    ASSERT_TRUE(told.statistics.error_estimate);
    EXPECT_GE(*told.statistics.error_estimate, off);
    EXPECT_LE(*told.statistics.error_estimate, 3 * std::max(1e-3, tolerance)) << "three changes, short steps";
  }
  const Told found = run(timed("co-simulation", "method: f3ornits, tolerance: 1e-4"));
  EXPECT_LT(*found.statistics.error_estimate, 1e-4) << "those found in time hardly count";
}

// The relay counts its steps: that is no event, however short the steps are.
TEST(DiscreteEvents, WhatChangesAtEveryStepEndsNone) {
  const Told told = run(
      fmt::format("units:\n  a: {{fmu: {0}, kind: co-simulation}}\n  b: {{fmu: {0}, kind: co-simulation}}\n"
                  "connections: [a.steps -> b.n]\nexperiment: {{stop: 1, tolerance: 1e-3}}\n",
                  relay(fmi::Version::fmi2).string()));
  EXPECT_EQ(told.statistics.status, "done");
  EXPECT_LT(told.statistics.macro_steps, 5000);
  EXPECT_NE(told.reason("discrete-late"), nullptr);
}

// Two that pass a number on to each other, each adding one, never come to an end at one instant.
TEST(DiscreteEvents, ValuesThatNeverSettleArePassedOnOncePerStep) {
  const Told told = run(
      fmt::format("units:\n  b: {{fmu: {0}, kind: model-exchange}}\n  c: {{fmu: {0}, kind: model-exchange}}\n"
                  "connections: [b.n_out -> c.n, c.n_out -> b.n]\nexperiment: {{stop: 1, tolerance: 1e-3}}\n",
                  relay(fmi::Version::fmi2).string()));
  EXPECT_EQ(told.statistics.status, "done");
  ASSERT_NE(told.reason("discrete-unsettled"), nullptr);
  EXPECT_EQ(told.verdict.level(), Severity::doubtful);
}

/// A ball that leaves its events to us, and a unit that integrates the number of its bounces; it feels a
/// little of that.
std::string bouncing(const std::string& experiment, const std::string& more = "") {
  return fmt::format(
      "units:\n  ball: {{fmu: {}{}}}\n"
      "  sum: {{equations: {{inputs: {{n: 0}}, states: {{x: 0}}, der: {{x: n}}, outputs: {{x: x, none: "
      "0*x}}}}{}}}\n"
      "connections: [ball.bounces -> sum.n, sum.none -> ball.f]\n"
      "experiment: {{stop: 2.5, {}}}\nrecord: [sum.x, ball.position]\n",
      bouncing_ball().string(), more, more.find("isolate") == std::string::npos ? "" : ", isolate: true",
      experiment);
}

/// By the formulas of free fall: the time that remains after each bounce, added up; and the height at the
/// end.
std::array<double, 2> bounces_by_formula(double stop) {
  double x = 1, v = 0, t = 0, sum = 0;
  const auto fall = [&](double by) {
    x += v * by - 9.81 / 2 * by * by;
    v -= 9.81 * by;
    t += by;
  };
  fall(0.25);
  v += 4;
  while (true) {
    const double impact = (v + std::sqrt(v * v + 2 * 9.81 * std::max(x, 0.0))) / 9.81;
    if (impact > stop - t) break;
    fall(impact);
    x = 0;
    v *= -0.8;
    sum += stop - t;
  }
  fall(stop - t);
  return {sum, x};
}

TEST(DiscreteEvents, OfFmusThatStopAtThemEndTheStepForAll) {
  const auto [sum, height] = bounces_by_formula(2.5);
  for (const char* method : {"auto", "ifosmondi-jfm", "missiles", "f3ornits"}) {
    const Told told = run(bouncing(fmt::format("method: {}, tolerance: 1e-4", method)));
    EXPECT_NEAR(told.at_end("sum.x"), sum, 1e-5) << method;
    EXPECT_NEAR(told.at_end("ball.position"), height, 1e-5) << method;
    EXPECT_GT(told.statistics.events, 2) << method;
  }
}

TEST(DiscreteEvents, OfFmusThatStopAtThemAreTheSameInProcesses) {
  for (const char* method : {"ifosmondi-jfm", "f3ornits"}) {
    const std::string experiment = fmt::format("method: {}, tolerance: 1e-4", method);
    const Told here = run(bouncing(experiment)), apart = run(bouncing(experiment, ", isolate: true"));
    ASSERT_EQ(apart.rows.times, here.rows.times);
    for (std::size_t r = 0; r < here.rows.rows(); ++r) EXPECT_EQ(apart.rows.at(r, 0), here.rows.at(r, 0));
    EXPECT_EQ(apart.statistics.events, here.statistics.events);
  }
}

}  // namespace
}  // namespace accordo::testing::discrete_events
