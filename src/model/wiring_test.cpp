// Wiring: the index map, and every way a connection can be wrong.
#include "model/wiring.hpp"

#include <gtest/gtest.h>

#include "model/model_testing.hpp"

namespace accordo {
namespace {

std::vector<UnitInfo> two_masses() {
  std::vector<UnitInfo> units{make_unit("left", {"f"}, {"x", "v"}), make_unit("right", {"x1", "v1"}, {"f"})};
  units[0].ports.states = {"x", "v", "z"};
  units[0].ports.parameters = {"m"};
  units[1].ports.has_start = {false, false};
  return units;
}

std::vector<Problem> problems_of(const Scenario& scenario, const std::vector<UnitInfo>& units) {
  Problems problems;
  wire(scenario, units, problems);
  return problems.list();
}

TEST(Wiring, MapsInputsToOutputs) {
  const std::vector<UnitInfo> units = two_masses();
  Scenario scenario = connect({{"right.f", "left.f"}, {"left.v", "right.v1"}, {"left.x", "right.x1"}});
  scenario.connections[1].gain = 2;
  scenario.connections[1].offset = 3;
  Problems problems;
  const Wiring w = wire(scenario, units, problems);
  ASSERT_TRUE(problems.empty());
  EXPECT_EQ(w.layout.inputs(), 3);
  EXPECT_EQ(w.layout.outputs(), 3);
  EXPECT_EQ(w.layout.states(), 3);
  EXPECT_EQ(w.unit_of_input, (std::vector<int>{0, 1, 1}));
  EXPECT_EQ(w.unit_of_output, (std::vector<int>{0, 0, 1}));
  EXPECT_EQ(w.link_of_input, (std::vector<int>{0, 1, 2}));
  const double y[] = {10, 20, 30};
  double u[3] = {};
  Wiring::dispatch(w.links, y, u);
  EXPECT_EQ(u[0], 30);
  EXPECT_EQ(u[1], 10);
  EXPECT_EQ(u[2], 2 * 20 + 3);
  Wiring::dispatch_slopes(w.links, y, u);
  EXPECT_EQ(u[2], 2 * 20);
}

TEST(Wiring, OrderOfConnectionsChangesNothing) {
  const std::vector<UnitInfo> units = two_masses();
  Problems problems;
  const Wiring a =
      wire(connect({{"right.f", "left.f"}, {"left.v", "right.v1"}, {"left.x", "right.x1"}}), units, problems);
  const Wiring b =
      wire(connect({{"left.x", "right.x1"}, {"right.f", "left.f"}, {"left.v", "right.v1"}}), units, problems);
  ASSERT_EQ(a.links.size(), b.links.size());
  for (std::size_t i = 0; i < a.links.size(); ++i) {
    EXPECT_EQ(a.links[i].input, b.links[i].input);
    EXPECT_EQ(a.links[i].output, b.links[i].output);
  }
}

TEST(Wiring, ExactlyTheFaultIsReported) {
  struct Case {
    const char *source, *target, *id;
    int column;
    const char *what, *remedy;
  };
  const Case cases[] = {
      {"lefft.x", "left.f", "unknown-unit", 1, "no unit 'lefft'", "did you mean 'left'?"},
      {"left.x", "rihgt.x1", "unknown-unit", 20, "no unit 'rihgt'", "did you mean 'right'?"},
      {"right.ff", "left.f", "unknown-variable", 1, "no output 'ff'", "did you mean 'f'?"},
      {"right.x1", "left.f", "unknown-variable", 1, "'right.x1' is an input", "left"},
      {"left.z", "left.f", "unknown-variable", 1, "'left.z' is a state", "z: z"},
      {"left.m", "left.f", "unknown-variable", 1, "'left.m' is a parameter", ""},
      {"right.f", "left.x", "unknown-variable", 20, "'left.x' is an output", "right"},
      {"right.f", "left.z", "unknown-variable", 20, "'left.z' is a state", ""},
      {"right.f", "left.m", "unknown-variable", 20, "'left.m' is a parameter", "input"},
      {"right.f", "left.g", "unknown-variable", 20, "no input 'g'", "did you mean 'f'?"},
      {"rightf", "left.f", "bad-name", 1, "'rightf'", "unit.output"},
      {"right.f", "left", "bad-name", 20, "'left'", "unit.input"},
      {"right.f", "left.", "bad-name", 20, "'left.'", "unit.input"},
  };
  for (const Case& c : cases) {
    std::vector<UnitInfo> units = two_masses();
    units[1].ports.has_start = {true, true};
    const std::vector<Problem> problems = problems_of(connect({{c.source, c.target}}), units);
    ASSERT_EQ(problems.size(), 1u) << c.source << c.target;
    const Problem& p = problems[0];
    EXPECT_EQ(p.id, c.id) << describe(p);
    EXPECT_EQ(p.place.line, 1);
    EXPECT_EQ(p.place.column, c.column) << describe(p);
    EXPECT_NE(p.what.find(c.what), std::string::npos) << describe(p);
    EXPECT_NE(p.remedy.find(c.remedy), std::string::npos) << describe(p);
  }
}

TEST(Wiring, TwoSourcesNameBothLines) {
  std::vector<UnitInfo> units = two_masses();
  units[1].ports.has_start = {true, true};
  Scenario scenario = connect({{"right.f", "left.f"}, {"left.x", "right.x1"}, {"left.x", "left.f"}});
  std::vector<Problem> problems = problems_of(scenario, units);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].id, "two-sources");
  EXPECT_EQ(problems[0].place.line, 3);
  EXPECT_NE(problems[0].what.find("'right.f' in line 1"), std::string::npos) << problems[0].what;

