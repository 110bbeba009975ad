// MISSILES on systems of hundreds of units: factors and iterations give the same, and the right one is
// chosen.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "cases/random_graph.hpp"
#include "tests/support/runs.hpp"

namespace accordo::testing {
namespace {

Report random_graph(int units, const std::vector<std::string>& options,
                    const std::string& method = "missiles", double stop = 0.2) {
  Settings settings;
  settings.method = method;
  settings.step = 0.02;
  settings.stop = stop;
  settings.record = {"*.state(x)"};
  settings.options = options;
  return report_of(*open_text(cases::random_graph(units) + "experiment: {}\n", settings));
}

double largest_difference(const Trajectory& a, const Trajectory& b) {
  EXPECT_EQ(a.times, b.times);
  double most = 0, size = 0;
  for (std::size_t c = 0; c < a.names.size(); ++c) {
    for (std::size_t r = 0; r < std::min(a.rows(), b.rows()); ++r) {
      most = std::max(most, std::abs(a.at(r, c) - b.at(r, c)));
      size = std::max(size, std::abs(b.at(r, c)));
    }
  }
  return most / size;
}

TEST(LargeSystems, FactorsAndIterationsGiveTheSame) {
  for (const std::string method : {"missiles", "ifosmondi-jfm"}) {
    const Report direct = random_graph(150, {"linear_solver=direct"}, method);
    const Report iterated = random_graph(150, {"linear_solver=gmres"}, method);
    ASSERT_FALSE(direct.failure);
    ASSERT_FALSE(iterated.failure);
    EXPECT_EQ(direct.statistics.linear_solver, "direct");
    EXPECT_EQ(direct.statistics.linear_iterations, 0);
    EXPECT_EQ(iterated.statistics.linear_solver, "gmres");
    EXPECT_GT(iterated.statistics.linear_iterations, iterated.statistics.macro_steps);
    // Signals that have hardly moved yet are agreed on relative to themselves: what the iteration leaves of
    // the large ones takes another evaluation there.
    EXPECT_LE(iterated.statistics.integrations, 2 * direct.statistics.integrations) << method;
    EXPECT_LT(largest_difference(iterated.rows, direct.rows), 1e-11) << method;
  }
}

TEST(LargeSystems, IterationsAreChosenWhereFactorsWouldFillUp) {
  const Report graph = random_graph(1000, {}, "missiles", 0.04);
  ASSERT_FALSE(graph.failure);
  EXPECT_EQ(graph.statistics.linear_solver, "gmres");
  const Report chain = report_of(
      {.name = "chain", .method = "missiles", .step = 0.01, .parameters = {{"N", 500}}, .stop = 0.02});
  ASSERT_FALSE(chain.failure);
  EXPECT_EQ(chain.statistics.linear_solver, "direct");
  const Report small = random_graph(10, {});  // too small for either to matter
  EXPECT_EQ(small.statistics.linear_solver, "direct");
}

// Also on loops of feed-through, jumps, and nonlinear units, whose systems are new at most steps.
TEST(LargeSystems, IterationsServeEveryKindOfUnit) {
  for (const RunOf& problem : {RunOf{.name = "two-mass", .step = 2e-3},
                               {.name = "lotka-volterra", .step = 0.1},
                               {.name = "damper", .step = 0.1, .parameters = {{"D_D", 0.01}}},
                               {.name = "behaviour-change", .step = 0.4},
                               {.name = "van-der-pol", .step = 0.01},
                               {.name = "chain", .step = 0.02, .parameters = {{"N", 40}}, .stop = 1}}) {
    RunOf run = problem;
    run.method = "missiles";
    run.options = {"linear_solver=gmres"};
    const Report iterated = report_of(run);
    run.options = {"linear_solver=direct"};
    const Report direct = report_of(run);
    ASSERT_FALSE(iterated.failure) << run << iterated.failure->what();
    EXPECT_EQ(iterated.statistics.linear_solver, "gmres") << run;
    EXPECT_LT(largest_difference(iterated.rows, direct.rows), 1e-9) << run;
  }
}

// The second pivot of incomplete factors is 1 - 1, while the system is sound: from y_a = y_b + x, y_b = y_a +
// y_c and y_c = y_a + y_b follows y_a = 0, y_b = y_c = -x.
TEST(LargeSystems, WhereIterationsCannotBeginFactorsTakeOver) {
  const std::string loops = R"(
units:
  a: {equations: {states: {x: 1}, der: {x: -x}, inputs: {u: 0}, outputs: {y: u + x}}}
  b: {equations: {inputs: {p: 0, q: 0}, outputs: {y: p + q}}}
  c: {equations: {inputs: {p: 0, q: 0}, outputs: {y: p + q}}}
connections: [b.y -> a.u, a.y -> b.p, c.y -> b.q, a.y -> c.p, b.y -> c.q]
experiment: {start: 0, stop: 1, step: 0.1, method: missiles, options: {linear_solver: gmres}}
)";
  const Report report = report_of(*open_text(loops));
  ASSERT_FALSE(report.failure) << report.failure->what();
  EXPECT_EQ(report.statistics.linear_solver, "gmres, direct");
  const auto& columns = report.rows.names;
  const auto place = [&](const char* name) {
    return static_cast<std::size_t>(std::find(columns.begin(), columns.end(), name) - columns.begin());
  };
  const std::size_t y_a = place("a.y"), y_b = place("b.y");
  ASSERT_LT(std::max(y_a, y_b), columns.size());
  for (std::size_t r = 0; r < report.rows.rows(); ++r) {
    EXPECT_NEAR(report.rows.at(r, y_a), 0, 1e-9);
    EXPECT_NEAR(report.rows.at(r, y_b), -std::exp(-report.rows.times[r]), 1e-9);
  }
}

TEST(LargeSystems, SingularOnesAreNamedWhoeverFindsOut) {
  const std::string loop = R"(
units:
  a: {equations: {inputs: {u: 0}, outputs: {y: u + t}}}
  b: {equations: {inputs: {u: 0}, outputs: {y: u}}}
connections: [a.y -> b.u, b.y -> a.u]
experiment: {start: 0, stop: 1, step: 0.1, method: missiles, options: {linear_solver: gmres}}
)";
  const std::unique_ptr<Session> session = open_text(loop);
  const Report report = report_of(*session);
  ASSERT_TRUE(report.failure);
  EXPECT_NE(std::string(report.failure->what()).find("a.y"), std::string::npos);
}

}  // namespace
}  // namespace accordo::testing
