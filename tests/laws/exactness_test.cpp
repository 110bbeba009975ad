// Methods are exact on interfaces that are polynomials of their order: the coupling adds nothing but
// rounding.

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/runs.hpp"

namespace accordo::testing {
namespace {

/// A source that sends t^degree to a listener that integrates it.
std::string polynomial_interface(int degree) {
  return "units:\n"
         "  source: {equations: {outputs: {y: 't^" +
         std::to_string(degree) +
         "'}}}\n"
         "  listener: {equations: {states: {z: 0}, inputs: {u: 0}, der: {z: u}, outputs: {z: z}}}\n"
         "connections: [source.y -> listener.u]\n"
         "experiment: {stop: 1}\n"
         "record: [listener.z]\n";
}

/// Largest error of the increments of z once the history is filled.
double increment_error(const std::string& method, const std::vector<std::string>& options, int degree) {
  Settings settings;
  settings.method = method;
  settings.step = 0.1;
  settings.options = options;
  const auto run = run_session(*open_text(polynomial_interface(degree), settings));
  const auto integral = [&](double t) { return std::pow(t, degree + 1) / (degree + 1); };
  double worst = 0;
  for (std::size_t r = 2; r + 1 < run.rows(); ++r) {
    const double expected = integral(run.times[r + 1]) - integral(run.times[r]);
    worst = std::max(worst, std::abs(run.at(r + 1, 0) - run.at(r, 0) - expected));
  }
  return worst;
}

TEST(Exactness, JacobiAndGaussSeidelAreExactUpToTheirOrderAndNotBeyond) {
  for (const std::string method : {"jacobi", "gauss-seidel"}) {
    for (int order = 0; order <= 2; ++order) {
      for (int degree = 0; degree <= order; ++degree)
        EXPECT_LT(increment_error(method, {"order=" + std::to_string(order)}, degree), 1e-14)
            << method << order << degree;
      EXPECT_GT(increment_error(method, {"order=" + std::to_string(order)}, order + 1), 1e-6)
          << method << order;
    }
  }
}

struct Exact {
  const char* method;
  std::vector<std::string> options;
  int degree;  ///< up to which interfaces are followed exactly

