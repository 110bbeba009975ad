// Inputs from outside: time series named in the scenario, and --input.

#include <gtest/gtest.h>

#include "tests/integration/program.hpp"
#include "tests/integration/table.hpp"

namespace accordo::testing {
namespace {

const char* const kRamp = "time,f,other\n0,0,5\n1,1,5\n2,0,5\n";  // up, then down

/// An integrator of its input.
std::string integrator(const std::string& input) {
  return "units:\n  a:\n    equations:\n      states: {x: 0}\n      inputs: {u: " + input +
         "}\n      der: {x: u}\n      outputs: {y: x}\nexperiment: {stop: 3, method: jacobi, step: 0.5}\n";
}

/// The integral of the ramp.
double area(double t) {
  if (t <= 1) return t * t / 2;
  return t <= 2 ? 1 - (2 - t) * (2 - t) / 2 : 1;
}

void expect_area(const Result& result) {
  ASSERT_EQ(result.code, 0) << result;
  const Table table = Table::parse(result.out);
  ASSERT_EQ(table.rows.size(), 7U);
  for (const auto& row : table.rows) EXPECT_NEAR(row[1], area(row[0]), 1e-9) << "at t = " << row[0];
}

TEST(TimeSeries, DriveAnInputLinearlyAndHoldTheLastValue) {
  const Folder folder;
  folder.write("s.yaml", integrator("{file: ramp.csv, column: f}"));
  folder.write("ramp.csv", kRamp);
  for (const char* method : {"jacobi", "gauss-seidel", "monolithic"}) {
    SCOPED_TRACE(method);
    expect_area(accordo(folder, {"run", "s.yaml", "-q", "-o", "-", "--method", method}));
  }
}

TEST(TimeSeries, JumpsAreEventsSeenFromBothSides) {
  const Folder folder;
  folder.write("s.yaml", integrator("{file: jump.csv, column: f}"));
  folder.write("jump.csv", "time,f\n0,1\n1.3,1\n1.3,3\n3,3\n");  // no multiple of the step
  const std::vector<std::vector<const char*>> methods{{"--method", "jacobi"},
                                                      {"--method", "gauss-seidel"},
                                                      {"--method", "monolithic"},
                                                      {"--method", "missiles"},
                                                      {"--method", "auto", "--tolerance", "1e-3"}};
  for (const auto& method : methods) {
    SCOPED_TRACE(method[1]);
    std::vector<std::string> arguments{"run", "s.yaml", "-q", "-o", "-", "--record", "a.u,a.y"};
    arguments.insert(arguments.end(), method.begin(), method.end());
    const Result result = accordo(folder, arguments);
    ASSERT_EQ(result.code, 0) << result;
    std::vector<double> there;
    for (const auto& row : Table::parse(result.out).rows) {
      EXPECT_NEAR(row[2], row[0] < 1.3 ? row[0] : 1.3 + 3 * (row[0] - 1.3), 1e-9) << "at t = " << row[0];
      if (row[0] == 1.3) there.push_back(row[1]);
    }
    EXPECT_EQ(there, (std::vector<double>{1, 3}));
  }
}

TEST(TimeSeries, AreFoundBesideTheScenario) {
  const Folder folder, elsewhere;
  folder.write("s.yaml", integrator("{file: ramp.csv, column: f}"));
  folder.write("ramp.csv", kRamp);
  expect_area(accordo(elsewhere, {"run", (folder.path() / "s.yaml").string(), "-q", "-o", "-"}));
}

TEST(TimeSeries, OnTheCommandLineDriveFreeInputs) {
  const Folder folder;
  folder.write("s.yaml", integrator("7"));
  folder.write("in.csv", "time,a.u\n0,0\n1,1\n2,0\n");
  expect_area(accordo(folder, {"run", "s.yaml", "--input", "in.csv", "-q", "-o", "-"}));
}

struct Fault {
  const char* name;
  const char* csv;
  const char* place;
  const char* id;
  const char* word;

