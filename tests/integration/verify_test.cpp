// run --verify: the run repeated with other steps, and what that tells.

#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>  // JSON is YAML

#include <algorithm>
#include <cmath>

#include "tests/integration/program.hpp"
#include "tests/integration/table.hpp"

namespace accordo::testing {
namespace {

using Words = std::vector<std::string>;

/// 100·√(mean of (y − y')² over time)/range of y', of columns at these times.
double percent(const std::vector<double>& t, const std::vector<double>& y, const std::vector<double>& exact) {
  double off = 0;
  for (std::size_t i = 0; i + 1 < t.size(); ++i)
    off += (t[i + 1] - t[i]) / 2 * (std::pow(y[i] - exact[i], 2) + std::pow(y[i + 1] - exact[i + 1], 2));
  const auto [low, high] = std::minmax_element(exact.begin(), exact.end());
  return 100 * std::sqrt(off / (t.back() - t.front())) / (*high - *low);
}

/// Of one column, at the rows of the first, each of which the second has, too.
double percent(const Table& run, const Table& finer, const std::string& name) {
  const std::vector<double> z = finer.column(name), t = finer.column("time");
  std::vector<double> exact;
  std::size_t n = 0;
  for (const std::vector<double>& row : run.rows) {
    while (t[n] < row[0] - 1e-12) ++n;
    exact.push_back(z[n]);
  }
  return percent(run.column("time"), run.column(name), exact);
}

class Verify : public ::testing::Test {
 protected:
  Verify() { folder_.write("s.yaml", pair_scenario()); }

  Result run(const Words& more) const {
    Words words{"run", "s.yaml"};
    words.insert(words.end(), more.begin(), more.end());
    return accordo(folder_, words);
  }
  YAML::Node json(const std::string& file) const { return YAML::Load(folder_.read(file)); }
  Table rows(const std::string& file) const { return Table::parse(folder_.read(file)); }
  const Folder& folder() const { return folder_; }

