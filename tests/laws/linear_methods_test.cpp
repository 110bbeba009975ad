// Spectral radii are those of what methods really do: iterations converge at that rate, and deviations grow
// at it.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "coupling/interface.hpp"
#include "linear/eigenvalues.hpp"
#include "tests/support/linear.hpp"

namespace accordo::testing {
namespace {

/// The factor per row that the slowest real eigenvalue or complex pair multiplies states by. Differences of
/// rows, late in the run, obey d₂ = a d₁ + b d₀ and λ² = a λ + b (one real eigenvalue: d₁ = λ d₀).
double growth_per_row(const Trajectory& rows) {
  const auto change = [&](std::size_t r) {
    Vector d(rows.names.size());
    for (std::size_t c = 0; c < rows.names.size(); ++c)
      d[static_cast<Eigen::Index>(c)] = rows.at(r + 1, c) - rows.at(r, c);
    return d;
  };
  const std::size_t n = rows.rows();
  Matrix before(2 * rows.names.size(), 2);
  const Vector d0 = change(n - 5), d1 = change(n - 4), d2 = change(n - 3), d3 = change(n - 2);
  before << d1, d0, d2, d1;
  Vector after(before.rows());
  after << d2, d3;
  const double along = d1.dot(d0) / d0.squaredNorm();
  if ((d1 - along * d0).norm() < 1e-6 * d1.norm()) return std::abs(along);
  const Vector ab = before.colPivHouseholderQr().solve(after);
  const std::complex<double> root = std::sqrt(std::complex<double>(ab[0] * ab[0] / 4 + ab[1]));
  return std::max(std::abs(ab[0] / 2 + root), std::abs(ab[0] / 2 - root));
}

struct Explicit {
  const char* judged;
  const char* method;
  std::vector<std::string> options;
};
const Explicit kExplicit[] = {{"jacobi", "jacobi", {}},
                              {"jacobi:order=1", "jacobi", {"order=1"}},
                              {"jacobi:order=2", "jacobi", {"order=2"}},
                              {"gauss-seidel:order=0", "gauss-seidel", {"order=0"}},
                              {"gauss-seidel", "gauss-seidel", {}},
                              {"missiles", "missiles", {}}};

/// On both sides of the limit of stability, and beyond, where it may be stable again.
void expect_growth_of_radius(RunOf run, const Explicit& e, const std::vector<double>& parts) {
  run.method = e.method;
  run.options = e.options;
  run.integrator_tolerance = 1e-13;
  const double limit = method_of(linearized(*open_case(run)), e.judged).limit.value();
  for (const double part : parts) {
    run.step = part * limit;
    run.stop.reset();
    const double radius = method_of(linearized(*open_case(run)), e.judged).radii[0];
    // Until faster ones are gone, and before numbers get too large or nothing but rounding is left.
    const double most = (radius > 1 ? 300 : 15) / std::abs(std::log(radius));
    run.stop = std::floor(std::min(most, 30'000.0)) * run.step;
    if (part < 1) {
      EXPECT_LT(radius, 1) << run;
    }
    EXPECT_NEAR(growth_per_row(run_case(run)), radius, 1e-3 * radius) << run;
  }
}

TEST(LinearMethods, DeviationsGrowAtTheRateOfTheRadius) {
  for (const Explicit& e : kExplicit) {
    expect_growth_of_radius({.name = "two-mass", .step = 1e-3}, e, {0.9, 1.05, 1.5});
    expect_growth_of_radius({.name = "quarter-car", .step = 5e-3}, e, {0.9, 1.05, 1.5});
  }
}

// Outputs that cannot be evaluated again take up new inputs with the next step. (Below the limit of order 0
// both modes decay nearly as slowly, and none of them can be seen alone.)
TEST(LinearMethods, DeviationsGrowAtTheRateOfTheRadiusWithLateOutputs) {
  for (const Explicit& e : kExplicit) {
    if (std::string(e.method) != "missiles")
      expect_growth_of_radius({.name = "two-mass", .step = 1e-3, .lacks = {{"*", {"reevaluation"}}}}, e,
                              {1.05, 1.5});
  }
}

/// ∂(Φᵀζ)/∂z of the first step, column by column, by trials of the units.
Matrix tried_iteration(const RunOf& of, Shape shape) {
  const auto session = open_case(of);
  const auto control = session->make_control();
  const auto loop = session->loop(nullptr, *control);
  loop->begin();
  Ensemble& e = session->ensemble();
  std::vector<double> du(e.u().size()), dy(e.y().size());
  e.slopes(Instant::right_of(0), du, dy);
  Interface interface(e, shape, false);
  interface.restart(e.u(), du);
  const Step step{.t = 0, .h = of.step, .end = of.step};
  interface.open(e.u(), of.step);
  e.open(step, 0);
  Signal inputs(e.u().size());
  const auto psi = [&](const Vector& z) {
    Vector out(z.size());
    interface.signal(z.data(), inputs);
    interface.dispatch(e.trial(step, inputs, e.all()), e.y(), -1, out.data());
    return out;
  };
  const auto n = static_cast<Eigen::Index>(interface.size());
  Matrix out(n, n);
  const Vector origin = psi(Vector::Zero(n));
  for (Eigen::Index j = 0; j < n; ++j) out.col(j) = psi(Vector::Unit(n, j)) - origin;
  e.rewind();
  return out;
}

TEST(LinearMethods, IterationsMultiplyByTheirMatrix) {
  const std::pair<const char*, Shape> methods[] = {
      {"ifosmondi", Shape::hermite}, {"kubler-schiehlen", Shape::line}, {"iterative-jacobi", Shape::hold}};
  for (const char* name : {"two-mass", "quarter-car", "damper", "chain"}) {
    for (const auto& [method, shape] : methods) {
      for (const double h : {1e-3, 0.02, 0.5}) {
        const RunOf run{.name = name, .method = "jacobi", .step = h, .integrator_tolerance = 1e-13};
        const double tried = spectral_radius(tried_iteration(run, shape));
        EXPECT_NEAR(method_of(linearized(*open_case(run)), method).radii[0], tried,
                    1e-7 * std::max(1.0, tried))
            << run << " " << method;
      }
    }
  }
}

// ln(ε₁/ε₂)/ln ρ more iterations to ε₂ than to ε₁.
TEST(LinearMethods, IterationsConvergeAtTheRateOfTheRadius) {
  for (const char* method : {"ifosmondi", "kubler-schiehlen", "iterative-jacobi", "iterative-gauss-seidel"}) {
    for (const char* name : {"two-mass", "quarter-car", "chain"}) {
      RunOf run{.name = name, .method = method, .step = 1e-3};
      run.step = std::min(0.6 * method_of(linearized(*open_case(run)), method).limit.value(), 0.1);
      run.stop = 20 * run.step;
      const double radius = method_of(linearized(*open_case(run)), method).radii[0];
      const auto iterations = [&](const char* tolerance) {
        run.options = {"max_iterations=1000", fmt::format("coupling_tolerance={}", tolerance)};
        const Statistics s = report_of(run).statistics;
        return static_cast<double>(s.iterations) / static_cast<double>(s.macro_steps);
      };
      const double more = iterations("1e-11") - iterations("1e-4");
      EXPECT_NEAR(std::exp(std::log(1e-7) / more), radius, 0.1 * radius) << run;
    }
  }
}

TEST(LinearMethods, RadiiAre1AtLimits) {
  const RunOf run{.name = "two-mass", .method = "jacobi", .step = 1e-3};
  const Linearization found = linearized(*open_case(run));
  for (const MethodRadius& method : found.methods) {
    const double limit = method.limit.value();
    const Linearization around =
        linearized(*open_case(run), {.steps = {limit * (1 - 1e-6), limit * (1 + 1e-6)}});
    EXPECT_LT(method_of(around, method.method).radii[0], 1) << method.method;
    EXPECT_GT(method_of(around, method.method).radii[1], 1) << method.method;
  }
}

// The published example: D_SD over D_D goes round the loop once in two iterations, whatever the step.
TEST(LinearMethods, TheRadiusOfAFeedThroughLoopIsThatOfItsGain) {
  for (const double plate : {0.25, 0.5, 4.0, 100.0}) {
    const auto session =
        open_case({.name = "damper", .method = "jacobi", .step = 1e-7, .parameters = {{"D_D", plate}}});
    const Linearization found = linearized(*session);
    for (const char* method : {"ifosmondi", "kubler-schiehlen", "iterative-jacobi"}) {
      EXPECT_NEAR(method_of(found, method).radii[0], std::sqrt(1 / plate), 1e-3) << method << " " << plate;
      EXPECT_EQ(method_of(found, method).limit == 0.0, plate < 1) << method << " " << plate;
    }
    EXPECT_NEAR(method_of(found, "iterative-gauss-seidel").radii[0], 1 / plate, 1e-3) << plate;
  }
}

// What nobody drives in a circle is exact after one iteration per unit, and stable as its units are.
TEST(LinearMethods, WithoutACircleNothingIsAmplified) {
  const std::string yaml =
      "units:\n"
      "  a: {equations: {states: {x: 1}, inputs: {f: 0}, der: {x: 'f - 2*x'}, outputs: {y: '3*x + f'}}}\n"
      "  b: {equations: {states: {z: 1}, inputs: {u: 0}, der: {z: '50*u - z'}, outputs: {q: 'z - u'}}}\n"
      "  c: {equations: {states: {w: 1}, inputs: {u: 0}, der: {w: '70*u - 4*w'}, outputs: {r: w}}}\n"
      "connections: [a.y -> b.u, b.q -> c.u]\n"
      "experiment: {stop: 10, step: 0.5, method: jacobi}\n";
  const Linearization found = linearized(*open_text(yaml));
  for (const MethodRadius& method : found.methods) {
    const double expected = method.iteration ? 0 : std::exp(-0.5);
    EXPECT_NEAR(method.radii[0], expected, 1e-9 * expected) << method.method;
    EXPECT_TRUE(std::isinf(method.limit.value())) << method.method;
  }
}

// An integrator keeps its value for ever, with every method: it is no reason to call a step unstable.
TEST(LinearMethods, IntegratorsDoNotSpoilLimits) {
  const auto at = [](const char* der, double stop) {
    return fmt::format(
        "units:\n"
        "  a: {{equations: {{states: {{x: 1, s: 0, r: 0}}, inputs: {{u: 0}}, der: {{x: '-x - u', s: x, r: "
        "{}}}, "
        "outputs: {{y: x}}}}}}\n"
        "  b: {{equations: {{states: {{z: 1}}, inputs: {{w: 0}}, der: {{z: '2*w - 3*z'}}, outputs: {{q: "
        "3*z}}}}}}\n"
        "connections: [a.y -> b.w, b.q -> a.u]\n"
        "experiment: {{stop: {}, step: 0.1, method: jacobi}}\n",
        der, stop);
  };
  const double expected = method_of(linearized(*open_text(at("-r", 100))), "jacobi").limit.value();
  EXPECT_GT(expected, 0.1);
  EXPECT_LT(expected, 10);
  EXPECT_NEAR(method_of(linearized(*open_text(at("s", 100))), "jacobi").limit.value(), expected, 1e-6);
}

TEST(LinearMethods, NoLimitIsGivenWhereTheSystemItselfDoesNotDecay) {
  const auto at = [](double damping) {
    return fmt::format(
        "units:\n"
        "  a: {{equations: {{states: {{x: 1}}, inputs: {{u: 0}}, der: {{x: '-{}*x - u'}}, outputs: {{y: "
        "x}}}}}}\n"
        "  b: {{equations: {{states: {{z: 1}}, inputs: {{w: 0}}, der: {{z: w}}, outputs: {{q: z}}}}}}\n"
        "connections: [a.y -> b.w, b.q -> a.u]\n"
        "experiment: {{stop: 10, step: 0.1, method: jacobi}}\n",
        damping);
  };
  for (const double damping : {0.0, -0.1}) {
    const Linearization found = linearized(*open_text(at(damping)));
    EXPECT_FALSE(found.stable());
    EXPECT_FALSE(method_of(found, "jacobi").limit) << damping;
    EXPECT_FALSE(method_of(found, "jacobi").why.empty());
    EXPECT_TRUE(method_of(found, "ifosmondi").limit) << damping;
    EXPECT_NEAR(found.growth[0], std::exp(0.1 * -damping / 2), 1e-9);
    EXPECT_GT(method_of(found, "jacobi").radii[0], found.growth[0]);
  }
  EXPECT_TRUE(method_of(linearized(*open_text(at(0.1))), "jacobi").limit);
}

}  // namespace
}  // namespace accordo::testing
