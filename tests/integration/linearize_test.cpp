// accordo linearize: what is written is what was found, and what cannot be done is said all at once.

#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>  // JSON is YAML

#include <cmath>

#include "tests/integration/misuse.hpp"
#include "tests/integration/program.hpp"

namespace accordo::testing {
namespace {

// x' = z − k x, z' = x − z: [−1 1; 1 −1] has the eigenvalues 0 and −2.
TEST(Linearize, JsonHasEverything) {
  const Folder folder;
  folder.write("s.yaml", pair_scenario());
  const Result result =
      accordo(folder, {"linearize", "s.yaml", "--at", "0,0.5", "--inputs", "a.u", "--json", "-"});
  ASSERT_EQ(result.code, 0) << result;
  const YAML::Node json = YAML::Load(result.out);
  EXPECT_EQ(json["kind"].as<std::string>(), "linear");
  EXPECT_EQ(json["scenario"].as<std::string>(), "s");
  ASSERT_EQ(json["points"].size(), 2);
  for (const YAML::Node& point : json["points"]) {
    const std::vector<std::vector<double>> expected{{-1, 1}, {1, -1}};
    EXPECT_EQ(point["A"].as<std::vector<std::vector<double>>>(), expected);
    EXPECT_EQ(point["B"].size(), 2);
    EXPECT_EQ(point["C"].size(), 2);
    EXPECT_EQ(point["D"].size(), 2);
    EXPECT_EQ(point["inputs"][0].as<std::string>(), "a.u");
    ASSERT_EQ(point["poles"].size(), 2);
    EXPECT_EQ(point["poles"][0]["kind"].as<std::string>(), "marginal");
    EXPECT_TRUE(point["poles"][0]["time_constant"].IsNull());
    EXPECT_NEAR(point["poles"][1]["real"].as<double>(), -2, 1e-12);
    EXPECT_EQ(point["poles"][1]["states"].size(), 2);
    EXPECT_EQ(point["methods"][0]["radii"].size(), 1);
    EXPECT_FALSE(point["stable"].as<bool>());
  }
  EXPECT_EQ(json["points"][1]["macro_steps"].as<int>(), 5);
  EXPECT_EQ(json["points"][1]["time"].as<double>(), 0.5);
}

TEST(Linearize, TextNamesPolesAndMethods) {
  const Folder folder;
  folder.write("s.yaml", pair_scenario());
  const Result result = accordo(folder, {"linearize", "s.yaml", "--steps", "0.1,3"});
  EXPECT_EQ(result.code, 0) << result;
  for (const char* text : {"point      t = 0", "1 of 2 poles neither grow nor decay", "a 50 %, b 50 %",
                           "ifosmondi", "jacobi:order=2", "h = 0.1", "h = 3", "the system itself"})
    EXPECT_NE(result.out.find(text), std::string::npos) << text << "\n" << result;
  EXPECT_EQ(result.err, "");
  EXPECT_FALSE(folder.has("s.csv"));
}

TEST(Linearize, WithoutAStepOnlyLimitsAreGiven) {
  const Folder folder;
  folder.write("s.yaml", pair_scenario("{stop: 1}"));
  const Result result = accordo(folder, {"linearize", "s.yaml"});
  EXPECT_EQ(result.code, 0) << result;
  EXPECT_NE(result.out.find("up to h = "), std::string::npos) << result;
  EXPECT_EQ(result.out.find("the system itself"), std::string::npos) << result;
}

TEST(Linearize, PageAndJsonAreWritten) {
  const Folder folder;
  folder.write("s.yaml", pair_scenario());
  const Result result =
      accordo(folder, {"linearize", "s.yaml", "--json", "l.json", "--html", "l.html", "-q"});
  EXPECT_EQ(result.code, 0) << result;
  EXPECT_EQ(result.out, "");
  EXPECT_TRUE(folder.has("l.json"));
  EXPECT_NE(folder.read("l.html").find("\"linear\""), std::string::npos);
}

TEST(Linearize, DoesNotOverwriteTheScenario) {
  const Folder folder;
  folder.write("s.yaml", pair_scenario());
  for (const char* option : {"--json", "--html"}) {
    const Result result = accordo(folder, {"linearize", "s.yaml", option, "s.yaml"});
    EXPECT_EQ(result.code, 2) << result;
    EXPECT_NE(result.err.find("[output-is-input]"), std::string::npos) << result;
  }
  EXPECT_EQ(folder.read("s.yaml"), pair_scenario());
}

// x' = x² from 1 ends at t = 1.
TEST(Linearize, ARunThatFailsOnTheWayIsTold) {
  const Folder folder;
  folder.write("s.yaml",
               "units: {a: {equations: {states: {x: 1}, der: {x: x^2}, outputs: {x: x}}}}\n"
               "experiment: {stop: 3, method: monolithic}\n");
  const Result result = accordo(folder, {"linearize", "s.yaml", "--at", "2"});
  EXPECT_EQ(result.code, 4) << result;
  EXPECT_NE(result.err.find("[non-finite]"), std::string::npos) << result;
}

// u = y, y = x + u: a gain of 1.
TEST(Linearize, ALoopWithoutASolutionIsTold) {
  const Folder folder;
  folder.write("s.yaml",
               "units:\n"
               "  a: {equations: {states: {x: 0}, inputs: {u: 0}, der: {x: -x}, outputs: {y: 'x + u'}}}\n"
               "connections: [a.y -> a.u]\n"
               "experiment: {stop: 1, step: 0.1, method: jacobi}\n");
  const Result result = accordo(folder, {"linearize", "s.yaml"});
  EXPECT_EQ(result.code, 4) << result;
}

class LinearizeMisuses : public ::testing::TestWithParam<Misuse> {};

TEST_P(LinearizeMisuses, AreExplained) {
  expect_explained(GetParam());
}

INSTANTIATE_TEST_SUITE_P(
    CommandLine, LinearizeMisuses,
    ::testing::Values(
        Misuse{
            "Numbers", {"linearize", "s.yaml", "--at", "x", "--steps", "y"}, {"--at: 'x'", "--steps: 'y'"}},
        Misuse{"AllAtOnce",
               {"linearize", "s.yaml", "--at", "-1,7,x", "--inputs", "a.v,a.y,c.u", "--outputs", "b.x",
                "--steps", "-1"},
               {"'x' is not a number", "t = -1 is not within the run", "t = 7",
                "'a.y' is no continuous input [not-an-input]", "there is no unit 'c'",
                "unit 'a' has no variable 'v'", "did you mean", "unit 'b' has no variable 'x'",
                "must be greater than 0, not -1", "8 problems"}},
        Misuse{"Isolated",
               {"linearize", "s.yaml", "--isolate"},
               {"unit 'a' cannot be linearized: it runs in a process of its own [no-linearization]",
                "unit 'b' cannot"}}),
    ::testing::PrintToStringParamName());

}  // namespace
}  // namespace accordo::testing
