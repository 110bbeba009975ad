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
  Problems problems;
  const auto session = Session::open(std::move(scenario), problems);
  NoSink sink;
  const long long before = allocations.load();
  const Outcome outcome = session->run(&sink);
  EXPECT_FALSE(outcome.failure);
  EXPECT_GT(sink.rows, 50);
  return allocations.load() - before;
}

class Allocation : public ::testing::TestWithParam<RunOf> {};

TEST_P(Allocation, DoesNotDependOnTheNumberOfSteps) {
  EXPECT_EQ(allocations_of(GetParam(), 1), allocations_of(GetParam(), 2));
}

INSTANTIATE_TEST_SUITE_P(
    Methods, Allocation,
    ::testing::Values(RunOf{.name = "two-mass", .method = "jacobi", .step = 0.01, .options = {"order=2"}},
                      RunOf{.name = "two-mass", .method = "gauss-seidel", .step = 0.01},
                      RunOf{.name = "lotka-volterra", .method = "jacobi", .step = 0.01},
                      RunOf{.name = "damper", .method = "jacobi", .step = 0.01},
                      RunOf{.name = "damper", .method = "gauss-seidel", .step = 0.01}),
    [](const auto& p) { return "n" + std::to_string(p.index); });

}  // namespace
}  // namespace accordo::testing
