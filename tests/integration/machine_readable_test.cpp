// What scripts read: statistics, the metadata file, --json of the other commands, and the built-in cases.

#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>  // JSON is YAML

#include "tests/integration/program.hpp"
#include "tests/integration/table.hpp"

namespace accordo::testing {
namespace {

const std::vector<const char*> kStatistics{
    "method",          "start",       "stop",  "macro_steps",   "rejected_steps",        "iterations",
    "integrations",    "estimates",   "units", "linear_solves", "max_coupling_residual", "error_estimate",
    "startup_seconds", "wall_seconds"};

void expect_members(const YAML::Node& node, const std::vector<const char*>& members) {
  for (const char* member : members) EXPECT_TRUE(node[member].IsDefined()) << member;
}

void expect_statistics(const YAML::Node& s) {
  expect_members(s, kStatistics);
  EXPECT_EQ(s["method"].as<std::string>(), "jacobi");
  EXPECT_EQ(s["start"].as<double>(), 0);
  EXPECT_EQ(s["stop"].as<double>(), 1);
  EXPECT_EQ(s["macro_steps"].as<int>(), 10);
  EXPECT_EQ(s["rejected_steps"].as<int>(), 0);
  EXPECT_EQ(s["integrations"].as<int>(), 20) << "two units, ten macro-steps";
  EXPECT_GE(s["error_estimate"].as<double>(), 0);
  EXPECT_GE(s["startup_seconds"].as<double>(), 0);
  EXPECT_GE(s["wall_seconds"].as<double>(), 0);
  ASSERT_EQ(s["units"].size(), 2U);
  for (const YAML::Node& unit : s["units"]) {
    expect_members(unit, {"name", "kind", "integrations", "wall_seconds", "capabilities"});
    EXPECT_EQ(unit["integrations"].as<int>(), 10);
    EXPECT_TRUE(unit["capabilities"]["rollback"].as<bool>());
  }
}

class MachineReadable : public ::testing::Test {
 protected:
  void SetUp() override { folder_.write("s.yaml", pair_scenario()); }

  YAML::Node json(const std::vector<std::string>& arguments, int code = 0) {
    const Result result = accordo(folder_, arguments);
    EXPECT_EQ(result.code, code) << result;
    EXPECT_EQ(result.err, "");
    return YAML::Load(result.out);
  }

