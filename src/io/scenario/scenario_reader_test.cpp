// Scenario files: what is read, and each mistake that is possible outside of units.
#include "io/scenario/scenario_reader.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "io/scenario/problem_testing.hpp"
#include "unit/ode/specs.hpp"

namespace accordo {
namespace {

constexpr const char* kTwoMasses = R"(units:
  left:
    equations:
      parameters: {m: 5, c: 10000, d: 10}
      states: {x: -1, v: 0}
      inputs: {f: -20000}
      der:
        x: v
        v: (-c*x - d*v + f)/m
      outputs: {x: x, v: v}
  right:
    linear:
      states: {x: 1, v: 0}
      inputs: [x1, v1]
      outputs: [f]
      A: [[0, 1], [-2, -3]]
      B: [[0, 0], [1, 0.5]]
      C: [1, 2]
    integrator: exact
    capabilities: {rollback: false}
connections:
  - left.x -> right.x1
  - left.v * 0.001 + 273.15 -> right.v1
  - right.f -> left.f
events: [1.5, 0.5]
experiment: {start: 0, stop: 2, method: missiles, step: 1e-3, options: {order: 1, sequence: [left, right]}}
record: [left.x, right.*]
)";

TEST(ScenarioReader, ReadsEverything) {
  Problems problems;
  const std::optional<Scenario> s = read_scenario_text(kTwoMasses, "folder/two_masses.yaml", problems);
  ASSERT_TRUE(s && problems.empty()) << describe_all(problems.list());
  EXPECT_EQ(s->name, "two_masses");
  ASSERT_EQ(s->units.size(), 2u);
  const auto& left = *s->units[0].as<EquationsSpec>();
  EXPECT_EQ(left.der[1].value.text, "(-c*x - d*v + f)/m");
  EXPECT_EQ(left.der[1].value.place.line, 9);
  EXPECT_EQ(left.der[1].value.place.column, 12);
  EXPECT_EQ(left.inputs[0].value.text, "-20000");
  const auto& right = *s->units[1].as<LinearSpec>();
  EXPECT_EQ(right.B.rows, (std::vector<std::vector<double>>{{0, 0}, {1, 0.5}}));
  EXPECT_EQ(right.C.rows, (std::vector<std::vector<double>>{{1, 2}}));
  EXPECT_FALSE(right.D.given);
  EXPECT_TRUE(right.inputs[1].value.text.empty());
  EXPECT_EQ(s->units[1].integrator, "exact");
  ASSERT_EQ(s->units[1].capabilities.size(), 1u);
  EXPECT_FALSE(s->units[1].capabilities[0].second);
  ASSERT_EQ(s->connections.size(), 3u);
  EXPECT_EQ(s->connections[1].gain, 0.001);
  EXPECT_EQ(s->connections[1].offset, 273.15);
  EXPECT_EQ(s->connections[1].target.text, "right.v1");
  EXPECT_EQ(s->connections[1].target.place.column, 32);
  ASSERT_EQ(s->events.size(), 2u);
  EXPECT_EQ(s->events[0].first, 1.5);
  EXPECT_EQ(s->experiment.stop, 2);
  EXPECT_EQ(s->experiment.step, 1e-3);
  EXPECT_FALSE(s->experiment.tolerance);
  EXPECT_EQ(s->experiment.method->text, "missiles");
  EXPECT_EQ(s->experiment.options[1].value.text, "left,right");
  ASSERT_EQ(s->record.size(), 2u);
  EXPECT_EQ(s->record[1].text, "right.*");
}

TEST(ScenarioReader, ReportsAllProblemsAtOnce) {
  const std::vector<Problem> problems = problems_of(R"(unitz: {}
units:
  a.b: {equations: {outputs: {y: t}}}
  c: {equations: {states: {x: 1}, outputs: {y: x}}, integrator: rk5}
  d: {equations: {outputs: {y: if(t > 1, 2, 3)}}}
connections: [c.y => d.u]
events: [.inf]
experiment: {step: 0}
)");
  std::vector<std::string> ids;
  ids.reserve(problems.size());
  for (const Problem& p : problems) ids.push_back(p.id);
  std::sort(ids.begin(), ids.end());
  EXPECT_EQ(ids,
            (std::vector<std::string>{"bad-connection", "bad-name", "flow-mapping-fell-apart", "missing-der",
                                      "not-finite", "not-positive", "unknown-integrator", "unknown-key"}))
      << describe_all(problems);
}

TEST(ScenarioReader, WhatCouldBeReadComesBack) {
  Problems problems;
  const auto whole = read_scenario_text("units: {a: {equations: {outputs: {y: t}}}}\n", "a.yaml", problems);
  ASSERT_TRUE(whole);
  EXPECT_FALSE(whole->unparsed.any_unit());
  EXPECT_TRUE(problems.empty());
  const auto part =
      read_scenario_text("units: {a: {}, b: {equations: {outputs: {y: t}}}}\n", "a.yaml", problems);
  ASSERT_TRUE(part);
  EXPECT_TRUE(part->unparsed.has("a"));
  EXPECT_FALSE(part->unparsed.has("b"));
  ASSERT_EQ(part->units.size(), 1u);
  EXPECT_EQ(part->units[0].name.text, "b");
  EXPECT_EQ(problems.list().size(), 1u);
}

TEST(ScenarioReader, KeepsUnitsWhoseSettingsAreWrong) {
  Problems problems;
  const auto scenario = read_scenario_text(
      "units:\n"
      "  a: {isolate: maybe, integrator: rk5, equations: {outputs: {y: t}}}\n"
      "  b[i]: {repeat: 3, rank: i - 1, equations: {outputs: {y: t}}}\n"
      "connections: [a.y => b.u]\n",
      "a.yaml", problems);
  ASSERT_TRUE(scenario);
  ASSERT_EQ(scenario->units.size(), 1u);
  EXPECT_EQ(scenario->units[0].name.text, "a");
  EXPECT_FALSE(scenario->unparsed.has("a"));
  EXPECT_TRUE(scenario->unparsed.has("b[2]"));  // what is wrong with one is not told of each
  EXPECT_TRUE(scenario->unparsed.connections);
  EXPECT_FALSE(scenario->unparsed.structure);
  EXPECT_EQ(problems.list().size(), 4u) << describe_all(problems.list());
}

TEST(ScenarioReader, UnreadableFilesSayWhy) {
  const auto why = [](const std::filesystem::path& path) {
    Problems problems;
    EXPECT_FALSE(read_scenario(path, problems));
    EXPECT_EQ(problems.list().size(), 1u);
    EXPECT_EQ(problems.list().at(0).id, "unreadable-file");
    return problems.list().at(0).what;
  };
  EXPECT_NE(why(std::filesystem::temp_directory_path()).find("directory"), std::string::npos);
  EXPECT_NE(why("no/such/file.yaml").find("No such file"), std::string::npos);
}

TEST(ScenarioReader, AFileIsReadLikeItsText) {
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / "accordo_scenario_reader_test.yaml";
  std::ofstream(path) << kTwoMasses;
  Problems problems;
  const std::optional<Scenario> s = read_scenario(path, problems);
  std::filesystem::remove(path);
  ASSERT_TRUE(s && problems.empty());
  EXPECT_EQ(s->units.size(), 2u);
}

class ScenarioFault : public testing::TestWithParam<Fault> {};

TEST_P(ScenarioFault, IsReportedOnceWithPlaceAndRemedy) {
  expect_fault(GetParam());
}

#define UNITS "units: {a: {equations: {outputs: {y: t}}}}\n"

INSTANTIATE_TEST_SUITE_P(
    All, ScenarioFault,
    testing::Values(
        Fault{"Text", "hello\n", "wrong-kind", 1, 1, "expected a mapping"},
        Fault{"NoUnits", "experiment: {stop: 1}\n", "no-units", 1, 1, "add units"},
        Fault{"NullUnits", "experiment: {stop: 1}\nunits:\n", "no-units", 2, 1, "add units"},
        Fault{"EmptyUnits", "units: {}\nexperiment: {stop: 1}\n", "no-units", 1, 8, "no units"},
        Fault{"UnitList", "units: [a]\nexperiment: {stop: 1}\n", "wrong-kind", 1, 8, "expected a mapping"},
        Fault{"UnknownKey", UNITS "experiment: {stop: 1}\nconections: []\n", "unknown-key", 3, 1,
              "did you mean 'connections'?"},
        Fault{"UnknownExperimentKey", UNITS "experiment: {stop: 1, tolerence: 1e-3}\n", "unknown-key", 2, 23,
              "did you mean 'tolerance'?"},
        Fault{"DuplicateKey", UNITS "experiment: {stop: 1}\nexperiment: {stop: 2}\n", "duplicate-key", 3, 1,
              "line 2 and in line 3"},
        Fault{"DuplicateUnit",
              "units:\n  a: {equations: {outputs: {y: t}}}\n  a: {}\nexperiment: {stop: 1}\n",
              "duplicate-key", 3, 3, "line 2 and in line 3"},
        Fault{"BothStepAndTolerance", UNITS "experiment:\n  stop: 1\n  step: 0.1\n  tolerance: 1e-3\n",
              "step-and-tolerance", 5, 3, "step (line 4) and tolerance (line 5)"},
        Fault{"ZeroStep", UNITS "experiment: {stop: 1, step: 0}\n", "not-positive", 2, 29, "greater than 0"},
        Fault{"NegativeTolerance", UNITS "experiment: {stop: 1, tolerance: -1}\n", "not-positive", 2, 34,
              "tolerance"},
        Fault{"IntervalAndPoints", UNITS "experiment: {stop: 1, output_interval: 1, output_points: [1]}\n",
              "interval-and-points", 2, 43, "keep one"},
        Fault{"PointIsText", UNITS "experiment: {stop: 1, output_points: [x]}\n", "wrong-kind", 2, 39, ""},
        Fault{"ZeroInterval", UNITS "experiment: {stop: 1, output_interval: 0}\n", "not-positive", 2, 40,
              "output_interval"},
        Fault{"StopIsText", UNITS "experiment: {stop: soon}\n", "wrong-kind", 2, 20, "expected a number"},
        Fault{"StopInfinite", UNITS "experiment: {stop: .inf}\n", "not-finite", 2, 20, "finite"},
        Fault{"StopTooLarge", UNITS "experiment: {stop: 1e999}\n", "not-finite", 2, 20, "finite"},
        Fault{"StartNan", UNITS "experiment: {start: NaN, stop: 1}\n", "not-finite", 2, 21, "finite"},
        Fault{"DecimalComma", UNITS "experiment: {stop: 1,5}\n", "flow-mapping-fell-apart", 2, 22, "comma"},
        Fault{"MissingSpace", UNITS "experiment: {stop:1}\n", "missing-space", 2, 14, "write stop: 1"},
        Fault{"MethodList", UNITS "experiment: {stop: 1, method: [a]}\n", "wrong-kind", 2, 31,
              "expected a text"},
        Fault{"ExperimentText", UNITS "experiment: fast\n", "wrong-kind", 2, 13, "expected a mapping"},
        Fault{"OptionsList", UNITS "experiment: {stop: 1, options: [a]}\n", "wrong-kind", 2, 32,
              "name: value"},
        Fault{"OptionMapping", UNITS "experiment: {stop: 1, options: {a: {b: 1}}}\n", "wrong-kind", 2, 36,
              "the option 'a'"},
        Fault{"EventText", UNITS "experiment: {stop: 1}\nevents: [1, x]\n", "wrong-kind", 3, 13,
              "expected a number"},
        Fault{"EventInfinite", UNITS "experiment: {stop: 1}\nevents: [-.inf]\n", "not-finite", 3, 10,
              "finite"},
        Fault{"EventsNumber", UNITS "experiment: {stop: 1}\nevents: 1\n", "wrong-kind", 3, 9, "[1.5]"},
        Fault{"RecordMapping", UNITS "experiment: {stop: 1}\nrecord: [{a: 1}]\n", "wrong-kind", 3, 10,
              "expected a text"},
        Fault{"ConnectionsText", UNITS "experiment: {stop: 1}\nconnections: a.y -> b.u\n", "wrong-kind", 3,
              14, "expected a list"}),
    fault_name);

#undef UNITS

}  // namespace
}  // namespace accordo
