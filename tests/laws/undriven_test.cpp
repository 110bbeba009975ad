// Units that nobody drives: integrated once, also where the others go back.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/peculiar.hpp"
#include "tests/support/runs.hpp"

namespace accordo::testing {
namespace {

TEST(UndrivenUnits, AreSteppedOncePerAttempt) {
  const auto session = open_text(
      "units:\n"
      "  source: {equations: {states: {s: 0}, der: {s: cos(t)}, outputs: {y: s}}}\n"
      "  a: {equations: {inputs: {u: 0, w: 0}, states: {x: 1}, der: {x: u + w - x*x}, outputs: {y: x}}}\n"
      "  b: {equations: {inputs: {u: 0}, states: {x: 0}, der: {x: u - x^3}, outputs: {y: x}}}\n"
      "connections: [source.y -> a.w, b.y -> a.u, a.y -> b.u]\n"
      "experiment: {stop: 2, method: ifosmondi, tolerance: 1e-5}\n");
  const Report report = report_of(*session);
  ASSERT_FALSE(report.failure);
  const auto attempts = static_cast<long long>(report.attempts.size());
  EXPECT_LE(report.statistics.units[0].integrations, attempts);
  EXPECT_GT(report.statistics.units[1].integrations, 2 * attempts);
}

TEST(UndrivenUnits, AloneAreIntegratedOnce) {
  for (const char* method : {"auto", "ifosmondi-jfm", "ifosmondi", "iterative-jacobi"}) {
    const auto session = open_text(
        fmt::format("units:\n  a: {{equations: {{states: {{x: 1}}, der: {{x: -x}}, outputs: {{y: x}}}}}}\n"
                    "experiment: {{stop: 1, method: {}, tolerance: 1e-4}}\n",
                    method));
    const Report report = report_of(*session);
    EXPECT_EQ(report.statistics.units[0].integrations, report.statistics.macro_steps) << method;
    EXPECT_EQ(report.statistics.rejected_steps, 0) << method;
  }
}

/// A slow source beside an oscillator of jumps and rests with blows, which has many of its steps rejected.
std::string oscillator(const std::string& source, const std::string& experiment) {
  return fmt::format(
      "units:\n  source: {{{}}}\n"
      "  a: {{equations: {{inputs: {{u: 0}}, states: {{x: 1}}, der: {{x: \"30*(x - x^3/3 - u) + "
      "500*exp(-3000*sin(3*t)^2)\"}}, outputs: {{y: x}}}}, capabilities: {{linearization: false}}}}\n"
      "  b: {{equations: {{inputs: {{u: 0, w: 0}}, states: {{v: 0}}, der: {{v: u + 0.2*w}}, outputs: {{y: "
      "v}}}}}}\n"
      "connections: [source.y -> b.w, b.y -> a.u, a.y -> b.u]\n"
      "experiment: {{stop: 10, {}}}\nrecord: [source.y, a.y, b.y]\n",
      source, experiment);
}

const std::string kSlowSource =
    "equations: {states: {s: 0, c: 1}, der: {s: 0.5*c, c: -0.5*s}, outputs: {y: s}}";

TEST(UndrivenUnits, ThatCanGoBackNeedNotWhereOnlyTheRestDoes) {
  const Trajectory right =
      run_session(*open_text(oscillator(kSlowSource, "method: monolithic, tolerance: 1e-9")));
  for (const double tolerance : {1e-3, 1e-4, 1e-5}) {
    for (const char* method : {"ifosmondi-jfm", "ifosmondi"}) {
      const auto session =
          open_text(oscillator(kSlowSource, fmt::format("method: {}, tolerance: {}", method, tolerance)));
      const Report report = report_of(*session);
      ASSERT_FALSE(report.failure) << method;
      EXPECT_GT(report.statistics.rejected_steps, 15) << "else this tests nothing";
      // A native unit goes back for nothing, and shows more within its steps than points tell.
      EXPECT_LE(report.statistics.units[0].integrations,
                report.statistics.macro_steps + report.statistics.rejected_steps + 3)
          << method;
      for (std::size_t r = 0; r < report.rows.rows(); ++r)
        ASSERT_NEAR(report.rows.at(r, 0), std::sin(0.5 * report.rows.times[r]), tolerance) << method;
      EXPECT_NEAR(report.rows.at(report.rows.rows() - 1, 2), right.at(right.rows() - 1, 2), 10 * tolerance);
      EXPECT_LE(*report.statistics.error_estimate, 3 * tolerance) << "what was interpolated counts";
    }
  }
}

/// A source with a pulse has steps rejected itself: between its points it is not good enough there.
TEST(UndrivenUnits, ThatCanGoBackDoSoWhereTheirSignalAsks) {
  const std::string source =
      "equations: {states: {s: 0}, der: {s: \"-100*(t - 5)*exp(-50*(t - 5)^2)\"}, outputs: {y: s}}";
  for (const double tolerance : {1e-3, 1e-5}) {
    const auto session =
        open_text(oscillator(source, fmt::format("method: ifosmondi, tolerance: {}", tolerance)));
    const Report report = report_of(*session);
    ASSERT_FALSE(report.failure);
    EXPECT_LE(report.statistics.units[0].integrations,
              report.statistics.macro_steps + report.statistics.rejected_steps);
    for (std::size_t r = 0; r < report.rows.rows(); ++r) {
      const double t = report.rows.times[r] - 5;
      ASSERT_NEAR(report.rows.at(r, 0), std::exp(-50 * t * t), tolerance) << report.rows.times[r];
    }
  }
}

/// Where nobody has tried whether it can be restored, or where it cannot, it is not. Nobody drives it:
/// x = exp(-t).
TEST(UndrivenUnits, AreNotRestoredWhereThatIsNotVerified) {
  const archive::PrivateFolder cache;
  setenv("XDG_CACHE_HOME", (cache.path() / "cache").c_str(), 1);
  for (const bool trust : {false, true}) {
    Settings settings;
    settings.trust = trust;
    const std::string fmu = peculiar({.mode = "refuses to be restored"}).string();
    const auto session = open_text(oscillator("fmu: " + fmu, "method: ifosmondi, tolerance: 1e-4"), settings);
    EXPECT_EQ(session->units()[0].can.rollback, trust);
    const Report report = report_of(*session);
    ASSERT_FALSE(report.failure) << report.failure->what();
    EXPECT_GT(report.statistics.rejected_steps, 15) << "else this tests nothing";
    for (std::size_t r = 0; r < report.rows.rows(); ++r)
      ASSERT_NEAR(report.rows.at(r, 0), std::exp(-report.rows.times[r]), 1e-4);
  }
  unsetenv("XDG_CACHE_HOME");
}

const std::string kOnlySteps = ", capabilities: {rollback: false, linearization: false, evaluation: false}";

/// A source that knows a pulse, exp(-50 (t - 1)^2), and two units that it sets in motion.
std::string pulse(const std::string& source, const std::string& experiment, const std::string& more = "") {
  return fmt::format(
      "units:\n"
      "  source: {{equations: {{states: {{s: 1.9287498479639178e-22}}, der: {{s: -100*(t - 1)*s}}, outputs: "
      "{{y: "
      "s}}}}{}{}}}\n"
      "  a: {{equations: {{inputs: {{u: 0, w: 0}}, states: {{x: 1}}, der: {{x: u + w - x*x}}, outputs: {{y: "
      "x}}}}{}}}\n"
      "  b: {{equations: {{inputs: {{u: 0}}, states: {{x: 0}}, der: {{x: u - x^3}}, outputs: {{y: x}}}}{}}}\n"
      "connections: [source.y -> a.w, b.y -> a.u, a.y -> b.u]\n"
      "experiment: {{stop: 3, {}}}\nrecord: [source.y, source.state(s), a.y, b.y]\n",
      source, more, more, more, experiment);
}

double off_the_pulse(const Trajectory& rows, std::size_t column) {
  double worst = 0;
  for (std::size_t r = 0; r < rows.rows(); ++r) {
    const double t = rows.times[r] - 1;
    worst = std::max(worst, std::abs(rows.at(r, column) - std::exp(-50 * t * t)));
  }
  return worst;
}

TEST(UndrivenUnits, NeedNoWayBack) {
  const auto reference = open_text(pulse("", "method: monolithic, tolerance: 1e-9"));
  const Trajectory right = run_session(*reference);
  const auto expect_right = [&](const char* method, double tolerance) {
    const auto session =
        open_text(pulse(kOnlySteps, fmt::format("method: {}, tolerance: {}", method, tolerance)));
    Report report = report_of(*session);
    EXPECT_FALSE(report.failure) << method;
    EXPECT_LT(off_the_pulse(report.rows, 0), 10 * tolerance) << method;
    EXPECT_LT(off_the_pulse(report.rows, 1), 10 * tolerance) << method << ": its state";
    const std::size_t last = report.rows.rows() - 1, end = right.rows() - 1;
    EXPECT_NEAR(report.rows.at(last, 2), right.at(end, 2), 10 * tolerance) << method;
    return report;
  };
  for (const double tolerance : {1e-3, 1e-5}) {
    for (const char* method : {"ifosmondi-jfm", "ifosmondi"}) {
      const Report report = expect_right(method, tolerance);
      EXPECT_LT(*report.statistics.error_estimate, 3 * tolerance) << "what was interpolated counts";
    }
  }
  for (const char* method : {"kubler-schiehlen", "iterative-jacobi", "iterative-gauss-seidel"})
    expect_right(method, 1e-2);
}

// What jumps without a word is known no finer than the source steps, and there is no way back: the estimate
// says so.
TEST(UndrivenUnits, MayJump) {
  const auto yaml = [](const std::string& source, const std::string& experiment) {
    return fmt::format(
        "units:\n  source: {{equations: {{inputs: {{}}, outputs: {{y: \"if(t > 1.05, 1, 0)\"}}}}{}}}\n"
        "  a: {{equations: {{inputs: {{u: 0, w: 0}}, states: {{x: 1}}, der: {{x: u + w - x}}, outputs: {{y: "
        "x}}}}}}\n"
        "  b: {{equations: {{inputs: {{u: 0}}, states: {{x: 0}}, der: {{x: u - 3*x}}, outputs: {{y: x}}}}}}\n"
        "connections: [source.y -> a.w, b.y -> a.u, a.y -> b.u]\n"
        "experiment: {{stop: 3, {}}}\nrecord: [a.y, source.y]\n",
        source, experiment);
  };
  const Trajectory right =
      run_session(*open_text(yaml("", "method: monolithic, step: 0.001") + "events: [1.05]\n"));
  for (const double tolerance : {1e-3, 1e-5}) {
    const auto session = open_text(
        yaml(kOnlySteps, fmt::format("method: ifosmondi-jfm, tolerance: {}", tolerance)) + "events: none\n");
    const Report report = report_of(*session);
    ASSERT_FALSE(report.failure);
    EXPECT_NEAR(report.rows.at(report.rows.rows() - 1, 0), right.at(right.rows() - 1, 0), 0.02);
    EXPECT_GT(*report.statistics.error_estimate, 10 * tolerance) << "and is known to be off";
  }
}

TEST(UndrivenUnits, LeaveTheChoiceOfTheMethodToTheOthers) {
  EXPECT_EQ(open_text(pulse(kOnlySteps, "tolerance: 1e-4"))->method().name, "ifosmondi-jfm");
  EXPECT_EQ(open_text(pulse("", "tolerance: 1e-4", kOnlySteps))->method().name, "f3ornits");
}

TEST(UndrivenUnits, ThatAreDrivenByAnotherNeedIt) {
  const std::string yaml =
      "units:\n"
      "  a: {equations: {inputs: {u: 0}, states: {x: 1}, der: {x: u - x}, outputs: {y: x}}" +
      kOnlySteps +
      "}\n  b: {equations: {inputs: {u: 0}, states: {x: 0}, der: {x: u - x}, outputs: {y: x}}}\n"
      "connections: [b.y -> a.u]\nexperiment: {stop: 1, method: ifosmondi, tolerance: 1e-4}\n";
  EXPECT_THROW(open_text(yaml), std::exception);
}

TEST(UndrivenUnits, ThatRunAheadAreTheSameOnEveryExecutor) {
  for (const char* experiment : {"method: ifosmondi-jfm, tolerance: 1e-4", "method: ifosmondi, step: 0.1"}) {
    const auto here = open_text(pulse(kOnlySteps, experiment)),
               apart = open_text(pulse(kOnlySteps, experiment, ", isolate: true"));
    const Trajectory a = run_session(*here), b = run_session(*apart);
    ASSERT_EQ(a.times, b.times);
    for (std::size_t r = 0; r < a.rows(); ++r) {
      for (std::size_t c = 0; c < a.names.size(); ++c) ASSERT_EQ(a.at(r, c), b.at(r, c));
    }
  }
}

// In a fixed step that units agree on nothing is interpolated: it makes no difference whether the source
// could go back.
TEST(UndrivenUnits, InAFixedStepAreWhatTheyAreAnyway) {
  const Trajectory ahead = run_session(*open_text(pulse(kOnlySteps, "method: ifosmondi, step: 0.01"))),
                   back = run_session(*open_text(
                       pulse(", capabilities: {linearization: false}", "method: ifosmondi, step: 0.01")));
  ASSERT_EQ(ahead.times, back.times);
  for (std::size_t r = 0; r < ahead.rows(); ++r) {
    for (std::size_t c = 0; c < ahead.names.size(); ++c) ASSERT_EQ(ahead.at(r, c), back.at(r, c));
  }
}

}  // namespace
}  // namespace accordo::testing
