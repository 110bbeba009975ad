// What MISSILES says where it cannot go on.

#include <gtest/gtest.h>

#include "tests/support/runs.hpp"

namespace accordo::testing {
namespace {

Outcome outcome_of(const std::string& yaml, MemorySink& rows) {
  return open_text(yaml)->run(&rows);
}

TEST(MissilesFailures, ALinearizationThatIsNotFiniteNamesItsUnit) {
  MemorySink rows;
  const Outcome outcome = outcome_of(R"(
units:
  a: {equations: {states: {x: 1}, inputs: {u: 0}, der: {x: -2}, outputs: {y: x}}}
  b: {equations: {states: {z: 0}, inputs: {u: 1}, der: {z: sqrt(u)}, outputs: {y: z}}}
connections: [a.y -> b.u, b.y -> a.u]
experiment: {stop: 2, method: missiles, step: 0.01}
)",
                                     rows);
  ASSERT_TRUE(outcome.failure);
  EXPECT_EQ(outcome.failure->code(), Exit::no_agreement);
  EXPECT_NE(std::string(outcome.failure->what()).find("'b'"), std::string::npos) << outcome.failure->what();
  EXPECT_NEAR(outcome.reached, 0.5, 0.011);
  EXPECT_EQ(static_cast<long long>(rows.rows()), outcome.macro_steps + 1) << "rows so far are complete";
}

}  // namespace
}  // namespace accordo::testing
