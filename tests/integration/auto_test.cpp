// A scenario that names neither method nor step: what is chosen, and what users are told about it.

#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>  // JSON is YAML

#include "tests/integration/program.hpp"
#include "tests/integration/table.hpp"

namespace accordo::testing {
namespace {

/// The two units of pair_scenario, each without some capabilities: "rollback: false, states: false".
std::string pair_without(const std::string& a, const std::string& b, const std::string& experiment) {
  std::string text = pair_scenario(experiment);
  const auto disable = [&](const std::string& unit, const std::string& what) {
    text.replace(text.find(unit), unit.size(), unit + "    capabilities: {" + what + "}\n");
  };
  if (!a.empty()) disable("  a:\n", a);
  if (!b.empty()) disable("  b:\n", b);
  return text;
}

/// What was chosen, the line that says so, and the statistics.
struct Choice {
  std::string method, line;
  YAML::Node statistics;
};

Choice choice(const std::string& scenario, const std::vector<std::string>& more = {}) {
  const Folder folder;
  folder.write("s.yaml", scenario);
  std::vector<std::string> words{"run", "s.yaml", "--stats", "stats.json"};
  words.insert(words.end(), more.begin(), more.end());
  const Result result = accordo(folder, words);
  EXPECT_EQ(result.code, 0) << result;
  const auto at = result.out.find("method ");
  const std::string line = result.out.substr(at, result.out.find('\n', at) - at);
  const YAML::Node statistics = YAML::Load(folder.read("stats.json"));
  return {statistics["method"].as<std::string>(), line, statistics};
}

constexpr const char* kNothing =
    "rollback: false, slopes: false, states: false, evaluation: false, "
    "linearization: false, reevaluation: false";

struct Selection {
  std::string a, b;  ///< what the units are without
  std::string method, why;
};

TEST(Auto, ChoosesByWhatTheUnitsCanDo) {
  const std::string blind = "linearization: false", forward = "rollback: false";
  const std::vector<Selection> list{
      {"", "", "ifosmondi-jfm", "all units roll back and linearize"},
      {blind, "", "ifosmondi-jfm", "all units roll back"},
      {blind, blind, "ifosmondi-jfm", "all units roll back"},
      {forward, forward, "missiles", "2 of 2 units cannot roll back, all linearize"},
      {forward, "", "missiles", "1 of 2 units cannot roll back, all linearize"},
      {forward, blind, "ifosmondi-jfm", ""},  // one is estimated, the other tried
      {forward, kNothing, "missiles", "2 of 2 units cannot roll back, 1 linearize"},
      {kNothing, kNothing, "f3ornits", "2 of 2 units can neither roll back nor be estimated"}};
  for (const Selection& s : list) {
    const Choice made = choice(pair_without(s.a, s.b, "{stop: 1}"));
    EXPECT_EQ(made.method, s.method) << "a: " << s.a << "; b: " << s.b;
    EXPECT_NE(made.line.find(s.method), std::string::npos) << made.line;
    EXPECT_NE(made.line.find("(chosen: "), std::string::npos) << made.line;
    EXPECT_NE(made.line.find(s.why), std::string::npos) << made.line;
  }
}

TEST(Auto, IsTheDefaultWithATolerance) {
  const Choice silent = choice(pair_scenario("{stop: 1}"));
  const Choice spelled = choice(pair_scenario("{stop: 1, method: auto, tolerance: 1e-4}"));
  EXPECT_EQ(silent.method, spelled.method);
  for (const char* member : {"macro_steps", "rejected_steps", "integrations", "error_estimate"})
    EXPECT_EQ(silent.statistics[member].as<double>(), spelled.statistics[member].as<double>()) << member;
  const Choice finer = choice(pair_scenario("{stop: 1}"), {"--tolerance", "1e-7"});
  EXPECT_GT(finer.statistics["macro_steps"].as<int>(), 2 * silent.statistics["macro_steps"].as<int>());
  EXPECT_LT(silent.statistics["error_estimate"].as<double>(), 1e-3);
  EXPECT_LT(finer.statistics["error_estimate"].as<double>(), 1e-6);
}

TEST(Auto, TakesAStepAsWell) {
  const Choice made = choice(pair_scenario("{stop: 1, step: 0.1}"));
  EXPECT_EQ(made.method, "ifosmondi-jfm");
  EXPECT_EQ(made.statistics["macro_steps"].as<int>(), 10);
}

TEST(Auto, IsNotMentionedWhereTheUserHasChosen) {
  const Choice made = choice(pair_scenario("{stop: 1, method: missiles}"));
  EXPECT_EQ(made.method, "missiles");
  EXPECT_EQ(made.line.find("chosen"), std::string::npos) << made.line;
}

// A tolerance on the command line takes the place of the file's step, and the other way round.
TEST(Auto, CommandLineOverridesTheFile) {
  const Choice tolerance =
      choice(pair_scenario("{stop: 1, method: missiles, step: 0.5}"), {"--tolerance", "1e-3"});
  EXPECT_GT(tolerance.statistics["macro_steps"].as<int>(), 2);
  const Choice step =
      choice(pair_scenario("{stop: 1, method: missiles, tolerance: 1e-6}"), {"--step", "0.5"});
  EXPECT_EQ(step.statistics["macro_steps"].as<int>(), 2);
}

TEST(Auto, CannotTakeAToleranceWhereAUnitHasOneStepOnly) {
  const Folder folder;
  folder.write("s.yaml", pair_without("variable_step: false", "", "{stop: 1}"));
  const Result result = accordo(folder, {"run", "s.yaml"});
  EXPECT_EQ(result.code, 2) << result;
  for (const char* part : {"[needs-step]", "unit 'a'", "--step"})
    EXPECT_NE(result.err.find(part), std::string::npos) << part << "\n" << result;
  EXPECT_EQ(accordo(folder, {"run", "s.yaml", "-q", "--step", "0.1"}).code, 0);
}

TEST(Auto, StatisticsTellWhatEstimatorsDid) {
  const YAML::Node s = choice(pair_without("rollback: false", "rollback: false", "{stop: 1}")).statistics;
  EXPECT_EQ(s["linearizations"].as<int>(), 2) << "linear units";
  EXPECT_EQ(s["integrations"].as<int>(), 2 * s["macro_steps"].as<int>());
  EXPECT_GE(s["linear_solves"].as<int>(), s["macro_steps"].as<int>());
  EXPECT_GE(s["estimates"].as<int>(), s["macro_steps"].as<int>());
  EXPECT_GE(s["factorizations"].as<int>(), 1);
  EXPECT_GE(s["operator_updates"].as<int>(), 1);
  EXPECT_EQ(s["jumps"].as<int>(), 0);
  EXPECT_GT(s["error_estimate"].as<double>(), 0);
}

// Exit code 4, a clear message, and every row up to the last accepted step.
TEST(Failure, OfALoopWithoutASolutionKeepsTheRowsSoFar) {
  const Folder folder;
  folder.write("s.yaml",
               "units:\n"
               "  a: {equations: {states: {g: 0.5}, inputs: {u: 0}, der: {g: 1}, outputs: {y: g*u + 1}}}\n"
               "  b: {equations: {inputs: {u: 0}, outputs: {y: u}}}\n"
               "connections: [a.y -> b.u, b.y -> a.u]\n"
               "experiment: {stop: 1, step: 0.125, method: missiles}\n");
  const Result result = accordo(folder, {"run", "s.yaml"});
  EXPECT_EQ(result.code, 4) << result;
  for (const char* part : {"[singular-coupling]", "t = 0.5", "a.y -> b.u -> b.y -> a.u", "gain of 1"})
    EXPECT_NE(result.err.find(part), std::string::npos) << part << "\n" << result;
  EXPECT_NE(result.out.find("singular-coupling"), std::string::npos) << result;
  EXPECT_EQ(Table::parse(folder.read("s.csv")).column("time"), (std::vector<double>{0, 0.125, 0.25, 0.375}));
  EXPECT_EQ(YAML::Load(folder.read("s.json"))["status"].as<std::string>(), "singular-coupling");
}

TEST(Failure, OfALinearizationNamesTheUnit) {
  const Folder folder;
  folder.write("s.yaml",
               "units:\n"
               "  a: {equations: {states: {x: 0}, inputs: {u: 0}, der: {x: 1 + sqrt(x)}, outputs: {y: x}}}\n"
               "  b: {equations: {states: {z: 0}, inputs: {u: 0}, der: {z: u - z}, outputs: {y: z}}}\n"
               "connections: [a.y -> b.u, b.y -> a.u]\n"
               "experiment: {stop: 1, method: missiles}\n");
  const Result result = accordo(folder, {"run", "s.yaml", "-q"});
  EXPECT_EQ(result.code, 4) << result;
  for (const char* part : {"[non-finite]", "unit 'a'", "linearization", "t = 0"})
    EXPECT_NE(result.err.find(part), std::string::npos) << part << "\n" << result;
  EXPECT_EQ(Table::parse(folder.read("s.csv")).rows.size(), 1U) << "the start";
}

}  // namespace
}  // namespace accordo::testing
