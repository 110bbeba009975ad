// Methods compared from a program.

#include <gtest/gtest.h>

#include "tests/library/systems.hpp"

namespace outsider {
namespace {

const accordo::Settings kAllowed{.stop = 0.5, .allow = {.processes = true}};

TEST(Compare, FindsTheOrderOfAMethodWithUnitsOfAnyKind) {
  accordo::System system;
  system.add("x", std::make_unique<Integral>());
  system.add("v", accordo::Equations{}.state("v", 1).input("x").der("v", "-x").output("v", "v"));
  system.connect({"x.y -> v.x", "v.v -> x.u"});
  const accordo::Comparison table =
      accordo::compare(system, kAllowed, {.methods = {"jacobi"}, .steps = {1e-2, 5e-3}});
  ASSERT_EQ(table.runs.size(), 2U);
  for (const accordo::ComparedRun& run : table.runs) EXPECT_EQ(run.status, "done") << run.reason;
  EXPECT_NEAR(*table.runs[0].error_percent / *table.runs[1].error_percent, 2, 0.1) << "order 1";
  EXPECT_EQ(table.runs[1].statistics->macro_steps, 100);
  EXPECT_NE(table.text.find("jacobi"), std::string::npos);
  EXPECT_EQ(table.page.substr(0, 15), "<!doctype html>");
}

TEST(Compare, KeepsFailedRunsAndTellsOfProblems) {
  accordo::System system = oscillator(0.2);
  const accordo::Comparison table = accordo::compare(
      system, kAllowed, {.methods = {"jacobi"}, .steps = {1e-1, 1e-2}, .reference = "finest"});
  EXPECT_EQ(table.runs.size(), 2U);
  for (const accordo::ComparedRun& run : table.runs) EXPECT_EQ(run.status, "unit-failed");
  EXPECT_THROW(accordo::compare(system, kAllowed, {.methods = {"jacoby"}}), accordo::Error);
  EXPECT_THROW(accordo::compare(system, {.stop = 1}, {}), accordo::Error) << "processes were not allowed";
}

}  // namespace
}  // namespace outsider
