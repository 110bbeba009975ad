// Files that cannot be read or written, and files that must not be lost.

#include <gtest/gtest.h>

#include "tests/integration/program.hpp"
#include "tests/integration/table.hpp"

namespace accordo::testing {
namespace {

namespace fs = std::filesystem;

class Files : public ::testing::Test {
 protected:
  void SetUp() override { folder_.write("s.yaml", pair_scenario()); }

  void expect(const Result& result, int code, const std::string& text) {
    EXPECT_EQ(result.code, code) << result;
    EXPECT_NE(result.err.find(text), std::string::npos) << text << "\n" << result;
  }

  Folder folder_;
};

TEST_F(Files, ThatCannotBeReadAreNamed) {
  fs::create_directory(folder_.path() / "folder");
  fs::create_symlink("loop.yaml", folder_.path() / "loop.yaml");
  // Permissions mean nothing to root: a path below a file and a link to itself fail for everybody.
  for (const std::string name : {"missing.yaml", "folder", "s.yaml/below.yaml", "loop.yaml"}) {
    for (const char* command : {"run", "check", "info"}) {
      const Result result = accordo(folder_, {command, name});
      expect(result, 2, "[unreadable-file]");
      EXPECT_EQ(result.err.rfind(name + ": error: ", 0), 0U) << result;
    }
  }
}

TEST_F(Files, ThatAreNoScenariosAreRefused) {
  const std::pair<std::string, const char*> faults[] = {
      {"", "[empty-scenario]"},
      {"# only a comment\n", "[empty-scenario]"},
      {std::string("\x7f"
                   "ELF\0\1\2",
                   7),
       "[not-text]"},
      {"units:\n  a: \xff\xfe\n", "[not-text]"},
      {"Dear reader", "[wrong-kind]"},
      {"- a\n- b\n", "[wrong-kind]"},
      {"units: {a: [}\n", "[yaml-syntax]"},
      {"units:\n\ta: 1\n", "[yaml-syntax]"},
      {std::string(100000, '['), "[yaml-syntax]"},
      {"units: \"never closed\n", "[yaml-syntax]"},
      {"units: &a {b: *a}\n", "[yaml-syntax]"},
  };
  for (const auto& [text, id] : faults) {
    folder_.write("t.yaml", text);
    expect(accordo(folder_, {"check", "t.yaml"}), 2, id);
    expect(accordo(folder_, {"check", "t.yaml"}), 2, "t.yaml");
  }
}

TEST_F(Files, ThatCannotBeWrittenEndTheRunWithCode5) {
  for (const std::string name : {"/dev/full", "missing/out.csv", ".", "s.yaml/out.csv"}) {
    const Result result = accordo(folder_, {"run", "s.yaml", "-o", name});
    expect(result, 5, "[cannot-write]");
    EXPECT_NE(result.err.find("'" + name + "'"), std::string::npos) << result;
    EXPECT_NE(result.err.find("-o"), std::string::npos) << "a remedy\n" << result;
    EXPECT_EQ(result.err.find("create it") != std::string::npos, name == "missing/out.csv") << result;
  }
}

TEST_F(Files, FullInTheMiddleOfARunEndItWithCode5) {
  expect(accordo(folder_, {"run", "s.yaml", "--step", "1e-5", "-o", "/dev/full"}), 5, "[cannot-write]");
}

TEST_F(Files, StatisticsThatCannotBeWrittenCostNoRows) {
  for (const std::string name : {"/dev/full", "missing/stats.json"}) {
    expect(accordo(folder_, {"run", "s.yaml", "--stats", name}), 5, "[cannot-write]");
    EXPECT_EQ(Table::parse(folder_.read("s.csv")).rows.size(), 11U);
  }
}

TEST_F(Files, StandardOutputThatIsFullEndsWithCode5) {
  using Arguments = std::vector<std::string>;
  for (const Arguments& words : {Arguments{"run", "s.yaml", "-o", "-"}, Arguments{"check", "s.yaml"},
                                 Arguments{"info", "s.yaml"}, Arguments{"methods"}, Arguments{"cases"}}) {
    expect(Program(folder_, words, "/dev/full").wait(), 5, "[cannot-write]");
  }
}

TEST_F(Files, ThatTheRunReadsAreNeverOverwritten) {
  folder_.write("series.csv", "time,f\n0,0\n1,1\n");
  const std::string text =
      "units: {a: {equations: {states: {x: 0}, inputs: {u: {file: series.csv, column: f}}, der: {x: u}, "
      "outputs: {y: x}}}}\n"
      "experiment: {stop: 1, method: jacobi, step: 0.5}\n";
  folder_.write("scenario.yaml", text);
  folder_.write("series.yaml", text);  // its results would be series.csv
  folder_.write("plain.json", text);   // JSON is YAML too; its metadata file would be plain.json
  fs::create_symlink("scenario.yaml", folder_.path() / "link.yaml");
  fs::create_hard_link(folder_.path() / "scenario.yaml", folder_.path() / "other-name.csv");
  using Arguments = std::vector<std::string>;
  for (const Arguments& words : {Arguments{"run", "scenario.yaml", "-o", "scenario.yaml"},
                                 Arguments{"run", "scenario.yaml", "-o", "./link.yaml"},
                                 Arguments{"run", "link.yaml", "-o", "scenario.yaml"},
                                 Arguments{"run", "scenario.yaml", "-o", "other-name.csv"},
                                 Arguments{"run", "scenario.yaml", "--stats", "scenario.yaml"},
                                 Arguments{"run", "scenario.yaml", "-o", "series.csv"},
                                 Arguments{"run", "series.yaml"}, Arguments{"run", "plain.json"}}) {
    expect(accordo(folder_, words), 2, "[output-is-input]");
    EXPECT_EQ(folder_.read("scenario.yaml"), text);
    EXPECT_EQ(folder_.read("plain.json"), text);
    EXPECT_EQ(folder_.read("series.csv"), "time,f\n0,0\n1,1\n");
  }
  EXPECT_EQ(accordo(folder_, {"run", "plain.json", "--no-sidecar", "-q"}).code, 0);
}

TEST_F(Files, DriversGivenOnTheCommandLineAreNotOverwrittenEither) {
  folder_.write("in.csv", "time,a.u\n0,0\n1,1\n");
  folder_.write("free.yaml",
                "units: {a: {equations: {states: {x: 0}, inputs: {u: 0}, der: {x: u}, outputs: {y: "
                "x}}}}\nexperiment: {stop: 1}\n");
  expect(accordo(folder_, {"run", "free.yaml", "--input", "in.csv", "-o", "in.csv"}), 2, "[output-is-input]");
  EXPECT_EQ(folder_.read("in.csv"), "time,a.u\n0,0\n1,1\n");
}

TEST_F(Files, OneFileDoesNotTakeRowsAndStatistics) {
  expect(accordo(folder_, {"run", "s.yaml", "-o", "r.csv", "--stats", "./r.csv"}), 2, "[output-twice]");
  expect(accordo(folder_, {"run", "s.yaml", "-o", "-", "--stats", "-"}), 2, "[output-twice]");
  EXPECT_EQ(accordo(folder_, {"run", "s.yaml", "-o", "/dev/null", "--stats", "/dev/null"}).code, 0);
}

TEST_F(Files, AppendedToByTheShellKeepTheirContent) {
  folder_.write("log.txt", "kept\n");
  EXPECT_EQ(Program(folder_, {"run", "s.yaml", "-o", "-"}, "log.txt").wait().code, 0);
  const std::string text = folder_.read("log.txt");
  ASSERT_EQ(text.rfind("kept\n", 0), 0U) << text;
  EXPECT_EQ(Table::parse(text.substr(5)).rows.size(), 11U);
}

TEST_F(Files, NamesAreTakenAsTheyAre) {
  folder_.write("$(größe) 'x'.yaml", pair_scenario());
  EXPECT_EQ(accordo(folder_, {"run", "$(größe) 'x'.yaml", "-q"}).code, 0);
  EXPECT_TRUE(folder_.has("$(größe) 'x'.csv"));
}

}  // namespace
}  // namespace accordo::testing
