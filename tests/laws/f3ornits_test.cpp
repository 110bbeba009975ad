// F3ORNITS: order 3 on smooth problems, from units that can do nothing but step.

#include <gtest/gtest.h>

#include "tests/support/runs.hpp"

namespace accordo::testing {
namespace {

TEST(F3ornits, ConvergesWithOrder3) {
  for (const RunOf& run : {RunOf{.name = "two-mass", .method = "f3ornits", .step = 5e-4},
                           RunOf{.name = "lotka-volterra", .method = "f3ornits", .step = 0.025},
                           RunOf{.name = "tough", .method = "f3ornits", .step = 0.025}}) {
    EXPECT_NEAR(observed_order(run), 3, 0.15) << run;
  }
}

TEST(F3ornits, StepsEveryUnitOnce) {
  const Report report = report_of({.name = "two-mass", .method = "f3ornits", .step = 1e-3});
  EXPECT_EQ(report.statistics.integrations, 2 * report.statistics.macro_steps);
  EXPECT_EQ(report.statistics.rejected_steps, 0);
}

}  // namespace
}  // namespace accordo::testing
