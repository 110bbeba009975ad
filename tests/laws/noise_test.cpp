// Results that scatter: steps are not shortened for noise, and the verdict says what was reached.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "coupling/catalogue.hpp"
#include "tests/support/peculiar.hpp"
#include "tests/support/runs.hpp"

namespace accordo::testing {
namespace {

class Noise : public ::testing::Test {
 protected:
  Noise() { setenv("XDG_CACHE_HOME", (cache_.path() / "cache").c_str(), 1); }
  ~Noise() override { unsetenv("XDG_CACHE_HOME"); }
  archive::PrivateFolder cache_;
};

/// a: x' = 2 u - x, b: x' = -x - u: together a damped oscillation. With "scatters" y is off by up to 1e-6 of
/// itself.
std::string pair_with(const std::string& mode, const std::string& method, double tolerance) {
  return fmt::format(
      "units:\n  a: {{fmu: {}}}\n"
      "  b: {{equations: {{inputs: {{u: 0}}, states: {{x: 0}}, der: {{x: -x - u}}, outputs: {{y: x}}}}}}\n"
      "connections: [a.y -> b.u, b.y -> a.u]\n"
      "experiment: {{stop: 4, method: {}, tolerance: {}, max_steps: 300000}}\nrecord: [a.y, b.y]\n",
      peculiar({.mode = mode}).string(), method, tolerance);
}

const Reason* reason(const Result& result, const std::string& id) {
  for (const Reason& r : result.verdict.reasons) {
    if (r.id == id) return &r;
  }
  return nullptr;
}

/// Eigenvalues -1 ± i √2: x_b = -sin(√2 t) e^-t / √2.
double error_at_end(const Result& result) {
  const double w = std::sqrt(2.0), t = 4;
  return std::abs(result.rows.at(result.rows.rows() - 1, 1) + std::exp(-t) * std::sin(w * t) / w);
}

TEST_F(Noise, BelowItStepsAreNotShortened) {
  const auto session = open_text(pair_with("scatters", "ifosmondi-jfm", 1e-8));
  EXPECT_GT(session->units()[0].noise, 1e-7);
  EXPECT_LT(session->units()[0].noise, 1e-5);
  const Result result = run(*session);
  EXPECT_TRUE(result.done()) << reason_of(result);
  EXPECT_LT(error_at_end(result), 1e-5);
  const Reason* const told = reason(result, "noise-floor");
  ASSERT_NE(told, nullptr);
  EXPECT_EQ(told->level, Severity::doubtful);
  EXPECT_NE(told->text.find("the tolerance 1e-08 was not reachable"), std::string::npos) << told->text;
  EXPECT_GT(*result.statistics.error_estimate, 1e-7) << "it is what was reached";
}

/// Steps at the floor grow until truth outweighs noise, and are rejected there now and then: that costs up to
/// some times the steps without noise. Shortened for noise they would have no end.
TEST_F(Noise, DoesNotMultiplySteps) {
  for (const double tolerance : {1e-3, 1e-6, 1e-8}) {
    for (const char* method : {"ifosmondi-jfm", "f3ornits"}) {
      const Result noisy = run(*open_text(pair_with("scatters", method, tolerance))),
                   clean = run(*open_text(pair_with("nothing", method, tolerance)));
      EXPECT_TRUE(noisy.done()) << method;
      EXPECT_TRUE(clean.done()) << method;
      EXPECT_LT(noisy.statistics.macro_steps, 4 * clean.statistics.macro_steps) << method << " " << tolerance;
      if (tolerance < 1e-3) continue;
      EXPECT_LT(noisy.statistics.macro_steps, 1.1 * static_cast<double>(clean.statistics.macro_steps))
          << method;
      // What held inputs lose cannot be told from noise: the verdict may be more cautious, never less.
      EXPECT_GE(noisy.verdict.level(), clean.verdict.level()) << method;
      EXPECT_LT(error_at_end(noisy), 1e-3) << method;
    }
  }
}

/// What grows from 4e-9, a loop with a limit; b hides it from a in a number of so many times its final size.
std::string growth_beside(double offset) {
  return fmt::format(
      "units:\n"
      "  a: {{equations: {{states: {{x: 4e-9, v: {0}}}, inputs: {{u: 0}}, der: {{x: v - {0}, "
      "v: '-x + (1 - x^2)*(v - {0}) + 0.3*tanh(u)'}}, outputs: {{y: x + {0}}}}}}}\n"
      "  b: {{equations: {{states: {{z: 0}}, inputs: {{x: {0}}}, der: {{z: '2*(x - {0} - z)'}}, "
      "outputs: {{w: 'z + 0.2*z^3 - 50*{0}'}}}}}}\n"
      "connections:\n  - a.y -> b.x\n  - {{from: b.w, to: a.u, offset: {1}}}\n"
      "experiment: {{stop: 50, max_steps: 20000}}\nrecord: [a.y, b.w]\n",
      offset, 50 * offset);
}

// At first all that there is of signals is a few last bits.
TEST(NoiseOfRounding, IsNoReasonForShorterSteps) {
  for (const double tolerance : {1e-2, 1e-4, 1e-6, 1e-8}) {
    Settings settings;
    settings.tolerance = tolerance;
    const Result result = run(*open_text(growth_beside(1e5), settings)),
                 plain = run(*open_text(growth_beside(0), settings));
    ASSERT_TRUE(result.done()) << tolerance << reason_of(result);
    EXPECT_LT(result.statistics.macro_steps, 4 * plain.statistics.macro_steps) << tolerance;
  }
}

/// In balance: 3 (T - 290) flow out of a, and as much from b into it. Nothing moves but last bits, most in
/// the flow, a difference.
const std::string kBalance =
    "units:\n"
    "  a: {equations: {states: {T: 293.15}, inputs: {q: 0}, der: {T: '0.1*(q - 3*(T - 290))'}, outputs: {T: "
    "T}}}\n"
    "  b: {equations: {states: {S: 296.3}, inputs: {T: 293.15}, der: {S: '0.63 - 0.2*(S - T)'}, "
    "outputs: {q: 3*(S - T)}}}\n"
    "connections: [a.T -> b.T, b.q -> a.q]\n"
    "experiment: {stop: 100}\nrecord: ['*']\n";

// Relative to what last bits make of it, any error is large.
TEST(NoiseOfRounding, IsNoErrorOfWhatStandsStill) {
  for (const Method& method : methods()) {
    Settings settings;
    settings.method = method.name;
    settings.step = 1;
    const Result result = run(*open_text(kBalance, settings));
    ASSERT_TRUE(result.done()) << method.name << reason_of(result);
    EXPECT_EQ(result.verdict.level(), Severity::info) << method.name;
  }
  const Result result = run(*open_text(kBalance));
  EXPECT_EQ(result.verdict.level(), Severity::info);
}

}  // namespace
}  // namespace accordo::testing
