// Nothing is allocated in the loop over time: a run of twice the length allocates as often.

#include <gtest/gtest.h>

#include "tests/support/count_allocations.hpp"
#include "tests/support/runs.hpp"

namespace accordo::testing {
namespace {

/// A sink that keeps nothing.
class NoSink final : public RowSink {
 public:
  void header(std::span<const std::string>) override {}
  void row(double, std::span<const double>) override { ++rows; }
  long long rows = 0;
};

long long allocations_of(const RunOf& run, double stop) {
  Scenario scenario = open_case(run)->scenario();
  scenario.experiment.stop = stop;
  // Exponentials of a new linearization need memory: with an estimator that makes none, errors are not
  // carried.
  for (const std::string& option : run.options) {
    if (option.starts_with("refresh=")) scenario.experiment.error_bars = false;
  }
  Problems problems;
  const auto session = Session::open(std::move(scenario), problems);
  NoSink sink;
  const long long before = allocations.load();
  EXPECT_FALSE(accordo::run(*session, {.keep = Keep::nothing, .sink = &sink}).failure);
  EXPECT_GT(sink.rows, 50);
  return allocations.load() - before;
}

class Allocation : public ::testing::TestWithParam<RunOf> {};

TEST_P(Allocation, DoesNotDependOnTheNumberOfSteps) {
  // Ninety steps more: one allocation in each would show. What the runs of a process share the first one
  // makes, and it may move by one or two. Not up to t = 2, where the force of `damper` ends in a pole: many
  // internal steps in one macro-step make `auto` look for stiffness, which allocates.
  allocations_of(GetParam(), 1);
  const long long once = allocations_of(GetParam(), 1), twice = allocations_of(GetParam(), 1.9);
  EXPECT_LE(std::abs(once - twice), 3) << once << " and " << twice;
}

/// A source that can only step runs ahead of two units that iterate.
long long allocations_ahead(double stop) {
  const auto session = open_text(
      "units:\n"
      "  source: {equations: {states: {s: 0}, der: {s: cos(30*t)}, outputs: {y: s}}, "
      "capabilities: {rollback: false, linearization: false, evaluation: false}}\n"
      "  a: {equations: {inputs: {u: 0, w: 0}, states: {x: 1}, der: {x: u + w - x*x}, outputs: {y: x}}}\n"
      "  b: {equations: {inputs: {u: 0}, states: {x: 0}, der: {x: u - x^3}, outputs: {y: x}}}\n"
      "connections: [source.y -> a.w, b.y -> a.u, a.y -> b.u]\n"
      "experiment: {method: ifosmondi, tolerance: 1e-4, stop: " +
      std::to_string(stop) + "}\n");
  NoSink sink;
  const long long before = allocations.load();
  EXPECT_FALSE(run(*session, {.keep = Keep::nothing, .sink = &sink}).failure);
  EXPECT_GT(sink.rows, 50);
  return allocations.load() - before;
}

TEST(AllocationAhead, OfUnitsThatRunAheadIsOneForAll) {
  allocations_ahead(2);
  EXPECT_LE(std::abs(allocations_ahead(2) - allocations_ahead(4)), 3);
}

/// Units that switch, by time and by states.
long long allocations_switching(double stop) {
  const auto session = open_text(
      "units:\n"
      "  source: {equations: {outputs: {y: 'if(t/0.1 - floor(t/0.1) < 0.3, 1, 0)'}}}\n"
      "  a: {equations: {inputs: {u: 0, w: 0}, states: {x: 1, v: 0}, der: {x: v, v: -50*x + w + u}, outputs: "
      "{y: "
      "x}}, integrator: dopri5}\n"
      "  b: {equations: {inputs: {u: 0}, outputs: {y: 'if(u > 0.1, -3, 1) + abs(u)'}}, integrator: dopri5}\n"
      "connections: [source.y -> a.w, b.y -> a.u, a.y -> b.u]\n"
      "experiment: {method: ifosmondi, tolerance: 1e-4, stop: " +
      std::to_string(stop) + "}\n");
  NoSink sink;
  const long long before = allocations.load();
  const Result result = run(*session, {.keep = Keep::nothing, .sink = &sink});
  EXPECT_FALSE(result.failure);
  EXPECT_GT(result.statistics.events, 10);
  return allocations.load() - before;
}

TEST(AllocationAtEvents, OfUnitsThatSwitchIsOneForAll) {
  allocations_switching(5);
  EXPECT_LE(std::abs(allocations_switching(5) - allocations_switching(10)), 3);
}

/// New linearizations may allocate: here there is one only.
RunOf smooth(const std::string& name, const std::string& solver) {
  return {.name = name,
          .method = "ifosmondi-jfm",
          .step = 0.01,
          .options = {"refresh=1e6"},
          .parameters = {},
          .solver = solver};
}

INSTANTIATE_TEST_SUITE_P(
    Methods, Allocation,
    ::testing::Values(
        RunOf{.name = "two-mass", .method = "jacobi", .step = 0.01, .options = {"order=2"}},
        RunOf{.name = "two-mass", .method = "gauss-seidel", .step = 0.01},
        RunOf{.name = "two-mass", .method = "missiles", .step = 0.01, .options = {"linear_solver=gmres"}},
        RunOf{.name = "lotka-volterra", .method = "jacobi", .step = 0.01},
        RunOf{.name = "damper", .method = "jacobi", .step = 0.01},
        RunOf{.name = "damper", .method = "gauss-seidel", .step = 0.01},
        RunOf{.name = "lotka-volterra", .method = "busch", .step = 0.01},
        RunOf{.name = "lotka-volterra", .method = "iterative-jacobi", .step = 0.01},
        RunOf{.name = "lotka-volterra", .method = "iterative-gauss-seidel", .step = 0.01},
        RunOf{.name = "lotka-volterra", .method = "kubler-schiehlen", .step = 0.01},
        RunOf{.name = "lotka-volterra", .method = "ifosmondi", .step = 0.01},
        RunOf{.name = "damper", .method = "ifosmondi", .step = 0.01, .parameters = {{"D_D", 4}}},
        smooth("lotka-volterra", "auto"), smooth("lotka-volterra", "broyden"),
        smooth("lotka-volterra", "newton"), smooth("lotka-volterra", "anderson"),
        smooth("lotka-volterra", "aitken"), smooth("damper", "auto"), smooth("damper", "anderson"),
        smooth("chain", "auto")),
    [](const auto& p) { return "n" + std::to_string(p.index); });

}  // namespace
}  // namespace accordo::testing