  friend std::ostream& operator<<(std::ostream& out, const Exact& e) { return out << e.method; }
};

class ExactUpTo : public ::testing::TestWithParam<Exact> {};

TEST_P(ExactUpTo, ItsDegreeAndNotBeyond) {
  const auto& [method, options, most] = GetParam();
  for (int degree = 0; degree <= most; ++degree)
    EXPECT_LT(increment_error(method, options, degree), 1e-13) << degree;
  EXPECT_GT(increment_error(method, options, most + 1), 1e-7);
}

INSTANTIATE_TEST_SUITE_P(
    Exactness, ExactUpTo,
    ::testing::Values(Exact{"busch", {}, 0}, Exact{"busch", {"extrapolate=true"}, 1},
                      Exact{"iterative-jacobi", {"order=0"}, 0}, Exact{"iterative-jacobi", {"order=1"}, 1},
                      Exact{"iterative-gauss-seidel", {"order=0"}, 0},
                      Exact{"iterative-gauss-seidel", {"order=1"}, 1}, Exact{"kubler-schiehlen", {}, 1},
                      Exact{"ifosmondi", {"order=0"}, 0}, Exact{"ifosmondi", {"order=1"}, 1},
                      Exact{"ifosmondi", {}, 3}, Exact{"ifosmondi-jfm", {}, 3},
                      Exact{"ifosmondi-jfm", {"first_step=quadratic", "coupling_tolerance=1e-13"}, 3},
                      Exact{"ifosmondi-jfm", {"slopes=differences", "coupling_tolerance=1e-13"}, 2},
                      Exact{"missiles", {}, 3}, Exact{"missiles", {"corrector=off"}, 3},
                      Exact{"missiles", {"corrector=off", "history=frozen"}, 0}),
    [](const auto& p) { return "n" + std::to_string(p.index); });

// With slopes from the units already the first step is exact, the papers' parabola is so up to degree 2.
TEST(Exactness, StartSlopesMakeTheFirstStepACubic) {
  const auto first = [](const std::string& option, int degree) {
    Settings settings;
    settings.method = "ifosmondi-jfm";
    settings.step = 0.1;
    settings.options = {option};
    const auto run = run_session(*open_text(polynomial_interface(degree), settings));
    return std::abs(run.at(1, 0) - std::pow(0.1, degree + 1) / (degree + 1));
  };
  EXPECT_LT(first("first_step=slopes", 3), 1e-15);
  EXPECT_LT(first("first_step=quadratic", 2), 1e-15);
  EXPECT_GT(first("first_step=quadratic", 3), 1e-7);
}

// x = t⁴ solves the loop, with the cubic u = 4t³ as its input: a solver that finds it leaves no error.
TEST(Exactness, SolversFindCubicSolutionsOfClosedLoops) {
  for (const std::string method : {"ifosmondi", "ifosmondi-jfm"}) {
    Settings settings;
    settings.method = method;
    settings.options = {"coupling_tolerance=1e-13"};
    const auto run = run_session(
        *open_text("units:\n"
                   "  a: {equations: {states: {x: 0}, inputs: {u: 0}, der: {x: u}, outputs: {y: x - t^4}}}\n"
                   "  b: {equations: {inputs: {w: 0}, outputs: {y: '4*t^3 - w'}}}\n"
                   "connections: [a.y -> b.w, b.y -> a.u]\n"
                   "experiment: {stop: 1, step: 0.1}\n"
                   "record: ['a.state(x)']\n",
                   settings));
    for (std::size_t r = 0; r < run.rows(); ++r)
      EXPECT_NEAR(run.at(r, 0), std::pow(run.times[r], 4), 1e-12) << method;
  }
}

TEST(Exactness, MonolithicIsExactOnAnySmoothInterface) {
  Settings settings;
  settings.method = "monolithic";
  settings.step = 0.25;
  const auto run = run_session(*open_text(polynomial_interface(7), settings));
  for (std::size_t r = 0; r < run.rows(); ++r)
    EXPECT_NEAR(run.at(r, 0), std::pow(run.times[r], 8) / 8, 1e-12);
}

// u = gain·y + offset, also where it feeds through.
TEST(Exactness, ConnectionsMayScale) {
  const auto session = open_text(
      "units:\n"
      "  celsius: {equations: {outputs: {T: 20 + t}}}\n"
      "  gauge: {equations: {inputs: {T: 0}, outputs: {reading: T}}}\n"
      "connections: ['celsius.T * 2 + 273.15 -> gauge.T']\n"
      "experiment: {stop: 1, method: jacobi, step: 0.5}\n");
  const auto run = run_session(*session);
  for (std::size_t r = 0; r < run.rows(); ++r)
    EXPECT_DOUBLE_EQ(run.at(r, 1), 2 * (20 + run.times[r]) + 273.15);
}

// Between communication points, rows of an output interval come from the unit's own solution, however long
// the macro-step is.
TEST(Exactness, OutputIntervalsKeepTheMacroStepsAndFollowTheSolution) {
  const std::string yaml =
      "units:\n"
      "  a: {equations: {states: {x: 0, v: 1}, der: {x: v, v: -x}, outputs: {x: x}}}\n"
      "experiment: {stop: 2, method: jacobi, step: 0.25}\n"
      "record: [a.x, 'a.state(v)']\n";
  const auto error = [&](double step) {
    Settings settings;
    settings.output_interval = 0.01;
    settings.step = step;
    const auto run = run_session(*open_text(yaml, settings));
    EXPECT_EQ(run.rows(), 201u);
    double worst = 0;
    for (std::size_t r = 0; r < run.rows(); ++r) {
      EXPECT_NEAR(run.times[r], 0.01 * static_cast<double>(r), 1e-15);
      worst = std::max({worst, std::abs(run.at(r, 0) - std::sin(run.times[r])),
                        std::abs(run.at(r, 1) - std::cos(run.times[r]))});
    }
    return worst;
  };
  EXPECT_LT(error(0.5), 1e-14);
  EXPECT_LT(error(2), 1e-14);
}

}  // namespace
}  // namespace accordo::testing
