// Methods that iterate, as users see them: solvers by name, the trace, what is said when there is no
// agreement.

#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>  // JSON is YAML

#include <algorithm>
#include <cmath>
#include <sstream>

#include "tests/integration/misuse.hpp"
#include "tests/integration/program.hpp"
#include "tests/integration/table.hpp"

namespace accordo::testing {
namespace {

using Words = std::vector<std::string>;

Words run(const Words& more, const std::string& method = "ifosmondi-jfm") {
  Words words{"run", "s.yaml", "--method", method};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

/// One row of a trace.
struct TraceRow {
  double time = 0, h = 0, iterations = 0, evaluations = 0, residual = 0, contraction = 0, rejected = 0;
  std::string solver;
};

std::vector<TraceRow> read_trace(const Folder& folder, const std::string& name) {
  std::istringstream lines(folder.read(name));
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, "time,h,iterations,evaluations,residual,contraction,rejected,solver");
  std::vector<TraceRow> rows;
  while (std::getline(lines, line)) {
    std::replace(line.begin(), line.end(), ',', ' ');
    std::istringstream fields(line);
    TraceRow r;
    fields >> r.time >> r.h >> r.iterations >> r.evaluations >> r.residual >> r.contraction >> r.rejected >>
        r.solver;
    EXPECT_TRUE(fields) << line;
    rows.push_back(r);
  }
  return rows;
}

/// Two units that pull at each other, hard before t = 1: there a fixed point contracts for short steps only.
const char* const kHardAtFirst =
    "units:\n"
    "  a: {equations: {states: {x: 1}, inputs: {u: 0}, der: {x: 'if(t < 1, 40, 1)*u'}, outputs: {y: x}}}\n"
    "  b: {equations: {states: {z: 0}, inputs: {u: 0}, der: {z: 'if(t < 1, -40, -1)*u - z'}, outputs: {y: "
    "z}}}\n"
    "connections: [a.y -> b.u, b.y -> a.u]\n"
    "events: [1]\n"
    "experiment: {stop: 4, step: 0.1}\n";

TEST(Trace, HasARowForEveryAttemptedStep) {
  const Folder folder;
  folder.write("s.yaml", kHardAtFirst);
  const Result result =
      accordo(folder, run({"--trace", "t.csv", "--stats", "stats.json", "-q"}, "ifosmondi"));
  ASSERT_EQ(result.code, 0) << result;
  const auto rows = read_trace(folder, "t.csv");
  const YAML::Node stats = YAML::Load(folder.read("stats.json"));
  std::vector<double> ends{0};
  double rejected = 0, iterations = 0, evaluations = 0;
  for (const TraceRow& r : rows) {
    EXPECT_EQ(r.time, ends.back());
    EXPECT_EQ(r.solver, "picard");
    if (r.rejected == 0) {
      EXPECT_LT(r.residual, 1e-8);
      const auto next = &r + 1;
      ends.push_back(next < rows.data() + rows.size() ? next->time : 4);
      EXPECT_NEAR(ends.back(), r.time + r.h, 1e-14);
    }
    rejected += r.rejected;
    iterations += r.iterations;
    evaluations += r.evaluations;
  }
  EXPECT_GT(rejected, 0);
  EXPECT_EQ(rejected, stats["rejected_steps"].as<double>());
  EXPECT_EQ(static_cast<double>(ends.size() - 1), stats["macro_steps"].as<double>());
  EXPECT_EQ(iterations, stats["iterations"].as<double>());
  EXPECT_EQ(2 * evaluations, stats["integrations"].as<double>()) << "two units";
  const auto times = Table::parse(folder.read("s.csv")).column("time");
  EXPECT_EQ(times, ends) << "rows of results are the accepted steps; nothing jumps at the event";
}

// The papers' rule: half of a rejected step, 1.3 of an accepted one, up to the step that was asked for.
TEST(Trace, ShowsStepsThatHalveAndGrowBackToTheReference) {
  const Folder folder;
  folder.write("s.yaml", kHardAtFirst);
  ASSERT_EQ(accordo(folder, run({"--trace", "t.csv", "-q"}, "ifosmondi")).code, 0);
  const auto rows = read_trace(folder, "t.csv");
  double wanted = 0.1;
  for (const TraceRow& r : rows) {
    const bool clipped = r.h < wanted * (1 - 1e-12);
    if (clipped) {
      EXPECT_NEAR(r.time + r.h, r.time < 1 ? 1 : 4, 1e-12) << "cut short for the event or the stop only";
    } else {
      EXPECT_NEAR(r.h, wanted, 1e-12);
    }
    if (r.rejected == 1) wanted = r.h / 2;
    if (r.rejected == 0 && !clipped) wanted = std::min(0.1, 1.3 * wanted);
  }
  EXPECT_EQ(wanted, 0.1);
  EXPECT_EQ(rows[0].rejected, 1);
}

TEST(Trace, OfMethodsThatDoNotIterateHasNoSolver) {
  const Folder folder;
  folder.write("s.yaml", pair_scenario());
  ASSERT_EQ(accordo(folder, {"run", "s.yaml", "-q", "--trace", "t.csv"}).code, 0);
  const std::string text = folder.read("t.csv");
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 11);
  EXPECT_NE(text.find("\n0,0.1,0,0,0,0,0,\n"), std::string::npos) << text;
}

TEST(Trace, IsCompleteWhenTheRunFails) {
  const Folder folder;
  ASSERT_EQ(accordo(folder, {"cases", "damper", "--set", "D_D=0.64", "-o", "s.yaml"}).code, 0);
  const Result result = accordo(folder, run({"--trace", "t.csv", "-q"}, "ifosmondi"));
  EXPECT_EQ(result.code, 4) << result;
  for (const char* text :
       {"[no-convergence]", "from t = 0 to", "S1.v_C by ", "picard", "1.25", "ifosmondi-jfm"})
    EXPECT_NE(result.err.find(text), std::string::npos) << text << "\n" << result;
  const auto rows = read_trace(folder, "t.csv");
  ASSERT_EQ(rows.size(), 20U) << "0.025 halved down to a millionth";
  for (const TraceRow& r : rows) EXPECT_EQ(r.rejected, 1);
  EXPECT_NE(folder.read("s.json").find("\"status\": \"no-convergence\""), std::string::npos);
  EXPECT_EQ(Table::parse(folder.read("s.csv")).rows.size(), 1U) << "the start";
}

TEST(Trace, CannotTakeTheFileOfAnotherOutput) {
  const Folder folder;
  folder.write("s.yaml", pair_scenario());
  for (const Words& words : {Words{"-o", "x", "--trace", "x"}, Words{"--trace", "s.csv"},
                             Words{"--trace", "s.json"}, Words{"--stats", "t", "--trace", "./t"}}) {
    const Result result = accordo(folder, run(words));
    EXPECT_EQ(result.code, 2) << result;
    EXPECT_NE(result.err.find("[output-twice]"), std::string::npos) << result;
  }
  const Result result = accordo(folder, run({"--trace", "s.yaml"}));
  EXPECT_EQ(result.code, 2);
  EXPECT_NE(result.err.find("[output-is-input]"), std::string::npos) << result;
  EXPECT_EQ(folder.read("s.yaml"), pair_scenario());
  EXPECT_EQ(accordo(folder, run({"--trace", "nowhere/t.csv"})).code, 5);
}

class SolverMisuses : public ::testing::TestWithParam<Misuse> {};

TEST_P(SolverMisuses, AreExplainedAndEndWithCode2) {
  expect_explained(GetParam());
}

// clang-format off
INSTANTIATE_TEST_SUITE_P(Implicit, SolverMisuses, ::testing::Values(
    Misuse{"UnknownSolver", run({"--solver", "andersen"}), {"command line", "[unknown-solver]", "did you mean 'anderson'?"}},
    Misuse{"SolverWhereNoneIs", run({"--solver", "newton"}, "jacobi"), {"'jacobi'", "[no-solver]", "ifosmondi-jfm"}},
    Misuse{"SolverForBusch", run({"--solver", "newton"}, "busch"), {"'busch'", "[no-solver]"}},
    Misuse{"ToleranceZero", run({"--option", "coupling_tolerance=0"}), {"[bad-option]", "between 1e-15 and 1"}},
    Misuse{"ToleranceText", run({"--option", "coupling_tolerance=fine"}), {"[bad-option]", "a number or none"}},
    Misuse{"NoIterations", run({"--option", "max_iterations=0"}), {"[bad-option]", "between 1 and"}},
    Misuse{"HalfIterations", run({"--option", "max_iterations=2.5"}), {"[bad-option]", "whole number"}},
    Misuse{"MinStepAboveStep", run({"--option", "min_step=1"}), {"[bad-option]", "min_step"}},
    Misuse{"Order2", run({"--option", "order=2"}, "ifosmondi"), {"[bad-option]", "0, 1, 3"}},
    Misuse{"OrderOfJfm", run({"--option", "order=3"}), {"[unknown-option]"}},
    Misuse{"FirstStep", run({"--option", "first_step=cubic"}), {"[bad-option]", "slopes, quadratic"}},
    Misuse{"Slopes", run({"--option", "slopes=unit"}), {"[bad-option]", "units, differences"}},
    Misuse{"NoMemory", run({"--option", "memory=0"}), {"[bad-option]", "memory"}},
    Misuse{"NoMixing", run({"--option", "mixing=0"}), {"[bad-option]", "mixing"}},
    Misuse{"SequenceOfJacobi", run({"--option", "sequence=a,b"}, "iterative-jacobi"), {"[unknown-option]"}},
    Misuse{"SequenceUnknown", run({"--option", "sequence=a,c"}, "iterative-gauss-seidel"), {"[unknown-unit]", "'c'"}}),
    [](const auto& p) { return p.param.name; });
// clang-format on

TEST(Solver, InTheFileIsCheckedWithItsPlace) {
  const Folder folder;
  folder.write("s.yaml", pair_scenario("{stop: 1, step: 0.1, method: ifosmondi-jfm, solver: brojden}"));
  const Result result = accordo(folder, {"check", "s.yaml"});
  EXPECT_EQ(result.code, 2);
  EXPECT_NE(result.err.find("s.yaml:18:"), std::string::npos) << result;
  EXPECT_NE(result.err.find("did you mean 'broyden'?"), std::string::npos) << result;
}

TEST(Solver, OnTheCommandLineOverridesTheFile) {
  const Folder folder;
  folder.write("s.yaml", pair_scenario("{stop: 1, step: 0.1, method: ifosmondi-jfm, solver: newton}"));
  const auto used = [&](const Words& words) {
    Words all{"run", "s.yaml", "--stats", "-"};
    all.insert(all.end(), words.begin(), words.end());
    return YAML::Load(accordo(folder, all).out)["solvers"][0]["name"].as<std::string>();
  };
  EXPECT_EQ(used({}), "newton");
  EXPECT_EQ(used({"--solver", "anderson"}), "anderson");
}

TEST(Solver, UseIsInStatisticsAndSummary) {
  const Folder folder;
  folder.write("s.yaml", pair_scenario());
  const Result verbose = accordo(
      folder, run({"-v", "--solver", "auto", "--option", "predictor=extrapolate", "--stats", "stats.json"}));
  EXPECT_NE(verbose.out.find("solver broyden"), std::string::npos) << verbose;
  EXPECT_NE(verbose.out.find("solver newton"), std::string::npos) << verbose;
  const YAML::Node stats = YAML::Load(folder.read("stats.json"));
  long long solves = 0, iterations = 0;
  for (const YAML::Node& use : stats["solvers"]) {
    solves += use["solves"].as<long long>();
    iterations += use["iterations"].as<long long>();
    EXPECT_TRUE(use["evaluations"].IsDefined());
  }
  EXPECT_EQ(solves, stats["macro_steps"].as<long long>());
  EXPECT_EQ(iterations, stats["iterations"].as<long long>());
  const Result normal = accordo(folder, run({}));
  EXPECT_EQ(normal.out.find("solver"), std::string::npos) << normal;
  const YAML::Node jacobi = YAML::Load(accordo(folder, {"run", "s.yaml", "--stats", "-"}).out);
  EXPECT_EQ(jacobi["solvers"].size(), 0U);
}

TEST(Solver, NamesAreListedWithTheMethods) {
  const Folder folder;
  const Result text = accordo(folder, {"methods"});
  const YAML::Node list = YAML::Load(accordo(folder, {"methods", "--json"}).out);
  std::vector<std::string> names;
  for (const YAML::Node& solver : list["solvers"]) {
    names.push_back(solver["name"].as<std::string>());
    EXPECT_FALSE(solver["summary"].as<std::string>().empty());
    EXPECT_NE(text.out.find("\n" + names.back() + " "), std::string::npos) << names.back();
  }
  for (const char* name : {"auto", "picard", "aitken", "anderson", "newton", "broyden", "petsc-newtonls",
                           "petsc-anderson", "petsc-ngmres", "petsc-ngmres-ls"}) {
    EXPECT_NE(std::find(names.begin(), names.end(), name), names.end()) << name;
  }
  for (const YAML::Node& method : list["methods"]) {
    const auto solver = method["solver"].as<std::string>();
    EXPECT_TRUE(solver.empty() || std::find(names.begin(), names.end(), solver) != names.end())
        << method["name"];
  }
}

TEST(Solver, EstimatorNewtonNeedsLinearizationsOfAllUnits) {
  const Folder folder;
  std::string text = pair_scenario();
  text.replace(text.find("  b:\n"), 5, "  b:\n    capabilities: {linearization: false}\n");
  folder.write("s.yaml", text);
  const Result result = accordo(folder, run({"--solver", "estimator-newton"}));
  EXPECT_EQ(result.code, 2) << result;
  for (const char* part : {"[solver-needs]", "unit 'b'", "broyden"})
    EXPECT_NE(result.err.find(part), std::string::npos) << part << "\n" << result;
  EXPECT_EQ(result.err.find("unit 'a'"), std::string::npos) << result;
}

TEST(Rollback, DisabledOneIsNamedByMethodsThatNeedIt) {
  const Folder folder;
  std::string text = pair_scenario();
  text.replace(text.find("  b:\n"), 5, "  b:\n    capabilities: {rollback: false}\n");
  folder.write("s.yaml", text);
  for (const char* method :
       {"iterative-jacobi", "iterative-gauss-seidel", "kubler-schiehlen", "ifosmondi", "ifosmondi-jfm"}) {
    EXPECT_EQ(accordo(folder, run({"-q"}, method)).code, 0) << "it is estimated instead";
    const Result result = accordo(folder, run({"--estimate", "none"}, method));
    EXPECT_EQ(result.code, 2) << result;
    for (const char* part : {"[method-needs]", method, "unit 'b'", "roll back"})
      EXPECT_NE(result.err.find(part), std::string::npos) << part << "\n" << result;
    EXPECT_EQ(result.err.find("unit 'a'"), std::string::npos) << result;
  }
  EXPECT_EQ(accordo(folder, run({"-q"}, "busch")).code, 0) << "it never steps twice";
}

}  // namespace
}  // namespace accordo::testing
