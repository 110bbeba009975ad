// Errors that are carried along depend neither on what signals are measured in nor on the order of the units,
// and are exact where signals are polynomials.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "coupling/catalogue.hpp"
#include "tests/support/bars.hpp"

namespace accordo::testing {
namespace {

/// Opened with every method whose errors can be carried.
template <class Check>
void for_each_method(const std::string& yaml, double step, Check check) {
  int checked = 0;
  for (const Method& method : methods()) {
    Settings settings;
    settings.method = method.name;
    settings.step = step;
    settings.record_errors = true;
    const auto session = open_text(yaml, settings);
    if (!session->bars_hindrance().empty()) continue;
    check(*session, settings);
    ++checked;
  }
  EXPECT_GT(checked, 5);
}

/// Nonlinear, with feed-through; b counts its input, w, in units of 1/`scale`.
std::string pair_of_units(double scale, bool swapped = false) {
  const std::string a =
      "  a: {equations: {states: {x: 0.8, v: 0.1}, inputs: {u: 0}, der: {x: v + 0.3*sin(u), "
      "v: '-sin(x) - 0.4*v + tanh(u)*(1 + 0.2*x)'}, outputs: {y: tanh(x) + 0.3*v}}}\n";
  const std::string b = fmt::format(
      "  b: {{equations: {{parameters: {{k: {}}}, states: {{z: -0.4}}, inputs: {{w: 0}}, "
      "der: {{z: 'sin(w/k) - 0.7*z + 0.2*tanh(z*w/k)'}}, outputs: {{q: 'sin(z) + 0.25*z*z + 0.1*w/k'}}}}}}\n",
      scale);
  return "units:\n" + (swapped ? b + a : a + b) +
         fmt::format("connections: [a.y*{} -> b.w, b.q -> a.u]\n", scale) +
         "experiment: {stop: 4}\nrecord: ['*.state(*)', a.y, b.q]\n";
}

/// Errors and values differ by rounding, and by no more of the error than the last digits.
void expect_same(const Trajectory& found, const Trajectory& expected, const std::string& what) {
  ASSERT_EQ(found.times, expected.times) << what;
  for (const std::string& name : expected.names) {
    const std::size_t c = column(found, name), e = column(expected, name);
    double most = 0, off = 0;
    for (std::size_t r = 0; r < expected.rows(); ++r) {
      most = std::max(most, std::abs(expected.at(r, e)));
      off = std::max(off, std::abs(found.at(r, c) - expected.at(r, e)));
    }
    EXPECT_GT(most, 1e-9) << what << ", " << name;  // else there is nothing to compare
    EXPECT_LT(off, 1e-13 + 1e-9 * most) << what << ", " << name;
  }
}

TEST(ErrorBars, DoNotDependOnUnitsOfMeasurement) {
  for_each_method(pair_of_units(1), 0.05, [](Session& one, const Settings& settings) {
    const Trajectory expected = run_session(one);
    for (const double scale : {1e6, 1e-6})
      expect_same(run_session(*open_text(pair_of_units(scale), settings)), expected, *settings.method);
  });
}

TEST(ErrorBars, DoNotDependOnTheOrderOfUnits) {
  for_each_method(pair_of_units(1), 0.05, [](Session& one, const Settings& settings) {
    if (one.traits().sequential) return;  // the run itself does
    expect_same(run_session(*open_text(pair_of_units(1, true), settings)), run_session(one),
                *settings.method);
  });
}

/// t^degree, integrated.
std::string power(int degree) {
  return fmt::format(
      "units:\n"
      "  source: {{equations: {{outputs: {{y: 't^{}'}}}}}}\n"
      "  listener: {{equations: {{states: {{z: 0}}, inputs: {{u: 0}}, der: {{z: u}}, outputs: {{z: z}}}}}}\n"
      "connections: [source.y -> listener.u]\n"
      "experiment: {{stop: 1}}\n"
      "record: [listener.z]\n",
      degree);
}

// Also 0, where the coupling makes none. Beyond cubics it takes somebody who looks into the step; where
// nobody does, what is missing is that of the first step, before which there is no other to tell how slopes
// bend.
TEST(ErrorBars, AreExactForPolynomials) {
  const double h = 0.1;
  for (int degree = 0; degree <= 5; ++degree) {
    for_each_method(power(degree), h, [&](Session& session, const Settings& settings) {
      const Trajectory run = run_session(session);
      double most = 0, off = 0;
      for (std::size_t r = 0; r < run.rows(); ++r) {
        const double truth = run.at(r, 0) - std::pow(run.times[r], degree + 1) / (degree + 1);
        most = std::max(most, std::abs(truth));
        off = std::max(off, std::abs(run.at(r, 1) - truth));
      }
      EXPECT_TRUE(degree == 0 ? most < 1e-15 : degree < 5 || most > 1e-7)
          << *settings.method << ", t^" << degree;
      if (degree == 5 && session.traits().from_past()) return;
      const bool unseen = degree == 4 && session.traits().from_past();
      EXPECT_NEAR(off, unseen ? std::pow(h, 5) / 30 : 0, 1e-15) << *settings.method << ", t^" << degree;
    });
  }
}

}  // namespace
}  // namespace accordo::testing