  friend std::ostream& operator<<(std::ostream& out, const Fault& f) { return out << f.name; }
};

class SeriesFaults : public ::testing::TestWithParam<Fault> {};

TEST_P(SeriesFaults, AreToldWithTheirLine) {
  const Folder folder;
  folder.write("s.yaml", integrator("{file: ramp.csv, column: f}"));
  folder.write("ramp.csv", GetParam().csv);
  const Result result = accordo(folder, {"run", "s.yaml"});
  EXPECT_EQ(result.code, 2) << result;
  for (const char* text : {GetParam().place, GetParam().id, GetParam().word}) {
    EXPECT_NE(result.err.find(text), std::string::npos) << text << "\n" << result;
  }
}

INSTANTIATE_TEST_SUITE_P(
    TimeSeries, SeriesFaults,
    ::testing::Values(
        Fault{"UnknownColumn", "time,ff\n0,0\n1,1\n", "s.yaml:5:", "[unknown-column]", "did you mean 'ff'?"},
        Fault{"Nan", "time,f\n0,0\n1,nan\n", "ramp.csv:3: error", "[bad-series]", "finite"},
        Fault{"Text", "time,f\n0,0\n1,high\n", "ramp.csv:3: error", "[bad-series]", "'high'"},
        Fault{"MissingField", "time,f\n0,0\n1\n", "ramp.csv:3: error", "[bad-series]", "fields"},
        Fault{"TimeGoesBack", "time,f\n1,0\n0,1\n", "ramp.csv:3: error", "[bad-series]", "decrease"},
        Fault{"NoHeader", "0,0\n1,1\n", "ramp.csv:1: error", "[bad-series]", "header"},
        Fault{"Empty", "", "ramp.csv", "[bad-series]", "no values"}),
    [](const auto& p) { return p.param.name; });

TEST(TimeSeries, ThatAreMissingAreNamed) {
  const Folder folder;
  folder.write("s.yaml", integrator("{file: ramp.csv, column: f}"));
  const Result result = accordo(folder, {"check", "s.yaml"});
  EXPECT_EQ(result.code, 2);
  EXPECT_NE(result.err.find("ramp.csv: error"), std::string::npos) << result;
  EXPECT_NE(result.err.find("[unreadable-file]"), std::string::npos) << result;
  EXPECT_NE(result.err.find("it was looked for in /"), std::string::npos) << result;
}

TEST(TimeSeries, OnTheCommandLineMustFitTheUnits) {
  const Folder folder;
  folder.write("s.yaml", integrator("0"));
  const auto expect = [&](const std::string& header, const std::vector<const char*>& texts) {
    folder.write("in.csv", header + "\n0,0\n1,1\n");
    const Result result = accordo(folder, {"run", "s.yaml", "--input", "in.csv"});
    EXPECT_EQ(result.code, 2) << result;
    for (const char* text : texts)
      EXPECT_NE(result.err.find(text), std::string::npos) << text << "\n" << result;
    EXPECT_EQ(result.err.find("problems"), std::string::npos) << "each fault is told once\n" << result;
  };
  expect("time,b.u", {"in.csv", "[unknown-unit]", "'b'"});
  expect("time,a.v", {"[unknown-variable]", "'v'"});
  expect("time,u", {"in.csv", "[bad-setting]", "unit.input"});
}

TEST(TimeSeries, AreNoSecondSource) {
  const Folder folder;
  folder.write("s.yaml", pair_scenario());
  folder.write("in.csv", "time,b.u\n0,0\n1,1\n");
  const Result result = accordo(folder, {"run", "s.yaml", "--input", "in.csv"});
  EXPECT_EQ(result.code, 2);
  EXPECT_NE(result.err.find("[two-sources]"), std::string::npos) << result;
  EXPECT_NE(result.err.find("'b.u'"), std::string::npos) << result;
}

}  // namespace
}  // namespace accordo::testing