  Folder folder_;
};

TEST_F(MachineReadable, StatisticsHaveAllMembers) {
  ASSERT_EQ(accordo(folder_, {"run", "s.yaml", "--stats", "stats.json"}).code, 0);
  expect_statistics(YAML::Load(folder_.read("stats.json")));
}

TEST_F(MachineReadable, StatisticsOnStandardOutputStandAlone) {
  expect_statistics(json({"run", "s.yaml", "--stats", "-"}));
  EXPECT_TRUE(folder_.has("s.csv"));
}

TEST_F(MachineReadable, SidecarHoldsTheStatisticsAndTheSystem) {
  ASSERT_EQ(accordo(folder_, {"run", "s.yaml", "-q", "-o", "out.csv"}).code, 0);
  const YAML::Node s = YAML::Load(folder_.read("out.json"));
  expect_statistics(s);
  EXPECT_EQ(s["scenario"].as<std::string>(), "s");
  EXPECT_EQ(s["csv"].as<std::string>(), "out.csv");
  EXPECT_EQ(s["status"].as<std::string>(), "done");
  ASSERT_EQ(s["connections"].size(), 2U);
  EXPECT_EQ(s["connections"][0]["from"].as<std::string>(), "a.y");
  EXPECT_EQ(s["connections"][0]["to"].as<std::string>(), "b.u");
}

TEST_F(MachineReadable, SidecarTellsTheCourseOfTheRun) {
  ASSERT_EQ(accordo(folder_, {"run", "s.yaml", "-m", "gauss-seidel", "--step", "1e-4"}).code, 0);
  const YAML::Node s = YAML::Load(folder_.read("s.json"));
  const YAML::Node history = s["history"];
  const std::size_t buckets = history["time"].size();
  EXPECT_GT(buckets, 100U);
  EXPECT_LE(buckets, 2000U);
  for (const char* column :
       {"steps", "shortest", "longest", "iterations", "rejected", "residual", "estimate"}) {
    EXPECT_EQ(history[column].size(), buckets) << column;
  }
  int steps = 0;
  double before = 0;
  for (std::size_t k = 0; k < buckets; ++k) {
    steps += history["steps"][k].as<int>();
    EXPECT_GT(history["time"][k].as<double>(), before);
    before = history["time"][k].as<double>();
    EXPECT_NEAR(history["longest"][k].as<double>(), 1e-4, 1e-10);
  }
  EXPECT_EQ(steps, s["macro_steps"].as<int>());
  EXPECT_EQ(before, 1);
  EXPECT_EQ(s["outcome"]["status"].as<std::string>(), "finished");
  EXPECT_EQ(s["verdict"]["level"].as<std::string>(), "trustworthy");
  EXPECT_EQ(s["events"]["announced"].size(), 0U);
}

TEST_F(MachineReadable, FailedRunsLeaveASidecarWithTheReason) {
  folder_.write("pole.yaml",
                "units: {a: {equations: {states: {x: 1}, der: {x: x^2}, outputs: {y: x}}}}\n"
                "experiment: {stop: 2, step: 0.1}\n");
  EXPECT_EQ(accordo(folder_, {"run", "pole.yaml", "-q"}).code, 4);
  const YAML::Node s = YAML::Load(folder_.read("pole.json"));
  EXPECT_EQ(s["outcome"]["status"].as<std::string>(), "failed");
  EXPECT_EQ(s["outcome"]["id"].as<std::string>(), "non-finite");
  EXPECT_EQ(s["outcome"]["time"].as<double>(), s["reached"].as<double>());
  EXPECT_EQ(s["verdict"]["level"].as<std::string>(), "wrong");
  EXPECT_EQ(s["verdict"]["reasons"][0]["id"].as<std::string>(), "not-finished");
}

TEST_F(MachineReadable, StatisticsAskedForInTheSidecarsPlaceAreThere) {
  ASSERT_EQ(accordo(folder_, {"run", "s.yaml", "-q", "--stats", "s.json"}).code, 0);
  expect_statistics(YAML::Load(folder_.read("s.json")));
}

TEST_F(MachineReadable, MonolithicCountsEvaluationsInsteadOfIntegrations) {
  const YAML::Node s = json({"run", "s.yaml", "--method", "monolithic", "--stats", "-"});
  EXPECT_EQ(s["integrations"].as<int>(), 0);
  EXPECT_GT(s["evaluations"].as<int>(), 0);
}

TEST_F(MachineReadable, CheckListsProblems) {
  const YAML::Node fine = json({"check", "s.yaml", "--json"});
  EXPECT_TRUE(fine["ok"].as<bool>());
  EXPECT_EQ(fine["problems"].size(), 0U);

  folder_.write("bad.yaml", pair_scenario("{stop: 1, step: -1, method: \"ja\\\"cobi\"}"));
  const YAML::Node bad = json({"check", "bad.yaml", "--json"}, 2);
  EXPECT_FALSE(bad["ok"].as<bool>());
  ASSERT_EQ(bad["problems"].size(), 2U);
  expect_members(bad["problems"][0], {"id", "file", "line", "column", "what", "remedy"});
  EXPECT_EQ(bad["problems"][0]["id"].as<std::string>(), "not-positive");
  EXPECT_EQ(bad["problems"][0]["line"].as<int>(), 18);
  EXPECT_EQ(bad["problems"][0]["column"].as<int>(), 29);
  EXPECT_EQ(bad["problems"][1]["what"].as<std::string>(), "there is no method 'ja\"cobi'");
}

TEST_F(MachineReadable, InfoDescribesUnitsAndMethods) {
  folder_.write("s.yaml",
                "units:\n  a: {capabilities: {evaluation: false}, equations: {parameters: {k: 2}, inputs: "
                "{u: 0}, outputs: {y: k*u}}}\n"
                "experiment: {stop: 1, method: jacobi, step: 0.1}\n");
  const YAML::Node info = json({"info", "s.yaml", "--json"});
  const YAML::Node unit = info["units"][0];
  EXPECT_EQ(unit["name"].as<std::string>(), "a");
  EXPECT_EQ(unit["inputs"][0].as<std::string>(), "u");
  EXPECT_EQ(unit["outputs"][0].as<std::string>(), "y");
  EXPECT_EQ(unit["parameters"][0].as<std::string>(), "k");
  EXPECT_EQ(unit["states"].size(), 0U);
  EXPECT_FALSE(unit["capabilities"]["evaluation"].as<bool>());
  for (const YAML::Node& method : info["methods"]) {
    const bool monolithic = method["name"].as<std::string>() == "monolithic";
    EXPECT_EQ(method["possible"].as<bool>(), !monolithic) << method["name"];
    EXPECT_EQ(method["why_not"].as<std::string>().find("'a'") != std::string::npos, monolithic)
        << "the unit is named";
  }
  const Result text = accordo(folder_, {"info", "s.yaml"});
  EXPECT_NE(text.out.find("y(u)"), std::string::npos) << "feed-through\n" << text;
}

TEST_F(MachineReadable, MethodsListsNamesAndOptions) {
  const YAML::Node list = json({"methods", "--json"});
  const Result text = accordo(folder_, {"methods"});
  ASSERT_GE(list["methods"].size(), 3U);
  for (const YAML::Node& method : list["methods"]) {
    expect_members(method, {"name", "summary", "order", "needs", "options"});
    EXPECT_NE(text.out.find(method["name"].as<std::string>()), std::string::npos);
    const Result run =
        accordo(folder_, {"run", "s.yaml", "-q", "--method", method["name"].as<std::string>()});
    EXPECT_EQ(run.code, 0) << "every method that is listed can be used\n" << run;
  }
}

TEST_F(MachineReadable, EveryCaseThatIsListedIsASoundScenario) {
  const Result list = accordo(folder_, {"cases"});
  EXPECT_EQ(list.code, 0);
  int count = 0;
  for (std::size_t line = 0; line < list.out.size(); line = list.out.find('\n', line) + 1) {
    if (list.out[line] == ' ') continue;  // more about the case above
    const std::string name = list.out.substr(line, list.out.find(' ', line) - line);
    ++count;
    EXPECT_EQ(accordo(folder_, {"cases", name, "-o", "case.yaml"}).code, 0) << name;
    EXPECT_EQ(folder_.read("case.yaml"), accordo(folder_, {"cases", name}).out) << name;
    const Result check = accordo(folder_, {"check", "case.yaml"});
    EXPECT_EQ(check.code, 0) << name << check;
  }
  EXPECT_GE(count, 10);
}

TEST_F(MachineReadable, CasesTakeParameters) {
  EXPECT_EQ(accordo(folder_, {"cases", "chain", "--set", "N=3", "-o", "chain.yaml"}).code, 0);
  EXPECT_EQ(json({"info", "chain.yaml", "--json"})["units"].size(), 3U);
}

}  // namespace
}  // namespace accordo::testing
