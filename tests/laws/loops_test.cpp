// Algebraic loops are solved whatever the size of their values and their gain, or the failure says so.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/runs.hpp"

namespace accordo::testing {
namespace {

/// y = x − k u fed back to itself: u = y = x/(1 + k).
Trajectory feedback(double x, double k, const std::string& method) {
  Settings settings;
  settings.method = method;
  const auto session = open_text("units:\n  a: {equations: {parameters: {k: " + std::to_string(k) +
                                     "}, states: {x: " + std::to_string(x) + "*1e-15" +
                                     "}, inputs: {u: 0}, der: {x: 0}, outputs: {y: x - k*u}}}\n"
                                     "connections: [a.y -> a.u]\n"
                                     "experiment: {stop: 1, step: 0.25}\n"
                                     "record: [a.u, a.y, a.x]\n",
                                 settings);
  return run_session(*session);
}

TEST(Loops, AreSolvedForSmallValuesAndHighGains) {
  for (const std::string method : {"jacobi", "gauss-seidel", "monolithic"}) {
    for (const double size : {1e-3, 1.0, 1e15, 1e20}) {  // in units of 1e-15
      for (const double k : {0.5, 3.0, 1e7, 1e9}) {
        const auto run = feedback(size, k, method);
        for (std::size_t r = 0; r < run.rows(); ++r) {
          EXPECT_NEAR(run.at(r, 0) / (run.at(r, 2) / (1 + k)), 1, 1e-9) << method << " " << size << " " << k;
        }
      }
    }
  }
}

// On the grid of h = 0.1 the force in the loop is 0, a difference of values near 1: only rounding is left to
// solve for.
TEST(Loops, OfWhichOnlyRoundingIsLeftAreSolved) {
  const Report report = report_of({.name = "damper",
                                   .method = "iterative-jacobi",
                                   .step = 0.1,
                                   .options = {"max_iterations=2"},
                                   .parameters = {{"D_D", 0.1}}});
  EXPECT_FALSE(report.failure) << report.failure->what();
}

TEST(Loops, WithoutASolutionAreNamed) {
  const std::string yaml =
      "units: {a: {equations: {inputs: {u: 1}, outputs: {y: u^2 + 1}}}}\n"
      "connections: [a.y -> a.u]\n"
      "experiment: {stop: 1, method: jacobi, step: 0.5}\n";
  try {
    run_session(*open_text(yaml));
    FAIL() << "u = u^2 + 1 has no solution";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Exit::no_agreement);
    EXPECT_EQ(error.problems().front().id, "algebraic-loop");
    EXPECT_NE(error.problems().front().what.find("a.y"), std::string::npos);
  }
}

// Nonlinear, far from the guess: u = cos(u) from 10.
TEST(Loops, AreSolvedFromAPoorGuess) {
  const auto run =
      run_session(*open_text("units: {a: {equations: {inputs: {u: 10}, outputs: {y: cos(u)}}}}\n"
                             "connections: [a.y -> a.u]\n"
                             "experiment: {stop: 1, method: jacobi, step: 0.5}\n"));
  EXPECT_NEAR(run.at(0, 0), 0.7390851332151607, 1e-14);  // the fixed point of cos
}

// p = 0.65 tanh(q) + a, q = 0.65 p/sqrt(1 + p²) + b: a contraction, so that there is one solution. From 0 its
// residuals differ as a and b do, and Newton's method makes the smaller one larger first; q is counted in
// 1/k.
TEST(Loops, ThatContractAreSolvedFromWhereverInWhateverUnits) {
  for (const double a : {-2.0, 0.5, 30.0}) {
    for (const double b : {-3.0, 0.0, 1e-3, 2.0}) {
      double p = 0;
      for (int i = 0; i < 100; ++i) p = 0.65 * std::tanh(0.65 * p / std::sqrt(1 + p * p) + b) + a;
      for (const double k : {1e-6, 1.0, 1e6}) {
        const auto run = run_session(*open_text(fmt::format(
            "units:\n"
            "  a: {{equations: {{inputs: {{q: 0}}, outputs: {{p: '0.65*tanh(q/{0}) + {1}'}}}}}}\n"
            "  b: {{equations: {{inputs: {{p: 0}}, outputs: {{q: '{0}*(0.65*p/sqrt(1 + p^2) + {2})'}}}}}}\n"
            "connections: [a.p -> b.p, b.q -> a.q]\n"
            "experiment: {{stop: 1, method: jacobi, step: 1}}\nrecord: [a.p]\n",
            k, a, b)));
        EXPECT_NEAR(run.at(0, 0), p, 1e-13 * (1 + std::abs(p))) << a << ", " << b << ", " << k;
      }
    }
  }
}

// A stage of the integrator may look beyond x = 0, where the loop u = sqrt(x) − u/10 has no solution.
TEST(Loops, ATrialStageWithoutASolutionIsNotTheEnd) {
  const auto run =
      run_session(*open_text("units: {a: {equations: {states: {x: 1}, inputs: {u: 0}, der: {x: -5*u}, "
                             "outputs: {y: sqrt(x) - 0.1*u}}}}\n"
                             "connections: [a.y -> a.u]\n"
                             "experiment: {stop: 0.4399999, method: monolithic, step: 0.11}\n"
                             "record: [a.x]\n"));
  const double t = run.times.back();
  EXPECT_NEAR(run.at(run.rows() - 1, 0), std::pow(1 - 2.5 / 1.1 * t, 2), 1e-9);
}

TEST(Loops, UnitsWithoutSlopesStillRunAndRecord) {
  Settings settings;
  settings.output_interval = 0.05;
  const auto run =
      run_session(*open_text("units:\n"
                             "  a: {equations: {states: {x: 1}, inputs: {u: 0}, der: {x: -u}, outputs: {y: x "
                             "- 0.5*u}}, capabilities: {slopes: false}}\n"
                             "connections: [a.y -> a.u]\n"
                             "experiment: {stop: 1, method: jacobi, step: 0.1, options: {order: 2}}\n",
                             settings));
  EXPECT_EQ(run.rows(), 21u);
}

// No states at all: still consistent at every point.
TEST(Loops, StaticSystemsStayConsistent) {
  for (const std::string method : {"jacobi", "gauss-seidel", "monolithic"}) {
    Settings settings;
    settings.method = method;
    const auto run =
        run_session(*open_text("units:\n"
                               "  a: {equations: {inputs: {u: 5}, outputs: {y: 2*u}}}\n"
                               "  b: {equations: {inputs: {w: 0}, outputs: {z: w + 1}}}\n"
                               "connections: [a.y -> b.w]\n"
                               "experiment: {stop: 1, step: 0.25}\n",
                               settings));
    for (std::size_t r = 0; r < run.rows(); ++r) {
      EXPECT_EQ(run.at(r, 0), 10);
      EXPECT_EQ(run.at(r, 1), 11);
    }
  }
}

// A unit that cannot be asked twice keeps the outputs of its step; asking for slopes must not change what is
// recorded.
TEST(Loops, RecordingChangesNothing) {
  const std::string yaml =
      "units:\n"
      "  a: {equations: {states: {x: 1}, der: {x: -x}, outputs: {y: x}}}\n"
      "  b: {equations: {inputs: {w: 0}, outputs: {o: w}}, capabilities: {reevaluation: false}}\n"
      "connections: [a.y -> b.w]\n"
      "experiment: {stop: 1, method: jacobi, step: 0.1}\n";
  Settings interval;
  interval.output_interval = 0.1;
  const auto plain = run_session(*open_text(yaml)), dense = run_session(*open_text(yaml, interval));
  ASSERT_EQ(plain.rows(), dense.rows());
  for (std::size_t r = 0; r < plain.rows(); ++r) EXPECT_EQ(plain.at(r, 1), dense.at(r, 1));
  EXPECT_EQ(plain.at(0, 1), 1);  // before the first step it can be asked, and is
}

// Relative to the amplitude from the start on: an input that decays in the first step is at most 100 % off.
TEST(Residual, IsRelativeToTheWholeAmplitude) {
  const auto session = open_text(
      "units:\n"
      "  a: {equations: {states: {x: 1}, der: {x: -50*x}, outputs: {y: x}}}\n"
      "  b: {equations: {states: {z: 0}, inputs: {u: 0}, der: {z: u}, outputs: {z: z}}}\n"
      "connections: [a.y -> b.u]\n"
      "experiment: {stop: 1, method: jacobi, step: 0.1}\n");
  const double expected = 1 - std::exp(-5.0);
  EXPECT_NEAR(run(*session).statistics.max_coupling_residual, expected, 1e-12);
}

}  // namespace
}  // namespace accordo::testing
