// accordo compare: its errors are those that anybody would compute from the CSVs, failures are rows, and what
// is written is what was promised.

#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>  // JSON is YAML

#include <cmath>
#include <cstdlib>
#include <functional>

#include "tests/integration/misuse.hpp"
#include "tests/integration/program.hpp"
#include "tests/integration/table.hpp"
#include "unit/fmi/misbehaving_testing.hpp"

namespace accordo::testing {
namespace {

using Words = std::vector<std::string>;
using Exact = std::function<double(const std::string& signal, double t)>;

Words joined(Words a, const Words& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

/// The solution of pair_scenario(): the sum of both states stays 1, their difference falls as exp(-2 t).
double pair_solution(const std::string& signal, double t) {
  return (1 + (signal == "a.y" ? 1 : -1) * std::exp(-2 * t)) / 2;
}

/// By half of the way to the rows beside it, a row counts.
double weight(const Table& run, std::size_t n) {
  const double before = n > 0 ? run.rows[n][0] - run.rows[n - 1][0] : 0;
  const double after = n + 1 < run.rows.size() ? run.rows[n + 1][0] - run.rows[n][0] : 0;
  return (before + after) / 2;
}

/// The mean over the columns of 100·‖y − y_ref‖/‖y_ref‖, the reference given at any time.
double percent(const Table& run, const Exact& reference) {
  double sum = 0;
  for (std::size_t c = 1; c < run.names.size(); ++c) {
    double off = 0, whole = 0;
    for (std::size_t n = 0; n < run.rows.size(); ++n) {
      const double y = reference(run.names[c], run.rows[n][0]);
      off += weight(run, n) * std::pow(run.rows[n][c] - y, 2);
      whole += weight(run, n) * y * y;
    }
    sum += 100 * std::sqrt(off / whole);
  }
  return sum / static_cast<double>(run.names.size() - 1);
}

/// The same, the reference given by rows of the same times.
double percent(const Table& run, const Table& reference) {
  EXPECT_EQ(run.rows.size(), reference.rows.size());
  double sum = 0;
  for (std::size_t c = 1; c < run.names.size(); ++c) {
    double off = 0, whole = 0;
    for (std::size_t n = 0; n < run.rows.size(); ++n) {
      EXPECT_NEAR(run.rows[n][0], reference.rows[n][0], 1e-12);
      off += weight(run, n) * std::pow(run.rows[n][c] - reference.rows[n][c], 2);
      whole += weight(run, n) * std::pow(reference.rows[n][c], 2);
    }
    sum += 100 * std::sqrt(off / whole);
  }
  return sum / static_cast<double>(run.names.size() - 1);
}

class Compare : public ::testing::Test {
 protected:
  Compare() { folder_.write("s.yaml", pair_scenario()); }

  void take_case(const std::string& name, const Words& more = {}) const {
    ASSERT_EQ(accordo(folder_, joined({"cases", name, "-o", "s.yaml"}, more)).code, 0);
  }
  YAML::Node table(const Words& more, int code = 0) const {
    const Result result = accordo(folder_, joined({"compare", "s.yaml", "--json", "-"}, more));
    EXPECT_EQ(result.code, code) << result;
    return YAML::Load(result.out);
  }
  Table run(const Words& more) const {
    const Result result = accordo(folder_, joined({"run", "s.yaml", "-q", "-o", "-"}, more));
    EXPECT_EQ(result.code, 0) << result;
    return Table::parse(result.out);
  }
  const Folder& folder() const { return folder_; }

 private:
  Folder folder_;
};

TEST_F(Compare, GivesTheErrorsThatFollowFromTheCsvs) {
  for (const char* name : {"two-mass", "behaviour-change"}) {
    take_case(name);
    const std::string h = std::string(name) == "two-mass" ? "0.004" : "0.4";
    const Words record{"--record", "*.state(*)"};
    const Table reference = run(joined(record, {"-m", "monolithic", "--step", h}));
    const YAML::Node rows = table({"--methods", "jacobi,gauss-seidel,ifosmondi-jfm,jacobi:order=1", "--steps",
                                   h, "--signals", "*.state(*)"})["rows"];
    ASSERT_EQ(rows.size(), 4U);
    const std::vector<Words> runs{{"-m", "jacobi"},
                                  {"-m", "gauss-seidel"},
                                  {"-m", "ifosmondi-jfm"},
                                  {"-m", "jacobi", "--option", "order=1"}};
    for (std::size_t i = 0; i < runs.size(); ++i) {
      SCOPED_TRACE(std::string(name) + " " + rows[i]["method"].as<std::string>());
      const double expected = percent(run(joined(joined(record, {"--step", h}), runs[i])), reference);
      EXPECT_NEAR(rows[i]["error_percent"].as<double>(), expected, 1e-6 * expected + 1e-9);
    }
  }
}

// In the same measure as the errors; who is not asked for it carries nothing along.
TEST_F(Compare, ShowsWhatRunsSayOfTheirErrorsBesideThese) {
  take_case("two-mass");
  const YAML::Node rows = table({"--methods", "jacobi,missiles,ifosmondi-jfm", "--steps", "0.004,0.002",
                                 "--tolerances", "1e-3"})["rows"];
  int bars = 0;
  for (const YAML::Node& row : rows) {
    const std::string method = row["method"].as<std::string>();
    ASSERT_EQ(row["bar_percent"].IsNull(), method == "jacobi") << method;
    if (method == "jacobi") continue;
    EXPECT_NEAR(row["bar_percent"].as<double>() / row["error_percent"].as<double>(), 1, 0.05) << method;
    ++bars;
  }
  EXPECT_EQ(bars, 6);
}

/// Steps that follow a tolerance end anywhere; so does a reference that is exact there.
TEST_F(Compare, NeedsNoInterpolationForItsReference) {
  const YAML::Node rows = table(
      {"--methods", "ifosmondi-jfm,monolithic", "--tolerances", "1e-3,1e-7", "--steps", "0.3,0.07"})["rows"];
  ASSERT_EQ(rows.size(), 8U);
  for (const YAML::Node& row : rows) {
    const std::string method = row["method"].as<std::string>();
    SCOPED_TRACE(method);
    const bool step = !row["step"].IsNull();
    EXPECT_NE(step, !row["tolerance"].IsNull()) << "one of them";
    const Words size = step ? Words{"--step", row["step"].as<std::string>()}
                            : Words{"--tolerance", row["tolerance"].as<std::string>()};
    const double expected = percent(run(joined({"-m", method}, size)), pair_solution);
    EXPECT_NEAR(row["error_percent"].as<double>(), expected, 1e-9);
    if (method == "monolithic") {
      EXPECT_LT(expected, 1e-9);
    }
  }
}

TEST_F(Compare, HasAllMembersAndTheFiguresOfTheRun) {
  const YAML::Node all = table({"--methods", "jacobi,iterative-jacobi", "--steps", "0.1"});
  for (const char* member : {"scenario", "reference", "signals", "rows"})
    EXPECT_TRUE(all[member].IsDefined()) << member;
  EXPECT_EQ(all["kind"].as<std::string>(), "compare");
  for (const YAML::Node& row : all["rows"]) {
    for (const char* member : {"method", "step", "tolerance", "error_percent", "bar_percent", "macro_steps",
                               "rejected_steps", "iterations", "integrations", "wall_seconds", "status"})
      EXPECT_TRUE(row[member].IsDefined()) << member;
    const Result result =
        accordo(folder(), {"run", "s.yaml", "--stats", "-", "-m", row["method"].as<std::string>()});
    const YAML::Node statistics = YAML::Load(result.out);
    for (const char* member : {"macro_steps", "rejected_steps", "iterations", "integrations"})
      EXPECT_EQ(row[member].as<long long>(), statistics[member].as<long long>()) << member;
    EXPECT_EQ(row["status"].as<std::string>(), "done");
    EXPECT_TRUE(row["tolerance"].IsNull());
  }
}

TEST_F(Compare, AgreesWithAReferenceFromAFile) {
  ASSERT_EQ(
      accordo(folder(), {"run", "s.yaml", "-q", "-m", "monolithic", "--step", "0.01", "-o", "r.csv"}).code,
      0);
  const Words what{"--methods", "jacobi", "--steps", "0.1,0.035"};
  const YAML::Node by_file = table(joined(what, {"--reference", "r.csv"}));
  const YAML::Node by_run = table(what);
  const auto error = [](const YAML::Node& t, int i) { return t["rows"][i]["error_percent"].as<double>(); };
  EXPECT_NEAR(error(by_file, 0), error(by_run, 0), 1e-9) << "rows in common";
  EXPECT_NEAR(error(by_file, 1), error(by_run, 1), 1e-6) << "on a cubic";
  EXPECT_EQ(by_file["notes"].size(), 1U) << "which is said";
}

TEST_F(Compare, TakesTheFinestRunWhereThereIsNoMonolithicOne) {
  folder().write("s.yaml", pair_scenario() + "record: [a.y]\n");
  const YAML::Node exact = table({"--methods", "jacobi", "--steps", "0.1,0.05"});
  const YAML::Node finest = table({"--methods", "jacobi", "--steps", "0.1,0.05", "--reference", "finest"});
  EXPECT_NE(finest["reference"].as<std::string>().find("0.0125"), std::string::npos);
  for (int i = 0; i < 2; ++i) {
    const double e = exact["rows"][i]["error_percent"].as<double>();
    EXPECT_NEAR(finest["rows"][i]["error_percent"].as<double>(), e, 1e-3 * e);
  }
  std::string text = pair_scenario();
  text.insert(text.find("    equations"), "    isolate: true\n");
  folder().write("s.yaml", text);
  EXPECT_NE(table({"--methods", "jacobi", "--steps", "0.1"})["notes"][0].as<std::string>().find(
                "process of its own"),
            std::string::npos);
}

TEST_F(Compare, ShowsFailuresAsRows) {
  std::string text = pair_scenario();
  text.insert(text.find("    equations"), "    capabilities: {rollback: false}\n");
  folder().write("s.yaml", text);
  const YAML::Node rows =
      table({"--methods", "ifosmondi,jacobi,missiles", "--steps", "0.1", "--estimate", "none"})["rows"];
  EXPECT_EQ(rows[0]["status"].as<std::string>(), "method-needs");
  EXPECT_NE(rows[0]["reason"].as<std::string>().find("'a'"), std::string::npos) << "the unit is named";
  EXPECT_TRUE(rows[0]["error_percent"].IsNull());
  EXPECT_TRUE(rows[0]["macro_steps"].IsNull());
  EXPECT_EQ(rows[1]["status"].as<std::string>(), "done");
  const Result nothing = accordo(
      folder(), {"compare", "s.yaml", "--methods", "ifosmondi", "--steps", "0.1", "--estimate", "none"});
  EXPECT_EQ(nothing.code, 4) << nothing;
  EXPECT_NE(nothing.out.find("method-needs"), std::string::npos) << "the table is there all the same";
}

TEST_F(Compare, ShowsWhatDiverges) {
  take_case("two-mass");
  const YAML::Node rows = table({"--methods", "jacobi", "--steps", "0.02,0.001"})["rows"];
  EXPECT_EQ(rows[0]["status"].as<std::string>(), "diverged");
  EXPECT_GT(rows[0]["error_percent"].as<double>(), 1000);
  EXPECT_NE(rows[0]["reason"].as<std::string>(), "");
  EXPECT_FALSE(rows[0]["best"].as<bool>());
  EXPECT_EQ(rows[1]["status"].as<std::string>(), "done");
}

TEST_F(Compare, ShowsWhatDoesNotConverge) {
  take_case("damper", {"--set", "D_D=0.64"});
  const YAML::Node rows = table({"--methods", "ifosmondi:solver=picard,missiles", "--steps", "0.1"})["rows"];
  EXPECT_EQ(rows[0]["status"].as<std::string>(), "no-convergence");
  EXPECT_NE(rows[0]["reason"].as<std::string>().find("no agreement"), std::string::npos);
  EXPECT_GT(rows[0]["rejected_steps"].as<int>(), 0) << "how far it came is told";
  EXPECT_TRUE(rows[0]["error_percent"].IsNull());
  EXPECT_EQ(rows[1]["status"].as<std::string>(), "done");
  EXPECT_TRUE(rows[1]["best"].as<bool>());
}

TEST_F(Compare, SurvivesTheCrashOfAnFmu) {
  setenv("XDG_CACHE_HOME", (folder().path() / "cache").c_str(), 1);
  setenv("ACCORDO_SELF_TEST_SECONDS", "1", 1);
  fmi::write_zip(folder().path() / "bad.fmu",
                 fmi::misbehaving_entries(fmi::misbehaving_description("segfault late")));
  folder().write("s.yaml", R"(units:
  faulty: {fmu: bad.fmu}
  other:
    equations: {states: {x: 0}, inputs: {u: 0}, der: {x: u - x}, outputs: {y: x}}
connections: [faulty.y -> other.u, other.y -> faulty.u]
experiment: {stop: 1, step: 0.1}
)");
  const YAML::Node rows = table({"--methods", "jacobi,missiles", "--steps", "0.1"}, 4)["rows"];
  for (const YAML::Node& row : rows) {
    EXPECT_EQ(row["status"].as<std::string>(), "fmu-crashed");
    EXPECT_NE(row["reason"].as<std::string>().find("unit 'faulty' failed at t = 0.5: "), std::string::npos);
  }
  for (const char* name : {"XDG_CACHE_HOME", "ACCORDO_SELF_TEST_SECONDS"}) unsetenv(name);
}

TEST_F(Compare, EndsRunsThatTakeTooLong) {
  const YAML::Node rows =
      table({"--methods", "jacobi", "--steps", "1e-9", "--run-timeout", "0.2"}, 4)["rows"];
  EXPECT_EQ(rows[0]["status"].as<std::string>(), "timeout");
  EXPECT_NE(rows[0]["reason"].as<std::string>().find("--run-timeout"), std::string::npos);
}

TEST_F(Compare, SaysWhatIsSpecialAboutSignals) {
  folder().write("s.yaml", R"(units:
  a:
    equations: {states: {x: 1, z: 0, c: 5}, der: {x: -x, z: 0, c: 0}, outputs: {x: x, z: z, c: c}}
experiment: {stop: 1, method: jacobi, step: 0.1}
)");
  const YAML::Node all = table({"--methods", "jacobi"});
  std::string notes;
  for (const YAML::Node& note : all["notes"]) notes += note.as<std::string>() + "\n";
  EXPECT_NE(notes.find("a.z is zero throughout in the reference"), std::string::npos) << notes;
  EXPECT_NE(notes.find("a.c is constant"), std::string::npos) << notes;
  EXPECT_LT(all["rows"][0]["error_percent"].as<double>(), 1e-5);
}

TEST_F(Compare, ChoosesMethodsAndStepsByItself) {
  const Result result = accordo(folder(), {"compare", "s.yaml"});
  EXPECT_EQ(result.code, 0) << result;
  for (const char* text :
       {"missiles", "gauss-seidel", "0.4", "0.05", "* ", "monolithic solution", "a.y, b.y"})
    EXPECT_NE(result.out.find(text), std::string::npos) << text << result;
  EXPECT_EQ(result.err, "") << "no progress where nobody looks";
  EXPECT_FALSE(folder().has("s.csv"));
}

TEST_F(Compare, DoesNotDependOnHowManyRunAtATime) {
  const Words what{"--methods", "jacobi,gauss-seidel,missiles", "--steps", "0.1,0.05", "-j"};
  const YAML::Node one = table(joined(what, {"1"})), four = table(joined(what, {"4"}));
  ASSERT_EQ(one["rows"].size(), four["rows"].size());
  for (std::size_t i = 0; i < one["rows"].size(); ++i) {
    for (const char* member : {"method", "step", "error_percent", "integrations"})
      EXPECT_EQ(one["rows"][i][member].as<std::string>(), four["rows"][i][member].as<std::string>());
  }
}

class CompareMisuses : public ::testing::TestWithParam<Misuse> {};

TEST_P(CompareMisuses, AreExplainedAndEndWithCode2) {
  expect_explained(GetParam());
}

Words compare(const Words& more) {
  return joined({"compare", "s.yaml"}, more);
}

// clang-format off
INSTANTIATE_TEST_SUITE_P(CommandLine, CompareMisuses, ::testing::Values(
    Misuse{"AllAtOnce", compare({"--methods", "jacbi,missiles:orde=1", "--steps", "0,x", "--tolerances", "nan",
                                 "--signals", "q.y", "--set", "a.kk=1", "--reference", "none.csv", "--solver", "nowton"}),
           {"[unknown-method]", "did you mean 'jacobi'?", "[unknown-option]", "[not-positive]", "'x' is not a number",
            "[not-finite]", "[unknown-signal]", "[unknown-parameter]", "[unreadable-file]"}},
    Misuse{"NoScenario", {"compare", "t.yaml"}, {"t.yaml", "[unreadable-file]"}},
    Misuse{"OptionOfNoMethod", compare({"--methods", "jacobi", "--option", "corrector=on"}), {"--option corrector=on", "[unknown-option]"}},
    Misuse{"SolverWithoutIteration", compare({"--methods", "jacobi", "--solver", "anderson"}), {"[no-solver]"}},
    Misuse{"OverItsScenario", compare({"--json", "s.yaml"}), {"[output-is-input]", "--json"}},
    Misuse{"NotAReference", compare({"--reference", "s.yaml"}), {"s.yaml", "[bad-series]"}}),
    [](const auto& p) { return p.param.name; });
// clang-format on

}  // namespace
}  // namespace accordo::testing
