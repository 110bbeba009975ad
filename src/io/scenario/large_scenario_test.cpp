// Systems of ten thousand units: read and wired in linear time (the time is printed, not assessed).
#include <gtest/gtest.h>

#include <cstdio>
#include <ctime>
#include <string>

#include "io/scenario/problem_testing.hpp"
#include "io/scenario/scenario_reader.hpp"
#include "model/graph.hpp"
#include "model/model_testing.hpp"
#include "model/record_plan.hpp"
#include "model/wiring.hpp"

namespace accordo {
namespace {

constexpr std::size_t kUnits = 10000;

constexpr const char* kMassBody =
    R"({equations: {parameters: {k: 1}, states: {x: 1, v: 0}, inputs: {a: 0, b: 0, c: 0},
    der: {x: v, v: a + b - k*x}, outputs: {x: x, v: v, y: x + c}}})";

/// `units:` with ten thousand units u0, u1, …
std::string units(bool aliased) {
  std::string text = "units:\n";
  for (std::size_t k = 0; k < kUnits; ++k) {
    text.append("  ").append(numbered("u", k)).append(": ");
    if (aliased && k == 0) text.append("&body ");
    text.append(aliased && k > 0 ? "*body" : kMassBody).append("\n");
  }
  return text;
}

void connect(std::string& text, const std::string& source, const std::string& target) {
  text.append("  - ").append(source).append(" -> ").append(target).append("\n");
}

/// A ring in which each unit feeds its neighbors, 30,000 connections.
std::string ring(bool aliased) {
  std::string text = units(aliased) + "connections:\n";
  for (std::size_t k = 0; k < kUnits; ++k) {
    const std::string me = numbered("u", k), next = numbered("u", (k + 1) % kUnits);
    connect(text, me + ".x", next + ".a");
    connect(text, next + ".v", me + ".b");
    connect(text, me + ".x * 0.5", next + ".c");
  }
  return text + "experiment: {stop: 1}\n";
}

std::vector<UnitInfo> infos(const Scenario& scenario) {
  std::vector<UnitInfo> list;
  list.reserve(scenario.units.size());
  for (const UnitSpec& spec : scenario.units) {
    UnitInfo info;
    info.name = spec.name.text;
    info.ports.inputs = {"a", "b", "c"};
    info.ports.outputs = {"x", "v", "y"};
    info.ports.states = {"x", "v"};
    info.ports.start = {0, 0, 0};
    info.ports.has_start = {true, true, true};
    info.feed_through = {{}, {}, {2}};
    list.push_back(std::move(info));
  }
  return list;
}

/// Processor time: other programs do not count.
double cpu_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

class LargeScenario : public testing::TestWithParam<bool> {};

TEST_P(LargeScenario, IsReadAndWired) {
  const std::string text = ring(GetParam());
  Problems problems;
  const double t0 = cpu_seconds();
  const std::optional<Scenario> scenario = read_scenario_text(text, "large.yaml", problems);
  const double t1 = cpu_seconds();
  ASSERT_TRUE(scenario && problems.empty()) << describe_all(problems.list());
  const std::vector<UnitInfo> unit_infos = infos(*scenario);
  const double t2 = cpu_seconds();
  const Wiring wiring = wire(*scenario, unit_infos, problems);
  const double t3 = cpu_seconds();
  const OutputOrder order = order_outputs(wiring, unit_infos);
  const std::vector<int> sequence = unit_sequence(wiring, unit_infos);
  const double t4 = cpu_seconds();
  const auto columns = plan_record({}, unit_infos, wiring.layout, problems);
  const double t5 = cpu_seconds();
  std::printf("read %.3f s, wire %.3f s, order %.3f s, record %.3f s\n", t1 - t0, t3 - t2, t4 - t3, t5 - t4);
  EXPECT_TRUE(problems.empty());
  EXPECT_EQ(wiring.links.size(), 3 * kUnits);
  EXPECT_EQ(order.stages.size(), 1u);
  EXPECT_EQ(sequence.size(), kUnits);
  EXPECT_EQ(columns.size(), 3 * kUnits);
  const bool shared = scenario->units[0].body == scenario->units[kUnits - 1].body;
  EXPECT_EQ(shared, GetParam());
}

INSTANTIATE_TEST_SUITE_P(Bodies, LargeScenario, testing::Values(true, false), [](const auto& bodies) {
  return std::string(bodies.param ? "Aliased" : "WrittenOut");
});

TEST(LargeFaultyScenario, AFaultInEveryConnectionIsReportedInReasonableTime) {
  std::string text = units(true) + "connections:\n";
  for (std::size_t k = 0; k < kUnits; ++k) connect(text, numbered("w", k) + ".x", numbered("u", k) + ".a");
  Problems problems;
  const std::optional<Scenario> scenario =
      read_scenario_text(text + "experiment: {stop: 1}\n", "large.yaml", problems);
  ASSERT_TRUE(scenario && problems.empty());
  wire(*scenario, infos(*scenario), problems);
  EXPECT_EQ(problems.list().size(), kUnits);
}

}  // namespace
}  // namespace accordo