  scenario.connections.resize(1);
  scenario.units.resize(2);
  scenario.units[0].series.push_back({{"f", {"test.yaml", 9, 2}}, "f.csv", {"f", {}}});
  problems = problems_of(scenario, units);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].id, "two-sources");
  EXPECT_NE(problems[0].what.find("'f.csv' in line 9"), std::string::npos) << problems[0].what;
}

TEST(Wiring, AnInputNeedsASource) {
  const std::vector<UnitInfo> units = two_masses();
  Scenario scenario = connect({{"right.f", "left.f"}, {"left.x", "right.x1"}});
  auto body = std::make_shared<UnitBody>("any");
  body->inputs = {{{"x1", {"test.yaml", 7, 3}}, {}}, {{"v1", {"test.yaml", 8, 3}}, {}}};
  scenario.units.resize(2);
  scenario.units[1].body = body;
  std::vector<Problem> problems = problems_of(scenario, units);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].id, "no-source");
  EXPECT_EQ(problems[0].place.line, 8);
  EXPECT_NE(problems[0].what.find("'right.v1'"), std::string::npos);
  EXPECT_NE(problems[0].remedy.find("connect it"), std::string::npos);

  scenario.units[1].series.push_back({{"v1", {}}, "v.csv", {"v", {}}});
  Problems none;
  const Wiring w = wire(scenario, units, none);
  EXPECT_TRUE(none.empty());
  EXPECT_EQ(w.link_of_input[2], -1);
}

TEST(Wiring, ASeriesForNoInputIsReported) {
  std::vector<UnitInfo> units = two_masses();
  units[1].ports.has_start = {true, true};
  Scenario scenario;
  scenario.units.resize(2);
  scenario.units[0].series.push_back({{"F", {"test.yaml", 4, 5}}, "f.csv", {"f", {}}});
  const std::vector<Problem> problems = problems_of(scenario, units);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].id, "unknown-variable");
  EXPECT_EQ(problems[0].remedy, "did you mean 'f'?");
}

TEST(Wiring, AllProblemsAtOnceWithoutEchoes) {
  // Each misspelled connection leaves an input without start value: that is the same mistake, not another
  // one.
  const std::vector<UnitInfo> units = two_masses();
  const std::vector<Problem> problems =
      problems_of(connect({{"right.g", "left.f"}, {"left.w", "right.x1"}, {"left.v", "right.v2"}}), units);
  ASSERT_EQ(problems.size(), 3u);
  for (const Problem& p : problems) EXPECT_EQ(p.id, "unknown-variable");
}

TEST(Wiring, LargeUnitsAreFoundLikeSmallOnes) {
  std::vector<std::string> inputs, outputs;
  for (std::size_t i = 0; i < 500; ++i) {
    inputs.push_back(numbered("u", i));
    outputs.push_back(numbered("y", i));
  }
  const std::vector<UnitInfo> units{make_unit("a", inputs, outputs)};
  std::vector<std::pair<std::string, std::string>> connections;
  for (std::size_t i = 0; i < 500; ++i) connections.emplace_back("a." + outputs[i], "a." + inputs[499 - i]);
  Problems problems;
  const Wiring w = wire(connect(connections), units, problems);
  ASSERT_TRUE(problems.empty());
  for (const Link& link : w.links) EXPECT_EQ(link.input + link.output, 499);
}

}  // namespace
}  // namespace accordo
