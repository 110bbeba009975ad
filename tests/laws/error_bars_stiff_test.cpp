// Errors that are carried along by units far faster than the steps.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/support/bars.hpp"

namespace accordo::testing {
namespace {

/// An enzyme, its substrate and their product, cut where the fast reaction passes: after a time of 1/`rate`
/// it is nearly in balance, and what is left of two large flows that cancel moves the rest.
std::string enzyme(double rate) {
  return fmt::format(
      "units:\n"
      "  s: {{equations: {{states: {{s: 1}}, inputs: {{e: 0.25, c: 0}}, der: {{s: '{0}*(0.03*c - e*s)'}}, "
      "outputs: {{s: s}}}}, integrator_tolerance: 1e-13}}\n"
      "  e: {{equations: {{states: {{e: 0.25, c: 0}}, inputs: {{s: 1}}, der: {{e: '{0}*(0.03*c - e*s) + "
      "0.5*c', "
      "c: '{0}*(e*s - 0.03*c) - 0.5*c'}}, outputs: {{e: e, c: c}}}}, integrator_tolerance: 1e-13}}\n"
      "connections: [e.e -> s.e, e.c -> s.c, s.s -> e.s]\n"
      "experiment: {{stop: 6, output_interval: 0.02}}\n"
      "record: ['*']\n",
      rate);
}

// Along the balance the linearizations of both ends of a step differ little, but their fast parts carry small
// differences far.
TEST(ErrorBars, FollowFastBalances) {
  for (const double rate : {30.0, 300.0, 3000.0}) {
    for (const double tolerance : {1e-3, 1e-4, 1e-5}) {
      Settings settings;
      settings.record_errors = true;
      settings.tolerance = tolerance;
      const Trajectory run = run_session(*open_text(enzyme(rate), settings));
      for (const Bar& bar : bars_of(run, right_of(enzyme(rate), run.times))) {
        EXPECT_GT(bar.ratio(), 0.7) << rate << ", " << tolerance << ", " << bar.signal;
        EXPECT_LT(bar.ratio(), 1.4) << rate << ", " << tolerance << ", " << bar.signal;
      }
    }
  }
}

}  // namespace
}  // namespace accordo::testing
