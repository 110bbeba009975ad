// Generated units: what they stand for, and what is wrong with them, said once.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "io/scenario/problem_testing.hpp"
#include "unit/ode/specs.hpp"

namespace accordo {
namespace {

constexpr const char* kBody = R"(
    equations:
      parameters: {k: 1 + i/n}
      states: {x: 2*i}
      inputs: {u: 0, w: 0}
      der: {x: k*u - w}
      outputs: {x: x}
)";

Scenario read(const std::string& text) {
  Problems problems;
  const std::optional<Scenario> scenario = read_scenario_text(text, "folder/test.yaml", problems);
  EXPECT_TRUE(scenario && problems.empty()) << describe_all(problems.list());
  return scenario ? *scenario : Scenario{};
}

std::vector<std::string> names(const Scenario& scenario) {
  std::vector<std::string> list;
  for (const UnitSpec& unit : scenario.units) list.push_back(unit.name.text);
  return list;
}

std::vector<std::string> connections(const Scenario& scenario) {
  std::vector<std::string> list;
  for (const ConnectionSpec& c : scenario.connections)
    list.push_back(fmt::format("{}*{} {}", c.source.text, c.gain, c.target.text));
  return list;
}

using Names = std::vector<std::string>;

TEST(Repeat, StandsForNumberedUnitsThatShareTheirEquations) {
  const Scenario s =
      read(fmt::format("constants: {{n: 4}}\nunits:\n  wall: {{equations: {{outputs: {{x: 1}}}}}}\n"
                       "  cell[i]:\n    repeat: n{}\nexperiment: {{stop: 1}}\n",
                       kBody));
  EXPECT_EQ(names(s), (Names{"wall", "cell[0]", "cell[1]", "cell[2]", "cell[3]"}));
  for (std::size_t k = 1; k < s.units.size(); ++k) {
    EXPECT_EQ(s.units[k].body, s.units[1].body) << "one body for all";
    ASSERT_EQ(s.units[k].parameters.size(), 1u);
    EXPECT_EQ(s.units[k].parameters[0].name.text, "i");
    EXPECT_EQ(s.units[k].parameters[0].value.text, fmt::format("{}", k - 1));
  }
}

TEST(Repeat, ConnectionsAreThoseOfTheLoopWrittenOut) {
  const Scenario s =
      read(fmt::format("constants: {{n: 4}}\nunits:\n  cell[i]:\n    repeat: n{}connections:\n"
                       "  - cell[i].x -> cell[(i+1) % n].u\n"
                       "  - cell[i+1].x * 0.5 -> cell[i].w for i = 0..n-2\n"
                       "  - cell[0].x -> cell[ n - 1 ].w\n"
                       "experiment: {{stop: 1}}\n",
                       kBody));
  EXPECT_EQ(connections(s),
            (Names{"cell[0].x*1 cell[1].u", "cell[1].x*1 cell[2].u", "cell[2].x*1 cell[3].u",
                   "cell[3].x*1 cell[0].u", "cell[1].x*0.5 cell[0].w", "cell[2].x*0.5 cell[1].w",
                   "cell[3].x*0.5 cell[2].w", "cell[0].x*1 cell[3].w"}));
  EXPECT_EQ(s.connections[4].source.place.column, 5);
  EXPECT_EQ(s.connections[6].target.place.column, 26) << "the place of the text, for all that it stands for";
}

TEST(Repeat, AMappingSaysTheSame) {
  const std::string start =
      fmt::format("units:\n  cell[i]:\n    repeat: 1..3\n    {}\nconnections:\n",
                  "equations: {states: {x: i}, inputs: [u], der: {x: u}, outputs: {x: x}}");
  const std::string end = "experiment: {stop: 1}\n";
  const Scenario words = read(start + "  - cell[i].x * 2 -> cell[i-1].u for i = 2..3\n" + end);
  const Scenario mapping =
      read(start + "  - from: cell[i].x\n    to: cell[i-1].u\n    gain: 2\n    for: i = 2..3\n" + end);
  EXPECT_EQ(connections(words), (Names{"cell[2].x*2 cell[1].u", "cell[3].x*2 cell[2].u"}));
  EXPECT_EQ(connections(mapping), connections(words));
}

TEST(Repeat, GridsHaveAnIndexPerBracketAndTheLastIsTheFastest) {
  const Scenario s = read(R"(
constants: {n: 2, m: 3}
units:
  g[i][j]:
    repeat: {j: m, i: n}
    equations: {states: {x: i + 10*j}, inputs: {u: 0}, der: {x: u}, outputs: {x: x}}
connections:
  - g[i][j].x -> g[i][j+1].u for i = 0..n-1, j = 0..i
experiment: {stop: 1}
record: g[1][*].x
)");
  EXPECT_EQ(names(s), (Names{"g[0][0]", "g[0][1]", "g[0][2]", "g[1][0]", "g[1][1]", "g[1][2]"}));
  EXPECT_EQ(connections(s),
            (Names{"g[0][0].x*1 g[0][1].u", "g[1][0].x*1 g[1][1].u", "g[1][1].x*1 g[1][2].u"}));
  ASSERT_EQ(s.record.size(), 1u);
  EXPECT_EQ(s.record[0].text, "g[1][*].x");
}

TEST(Repeat, WhatIsNotEquationsFollowsTheIndex) {
  const Scenario s = read(R"(
units:
  a[i]:
    repeat: 1..3
    fmu: part{i}.fmu
    parameters: {m: 1/i, name: "i", label: "part{i+1}"}
    inputs: {u: 2*i, f: {file: "data{i}.csv", column: "f{i}"}}
    rank: 1 + i % 2
  l[i]:
    repeat: 2
    linear: {states: {x: i}, inputs: {u: 0}, A: [-1 - i], B: [1]}
experiment: {stop: 1}
)");
  ASSERT_EQ(s.units.size(), 5u);
  const UnitSpec& third = s.units[2];
  EXPECT_EQ(third.body->file, "folder/part3.fmu");
  ASSERT_EQ(third.parameters.size(), 3u);
  EXPECT_EQ(std::stod(third.parameters[0].value.text), 1.0 / 3);
  EXPECT_EQ(third.parameters[1].value.text, "i") << "a quoted text stays";
  EXPECT_EQ(third.parameters[2].value.text, "part4");
  EXPECT_EQ(third.body->inputs[0].value.text, "6");
  EXPECT_EQ(third.series[0].file, "folder/data3.csv");
  EXPECT_EQ(third.series[0].column.text, "f3");
  EXPECT_EQ(third.rank, 2);
  EXPECT_EQ(s.units[1].rank, 1);
  const auto* linear = s.units[4].as<LinearSpec>();
  EXPECT_EQ(linear->A.rows[0][0], -2);
  EXPECT_EQ(linear->states[0].value.text, "1");
}

TEST(Repeat, SeriesWithinEquationsFollowTheIndex) {
  const Scenario s = read(
      "units:\n  a[i]:\n    repeat: 2\n    equations:\n      inputs: {f: {file: \"f{i}.csv\"}}\n"
      "      outputs: {y: f}\nexperiment: {stop: 1}\n");
  ASSERT_EQ(s.units.size(), 2u);
  for (std::size_t k = 0; k < 2; ++k)
    EXPECT_EQ(s.units[k].series.at(0).file, fmt::format("folder/f{}.csv", k));
}

TEST(Repeat, RecordedSignalsMayBeChosenByIndex) {
  const Scenario s = read(
      "constants: {n: 9}\nunits:\n  a[i]: {repeat: n, equations: {outputs: {y: i, z: t}}}\n"
      "experiment: {stop: 1}\nrecord:\n  - a[2*i].y for i = 0..2\n  - a[n//2].z\n  - a[*].z\n");
  Names patterns;
  for (const Text& text : s.record) patterns.push_back(text.text);
  EXPECT_EQ(patterns, (Names{"a[0].y", "a[2].y", "a[4].y", "a[4].z", "a[*].z"}));
}

TEST(Constants, StandForNumbersAndHideBehindNamesOfAUnit) {
  const Scenario s = read(R"(
constants: {n: 4, h: 1/n, gain: 2}
units:
  a: {equations: {states: {n: 7}, der: {n: -n}, outputs: {y: n*gain}}}
experiment: {stop: 10*h, step: h}
)");
  EXPECT_EQ(s.experiment.stop, 2.5);
  EXPECT_EQ(s.experiment.step, 0.25);
  const auto* body = s.units.at(0).as<EquationsSpec>();
  ASSERT_EQ(body->parameters.size(), 1u) << "only what is used and not hidden";
  EXPECT_EQ(body->parameters[0].name.text, "gain");
}

TEST(Repeat, ThereIsALimit) {
  const auto text = [](const char* count) {
    return fmt::format(
        "units:\n  a[i][j]:\n    repeat: {{i: {}, j: 2000}}\n"
        "    equations: {{outputs: {{y: t}}}}\nexperiment: {{stop: 1}}\n",
        count);
  };
  Problems problems_within;
  read_scenario_text(text("1"), "test.yaml", problems_within, {.repetitions = 2000});
  EXPECT_TRUE(problems_within.empty());
  for (const char* count : {"1001", "1e9", "9e15"}) {
    const auto problems = problems_of(text(count));
    ASSERT_EQ(problems.size(), 1u) << count;
    EXPECT_EQ(problems[0].id, "bad-repeat");
  }
}

class RepeatFault : public testing::TestWithParam<Fault> {};

TEST_P(RepeatFault, IsReportedOnceAtItsPlace) {
  expect_fault(GetParam());
}

#define UNITS(key, repeat)                                                       \
  "units:\n  b: {equations: {outputs: {y: t}}}\n  " key ":\n    repeat: " repeat \
  "\n    equations: {inputs: {u: 0, w: 0}, outputs: {y: u}}\nexperiment: {stop: 1}\n"
#define CONNECTION(text) UNITS("a[i]", "5") "connections:\n  - " text "\n"

INSTANTIATE_TEST_SUITE_P(
    Units, RepeatFault,
    testing::Values(Fault{"Zero", UNITS("a[i]", "0"), "bad-repeat", 4, 13, "no unit"},
                    Fault{"Negative", UNITS("a[i]", "-2"), "bad-repeat", 4, 13, "negative"},
                    Fault{"Fraction", UNITS("a[i]", "2.5"), "bad-repeat", 4, 13, "not whole"},
                    Fault{"Word", UNITS("a[i]", "many"), "bad-repeat", 4, 13, "'many'"},
                    Fault{"Huge", UNITS("a[i]", "1e9"), "bad-repeat", 4, 13, "2000000"},
                    Fault{"List", UNITS("a[i]", "[1, 2]"), "wrong-kind", 4, 13, "a count or a range"},
                    Fault{"Nothing", UNITS("a[i]", ""), "wrong-kind", 4, 5, "a count or a range"},
                    Fault{"Backwards", UNITS("a[i]", "3..1"), "bad-repeat", 4, 13, "before it starts"},
                    Fault{"OtherIndex", UNITS("a[i]", "{j: 2}"), "unknown-key", 4, 14, "did you mean 'i'?"},
                    Fault{"MissingIndex", UNITS("a[i][j]", "{j: 2}"), "bad-repeat", 4, 13, "nothing of i"},
                    Fault{"TwoIndices", UNITS("a[i][j]", "4"), "bad-repeat", 4, 13, "{i: 10, j: 10}"},
                    Fault{"SameIndex", UNITS("a[i][i]", "4"), "bad-index", 3, 3, "two indices"},
                    Fault{"NoIndex", UNITS("a", "4"), "bad-repeat", 3, 3, "write a[i]"},
                    Fault{"Number", UNITS("a[3]", "4"), "bad-index", 3, 3, "'3'"},
                    Fault{"Time", UNITS("a[t]", "4"), "bad-index", 3, 3, "has a meaning"},
                    Fault{"Taken", UNITS("a[u]", "4"), "duplicate-name", 5, 26, "an index"},
                    Fault{"NoRepeat",
                          "units:\n  a[i]: {equations: {outputs: {y: t}}}\nexperiment: {stop: 1}\n",
                          "bad-repeat", 2, 3, "no repeat"},
                    Fault{"Rank", "units:\n  a[i]: {repeat: 3, rank: i, equations: {outputs: {y: t}}}\n",
                          "bad-rank", 2, 27, "(for i = 0)"},
                    Fault{"Twice",
                          "units:\n  a[i]: {repeat: 3, equations: {outputs: {y: t}}}\n  a[2]: {equations: "
                          "{outputs: {y: t}}}\nexperiment: {stop: 1}\n",
                          "duplicate-unit", 3, 3, "line 2"}),
    fault_name);

INSTANTIATE_TEST_SUITE_P(
    Connections, RepeatFault,
    testing::Values(
        Fault{"Beyond", CONNECTION("a[i].y -> a[i+1].u"), "index-out-of-range", 8, 15, "'a[5]' (for i = 4)"},
        Fault{"FarBeyond", CONNECTION("a[i].y -> a[i+3].u"), "index-out-of-range", 8, 15, "and 2 more"},
        Fault{"Before", CONNECTION("a[i-1].y -> a[i].u"), "index-out-of-range", 8, 5, "'a[-1]'"},
        Fault{"Literal", CONNECTION("b.y -> a[5].u"), "index-out-of-range", 8, 12, "0..4"},
        Fault{"WithoutIndex", CONNECTION("b.y -> a.u"), "bad-index", 8, 12, "one is a[0]"},
        Fault{"OneTooMany", CONNECTION("b.y -> a[0][1].u"), "bad-index", 8, 12, "told apart by i"},
        Fault{"UnknownIndex", CONNECTION("b.y -> a[k+1].u"), "bad-index", 8, 12, "'k'"},
        Fault{"UnknownFamily", CONNECTION("aa[k].y -> b.u"), "bad-index", 8, 5, "did you mean 'a'?"},
        Fault{"BadRange", CONNECTION("a[i].y -> a[i].u for i = 0..k"), "bad-index", 8, 26, "'k'"},
        Fault{"NoRange", CONNECTION("a[i].y -> a[i].u for i"), "bad-index", 8, 26, "'i' is not understood"},
        Fault{"BadIndex", CONNECTION("a[0].y -> a[0].u for 2 = 0..1"), "bad-index", 8, 26, "'2'"},
        Fault{"Endless", CONNECTION("a[0].y -> a[0].u for i = 0..1e9"), "bad-index", 8, 26, "more than"}),
    fault_name);

#undef UNITS
#undef CONNECTION

TEST(Repeat, FamiliesOfDifferentSizesNeedARange) {
  const auto problems = problems_of(
      "units:\n  a[i]: {repeat: 2, equations: {outputs: {y: t}}}\n"
      "  b[i]: {repeat: 3, equations: {inputs: {u: 0}, outputs: {y: u}}}\n"
      "connections:\n  - a[i].y -> b[i].u\nexperiment: {stop: 1}\n");
  ASSERT_EQ(problems.size(), 1u) << describe_all(problems);
  EXPECT_EQ(problems[0].id, "bad-index");
  EXPECT_NE(problems[0].what.find("0..1"), std::string::npos) << problems[0].what;
}

TEST(Repeat, AFaultyFamilyIsNoReasonForMoreProblems) {
  const auto problems = problems_of(
      "units:\n  a[i]: {repeat: 0, equations: {inputs: {u: 0}, outputs: {y: u}}}\n"
      "connections:\n  - a[i].y -> a[(i+1) % 3].u\n  - a[0].y -> a[2].u\nexperiment: {stop: 1}\n"
      "record: a[1].y\n");
  ASSERT_EQ(problems.size(), 1u) << describe_all(problems);
}

TEST(Problems, ThatDifferInTheNumberOfAUnitAreFolded) {
  Problems problems;
  for (int k = 0; k < 100; ++k)
    problems.add("no-source", {"f.yaml", 3, 5}, fmt::format("'a[{}].u' has no source", k), "connect it");
  problems.add("no-source", {"f.yaml", 3, 5}, "'b.u' has no source");
  problems.add("no-source", {"f.yaml", 2, 5}, "'a[3].u' has no source");
  const std::vector<Problem> sorted = problems.sorted();
  ASSERT_EQ(sorted.size(), 3u);
  EXPECT_EQ(sorted[0].what, "'a[3].u' has no source");
  EXPECT_EQ(sorted[1].what, "'a[0].u' has no source (and 99 more of this kind)");
  EXPECT_EQ(sorted[1].remedy, "connect it");
}

}  // namespace
}  // namespace accordo