 private:
  Folder folder_;
};

TEST_F(Verify, TellsTheDifferenceToHalfTheStep) {
  const Result result = run({"--verify", "--stats", "stats.json"});
  EXPECT_EQ(result.code, 0) << result;
  ASSERT_EQ(run({"--step", "0.05", "-o", "half.csv", "-q"}).code, 0);
  const Table coarse = rows("s.csv"), half = rows("half.csv");  // its steps end where no others would
  const double a = percent(coarse, half, "a.y"), b = percent(coarse, half, "b.y");
  for (const char* file : {"stats.json", "s.json"}) {
    const YAML::Node v = json(file)["verification"];
    EXPECT_EQ(v["against"].as<std::string>(), "half the step");
    const double difference = v["difference_percent"].as<double>();
    EXPECT_NEAR(difference / std::max(a, b), 1, 0.1);
    EXPECT_EQ(v["signal"].as<std::string>(), a > b ? "a.y" : "b.y");
    EXPECT_GT(v["time"].as<double>(), 0);
    EXPECT_EQ(v["jump_displacement"].as<double>(), 0);
    EXPECT_NEAR(v["ratio_to_estimate"].as<double>(),
                difference / (100 * json(file)["error_estimate"].as<double>()), 1e-6);
  }
  EXPECT_NE(result.out.find("verification "), std::string::npos) << result;
}

// Their errors differ by as much as they are.
TEST_F(Verify, ComparesSignalsNotTheirRecordedErrors) {
  ASSERT_EQ(run({"-q", "--verify", "--record-errors"}).code, 0);
  const YAML::Node with = json("s.json")["verification"];
  ASSERT_EQ(run({"-q", "--verify"}).code, 0);
  const YAML::Node without = json("s.json")["verification"];
  EXPECT_EQ(with["signal"].as<std::string>(), without["signal"].as<std::string>());
  EXPECT_EQ(with["difference_percent"].as<double>(), without["difference_percent"].as<double>());
}

TEST_F(Verify, RepeatsARunWhoseAccuracyWasGiven) {
  ASSERT_EQ(run({"-q", "--verify", "-m", "auto", "--accuracy", "1e-4"}).code, 0);
  EXPECT_EQ(json("s.json")["verification"]["against"].as<std::string>(), "a tenth of the tolerance");
  EXPECT_EQ(json("s.json")["verdict"]["level"].as<std::string>(), "trustworthy");
}

TEST_F(Verify, LeavesTheResultsAsTheyAre) {
  ASSERT_EQ(run({"-q", "-o", "plain.csv"}).code, 0);
  ASSERT_EQ(run({"-q", "--verify"}).code, 0);
  EXPECT_EQ(folder().read("s.csv"), folder().read("plain.csv"));
}

/// Twice the difference to half the step bounds a first-order error; a tenth of the tolerance is nearly
/// exact.
TEST_F(Verify, IsOfTheSizeOfTheError) {
  for (const Words& how : {Words{"-m", "jacobi", "--step", "0.05"}, Words{"--tolerance", "1e-3"}}) {
    Words words{"--verify", "-q"};
    words.insert(words.end(), how.begin(), how.end());
    ASSERT_EQ(run(words).code, 0);
    const YAML::Node v = json("s.json")["verification"];
    const Table table = rows("s.csv");
    const std::string signal = v["signal"].as<std::string>();
    std::vector<double> exact;
    for (const double t : table.column("time"))
      exact.push_back((1 + (signal == "a.y" ? 1 : -1) * std::exp(-2 * t)) / 2);
    const double error = percent(table.column("time"), table.column(signal), exact);
    EXPECT_GT(v["difference_percent"].as<double>(), 0.4 * error) << how.front();
    EXPECT_LT(v["difference_percent"].as<double>(), 1.5 * error) << how.front();
  }
  EXPECT_EQ(json("s.json")["verification"]["against"].as<std::string>(), "a tenth of the tolerance");
}

/// A unit that takes steps of one length only, and one that can only step.
class VerifyBound : public Verify {
 protected:
  VerifyBound() {
    const Result exported =
        accordo(folder(), {"export", "s.yaml#a", "--without", "variable-step", "-o", "a.fmu"});
    EXPECT_EQ(exported.code, 0) << exported;
    std::string bound = pair_scenario("{stop: 1}");
    const std::size_t a = bound.find("  a:"), b = bound.find("  b:");
    bound.replace(a, b - a, "  a: {fmu: a.fmu, kind: co-simulation, fixed_step: 0.05}\n");
    bound.insert(
        bound.find("connections"),
        "    capabilities: {rollback: false, slopes: false, evaluation: false, linearization: false}\n");
    folder().write("bound.yaml", bound);
  }
  Result run_bound(const Words& more) const {
    Words words{"run", "bound.yaml"};
    words.insert(words.end(), more.begin(), more.end());
    return accordo(folder(), words);
  }
};

TEST_F(VerifyBound, TakesTwiceTheStepWhereThereIsNoHalfOfIt) {
  ASSERT_EQ(run_bound({"--verify", "-q"}).code, 0);
  ASSERT_EQ(run_bound({"--step", "0.1", "-q", "-o", "twice.csv"}).code, 0);
  const YAML::Node v = json("bound.json")["verification"];
  EXPECT_EQ(v["against"].as<std::string>(), "twice the step");
  const Table fine = rows("bound.csv"), twice = rows("twice.csv");
  const double a = percent(twice, fine, "a.y"), b = percent(twice, fine, "b.y");
  EXPECT_NEAR(v["difference_percent"].as<double>(), std::max(a, b), 1e-9) << "at the rows of the coarser run";
}

/// What lies between them is nobody's error.
TEST_F(VerifyBound, ComparesRowsAtFewInstantsThere) {
  const Words few{"--output-points", "0.1,0.5,1"};
  ASSERT_EQ(run_bound({"--verify", "-q", few[0], few[1]}).code, 0);
  ASSERT_EQ(run_bound({"--step", "0.1", "-q", "-o", "twice.csv", few[0], few[1]}).code, 0);
  const Table fine = rows("bound.csv"), twice = rows("twice.csv");
  const double a = percent(fine, twice, "a.y"), b = percent(fine, twice, "b.y");
  EXPECT_NEAR(json("bound.json")["verification"]["difference_percent"].as<double>(), std::max(a, b), 1e-9);
}

TEST_F(VerifyBound, HappensByItselfWhereNothingElseSpeaksForTheResult) {
  ASSERT_EQ(run_bound({"--no-verify", "-q"}).code, 0);
  EXPECT_FALSE(json("bound.json")["verification"].IsDefined());
  EXPECT_EQ(json("bound.json")["verdict"]["level"].as<std::string>(), "doubtful");
  ASSERT_EQ(run_bound({"-q"}).code, 0);
  EXPECT_TRUE(json("bound.json")["verification"].IsDefined());
  EXPECT_EQ(json("bound.json")["verdict"]["level"].as<std::string>(), "trustworthy");
  ASSERT_EQ(run_bound({"--step", "0.05", "-q"}).code, 0) << "a step was asked for, no tolerance";
  EXPECT_FALSE(json("bound.json")["verification"].IsDefined());
}

/// A kick that is over long before the next communication point. Whoever has overlooked it must not be told
/// by the repetition that all is well.
TEST_F(Verify, DoesNotOverlookTheSameTwice) {
  folder().write("s.yaml", R"(units:
  kick: {equations: {parameters: {at: 5}, outputs: {f: exp(-((t - at)/0.03)^2)}}}
  body: {equations: {states: {v: 0}, inputs: {f: 0}, der: {v: f}, outputs: {v: v}}}
connections: [kick.f -> body.f]
experiment: {stop: 10}
)");
  const double gained = 0.03 * std::sqrt(std::acos(-1));
  for (const char* at : {"3.4", "4.5", "5.55", "6.6", "8.8"}) {
    for (const Words& how : {Words{"--tolerance", "1e-2"}, Words{"--tolerance", "1e-6"}}) {
      ASSERT_EQ(run({"--verify", "-q", how[0], how[1], "--set", std::string("kick.at=") + at}).code, 0);
      const double off = std::abs(rows("s.csv").column("body.v").back() - gained) / gained;
      const bool trusted = json("s.json")["verdict"]["level"].as<std::string>() == "trustworthy";
      EXPECT_TRUE(off < 0.1 || !trusted) << at << " " << how[1] << " " << off;
    }
  }
}

TEST_F(Verify, KeepsTheResultsWhereItIsNotPossible) {
  const Result result = run({"--verify", "-m", "ifosmondi-jfm", "--option", "min_step=0.1"});
  EXPECT_EQ(result.code, 0) << result;
  EXPECT_EQ(rows("s.csv").rows.size(), 11U);
  const YAML::Node v = json("s.json")["verification"];
  EXPECT_TRUE(v["difference_percent"].IsNull());
  EXPECT_NE(v["failure"].as<std::string>().find("min_step"), std::string::npos);
}

TEST_F(Verify, WritesStatisticsToStandardOutputOnce) {
  const Result result = run({"--verify", "--stats", "-"});
  EXPECT_EQ(result.code, 0) << result;
  EXPECT_TRUE(YAML::Load(result.out)["verification"].IsDefined());
  EXPECT_EQ(YAML::LoadAll(result.out).size(), 1U);
}

TEST_F(Verify, DoesNotHideAFailureOfTheRun) {
  folder().write("s.yaml", R"(units:
  a: {equations: {states: {x: 1}, der: {x: x*x}, outputs: {x: x}}}
experiment: {stop: 2, method: jacobi, step: 0.1}
)");
  const Result result = run({"--verify"});
  EXPECT_NE(result.code, 0);
  EXPECT_FALSE(json("s.json")["verification"].IsDefined());
}

}  // namespace
}  // namespace accordo::testing
