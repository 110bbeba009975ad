// `monolithic` against closed forms: it is the reference for everything else, so it must not be trusted
// blindly.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <unsupported/Eigen/MatrixFunctions>

#include "tests/support/runs.hpp"

namespace accordo::testing {
namespace {

using Matrix4 = Eigen::Matrix4d;
using Vector4 = Eigen::Vector4d;

/// Two masses between walls: x1, v1, x2, v2.
Matrix4 two_masses(double m1, double m2, double c1, double c2, double c3, double d1, double d2, double d3) {
  Matrix4 A;
  A << 0, 1, 0, 0,                                         //
      -(c1 + c2) / m1, -(d1 + d2) / m1, c2 / m1, d2 / m1,  //
      0, 0, 0, 1,                                          //
      c2 / m2, d2 / m2, -(c2 + c3) / m2, -(d2 + d3) / m2;
  return A;
}

void expect_exponential(const Trajectory& run, const Matrix4& A, const Vector4& x0) {
  double size = 0, worst = 0;
  for (std::size_t r = 0; r < run.rows(); r += 7) {
    const Vector4 x = (A * run.times[r]).exp() * x0;
    for (int i = 0; i < 4; ++i) {
      size = std::max(size, std::abs(x(i)));
      worst = std::max(worst, std::abs(run.at(r, static_cast<std::size_t>(i)) - x(i)));
    }
  }
  EXPECT_LT(worst / size, 1e-9);
}

TEST(Monolithic, TwoMassesFollowTheMatrixExponential) {
  const auto run = run_case({.name = "two-mass", .method = "monolithic", .step = 1e-2});
  expect_exponential(run, two_masses(5, 80, 1e4, 1e4, 1e5, 10, 10, 40), {-1, 0, -3, 0});
}

TEST(Monolithic, TheTutorialFollowsTheMatrixExponential) {
  const auto run = run_case({.name = "tutorial", .method = "monolithic", .step = 0.1});
  expect_exponential(run, two_masses(1, 1, 5, 1, 0.1, 1, 1, 0), {1, 0, 0, 0});
}

// m v' = k (v_d − v) − c v, from rest.
TEST(Monolithic, CruiseControlApproachesItsSpeedExponentially) {
  const auto run = run_case({.name = "cruise", .method = "monolithic", .step = 0.5});
  const double m = 1576, k = 1000, c = 0.5, wanted = 40;
  for (std::size_t r = 0; r < run.rows(); ++r) {
    EXPECT_NEAR(run.at(r, 0), k * wanted / (k + c) * (1 - std::exp(-(k + c) / m * run.times[r])), 1e-8);
  }
}

// The loop f_C = D(v − f_C/D_D) + K(x − x_D) eliminated by hand: f_C = (D v + K (x − x_D))/(1 + D/D_D). The
// load acts on [0, 2) only; from t = 2 on the rest of the motion is that of a linear system.
TEST(Monolithic, SolvesTheAlgebraicLoopOfTheDamper) {
  for (const double D_D : {4.0, 1.0, 0.64, 0.01}) {
    const auto run = run_case({.name = "damper",
                               .method = "monolithic",
                               .step = 0.5,
                               .parameters = {{"D_D", D_D}},
                               .record = {"S1.state(v)", "S1.state(x)", "*.state(x_D)"}});
    ASSERT_EQ(run.names.size(), 3u);
    const double q = 1 / (1 + 1 / D_D);
    Eigen::Matrix3d A;  // v, x, x_D
    A << -q, -q, q, 1, 0, 0, q / D_D, q / D_D, -q / D_D;
    Eigen::Vector3d at_two = Eigen::Vector3d::Zero();
    for (std::size_t r = 0; r < run.rows(); ++r) {
      const Eigen::Vector3d x(run.at(r, 0), run.at(r, 1), run.at(r, 2));
      if (run.times[r] == 2) at_two = x;
      if (run.times[r] <= 2) continue;
      const Eigen::Vector3d expected = (A * (run.times[r] - 2)).exp() * at_two;
      EXPECT_LT((x - expected).norm(), 1e-9 * expected.norm()) << D_D << " at " << run.times[r];
    }
    EXPECT_GT(at_two.norm(), 1);
  }
}

// H = δx − γ ln x + βp − α ln p is conserved.
TEST(Monolithic, LotkaVolterraKeepsItsInvariant) {
  const auto run = run_case({.name = "lotka-volterra", .method = "monolithic", .step = 0.5});
  const double alpha = 2.0 / 3, beta = 4.0 / 3;
  const auto invariant = [&](std::size_t r) {
    const double x = run.at(r, 0), p = run.at(r, 1);
    return x - std::log(x) + beta * p - alpha * std::log(p);
  };
  for (std::size_t r = 0; r < run.rows(); ++r) EXPECT_NEAR(invariant(r), invariant(0), 1e-10);
}

// The reference sees what is narrower than its steps, also where it comes from a unit without states: q is
// the integral of a pulse in time, z that of a hill which x flies over.
TEST(Monolithic, StepsOverNothing) {
  const auto session = open_text(R"yaml(
units:
  pulse: {equations: {outputs: {y: "exp(-((t - 4.2)/0.003)^2)"}}}
  a: {equations: {states: {q: 0, x: -6.1}, inputs: {u: 0}, der: {q: u, x: 1.3}, outputs: {x: x}}}
  b: {equations: {states: {z: 0}, inputs: {x: 0}, der: {z: "exp(-(x/0.003)^2)"}}}
connections: [pulse.y -> a.u, a.x -> b.x]
experiment: {stop: 10, step: 2.5, method: monolithic}
record: ["a.state(q)", "b.state(z)"]
)yaml");
  const auto run = run_session(*session);
  const double exact = 0.003 * std::sqrt(std::acos(-1.0));
  EXPECT_NEAR(run.at(run.rows() - 1, 0), exact, 1e-8 * exact);
  EXPECT_NEAR(run.at(run.rows() - 1, 1), exact / 1.3, 1e-8 * exact);
}

/// A clutch that slips at its limit and then sticks: a corner near t = 0.2, after which all decays within
/// milliseconds.
const std::string kClutch =
    "units:\n"
    "  e: {equations: {states: {w: 100}, inputs: {T: 0}, der: {w: (50 - T - 0.1*w)/0.2}, outputs: {w: w}}}\n"
    "  g: {equations: {states: {w: 0}, inputs: {T: 0}, der: {w: (T - 0.05*w)/1.5}, outputs: {w: w}}}\n"
    "  c: {equations: {inputs: {a: 0, b: 0}, outputs: {T: 'max(-120, min(120, 40*(a - b)))', "
    "s: 'if(a - b > 3, 1, 0)'}}}\n"
    "connections: [e.w -> c.a, g.w -> c.b, c.T -> e.T, c.T -> g.T]\n"
    "experiment: {stop: 1, method: monolithic}\nrecord: [c.T, c.s, e.w]\n";

// Also of steps that go on through switches: what was before them is evaluated as it was then.
TEST(Monolithic, RowsBetweenPointsAreThoseOfShorterSteps) {
  std::vector<double> times;
  for (int i = 0; i <= 1000; ++i) times.push_back(i * 1e-3);
  const auto with_step = [&](double step) {
    Settings settings;
    settings.step = step;
    settings.output_points = fmt::format("{}", fmt::join(times, ","));
    return run_session(*open_text(kClutch, settings));
  };
  const Trajectory fine = with_step(1e-3);
  for (const double step : {0.01, 0.1, 0.5}) {
    const Trajectory coarse = with_step(step);
    ASSERT_EQ(coarse.times, fine.times) << step;
    for (std::size_t r = 0; r < fine.rows(); ++r) {
      EXPECT_NEAR(coarse.at(r, 0), fine.at(r, 0), 1e-5) << step << ", " << fine.times[r];
      EXPECT_EQ(coarse.at(r, 1), fine.at(r, 1)) << step << ", " << fine.times[r];
      EXPECT_NEAR(coarse.at(r, 2), fine.at(r, 2), 1e-5) << step << ", " << fine.times[r];
    }
  }
}

}  // namespace
}  // namespace accordo::testing
