// Generated units, as a user runs them: nothing but an abbreviation of the same system written out.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/integration/program.hpp"
#include "tests/integration/table.hpp"

namespace accordo::testing {
namespace {

constexpr int kCells = 7;

constexpr const char* kGenerated = R"(
constants: {n: 7}
units:
  cell[i]:
    repeat: n
    equations:
      parameters: {k: 1 + 0.1*i}
      states: {x: sin(2*pi*i/n), v: 0.5*i}
      inputs: {left: 0, right: 0}
      der: {x: v, v: left + right - 2*k*x - 0.1*x^3}
      outputs: {x: x}
  wall: {equations: {outputs: {x: sin(t)}}}
connections:
  - cell[i].x -> cell[i+1].left for i = 0..n-2
  - cell[(i+1) % n].x * 0.5 -> cell[i].right
  - wall.x -> cell[0].left
experiment: {stop: 2, step: 0.1}
)";

/// The same by hand.
std::string written_out() {
  std::string text = "units:\n";
  for (int i = 0; i < kCells; ++i) {
    text += fmt::format(R"(  cell[{0}]:
    equations:
      parameters: {{k: 1 + 0.1*{0}}}
      states: {{x: sin(2*pi*{0}/7), v: 0.5*{0}}}
      inputs: {{left: 0, right: 0}}
      der: {{x: v, v: left + right - 2*k*x - 0.1*x^3}}
      outputs: {{x: x}}
)",
                        i);
  }
  text += "  wall: {equations: {outputs: {x: sin(t)}}}\nconnections:\n";
  for (int i = 0; i + 1 < kCells; ++i) text += fmt::format("  - cell[{}].x -> cell[{}].left\n", i, i + 1);
  for (int i = 0; i < kCells; ++i)
    text += fmt::format("  - cell[{}].x * 0.5 -> cell[{}].right\n", (i + 1) % kCells, i);
  return text + "  - wall.x -> cell[0].left\nexperiment: {stop: 2, step: 0.1}\n";
}

class Repeat : public ::testing::Test {
 protected:
  Repeat() {
    folder_.write("short.yaml", kGenerated);
    folder_.write("long.yaml", written_out());
  }

  /// Rows of a run; both files must run.
  std::string rows(const std::string& file, std::vector<std::string> more = {}) const {
    std::vector<std::string> words{"run", file, "-q", "-o", "-"};
    words.insert(words.end(), more.begin(), more.end());
    const Result result = accordo(folder_, words);
    EXPECT_EQ(result.code, 0) << result;
    return result.out;
  }

  Folder folder_;
};

TEST_F(Repeat, GivesTheSameAsWrittenOut) {
  for (const char* method : {"jacobi", "gauss-seidel", "ifosmondi-jfm", "missiles", "monolithic"}) {
    const std::string result = rows("short.yaml", {"--method", method});
    EXPECT_NE(result.find("time,cell[0].x,"), std::string::npos);
    EXPECT_EQ(result, rows("long.yaml", {"--method", method})) << method;
  }
}

TEST_F(Repeat, BracketsInPatternsAreLetters) {
  const std::vector<std::string> record{"--record", "cell[*].v,cell[3].x"};
  EXPECT_EQ(rows("short.yaml", record), rows("long.yaml", record));
  EXPECT_EQ(Table::parse(rows("short.yaml", record)).names.size(), 1u + kCells + 1u);
}

TEST_F(Repeat, ParametersAreSetForOneOrForAll) {
  std::vector<std::string> each;
  for (int i = 0; i < kCells; ++i) {
    each.emplace_back("--set");
    each.push_back(fmt::format("cell[{}].k={}", i, i == 3 ? 9 : 2 * i));
  }
  const std::string all = rows("short.yaml", {"--set", "cell[*].k=2*i", "--set", "cell[3].k=9"});
  EXPECT_EQ(all, rows("long.yaml", each));
  EXPECT_NE(all, rows("short.yaml"));
  const Result wrong = accordo(folder_, {"run", "short.yaml", "--set", "cell[*].q=1"});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_NE(wrong.err.find("'cell[0]': there is no parameter 'q' (and 6 more of this kind)"),
            std::string::npos)
      << wrong;
}

TEST_F(Repeat, AFaultInAllIsOneProblem) {
  std::string text = kGenerated;
  text.replace(text.find("1 + 0.1*i"), 9, "1/(i-i)");
  folder_.write("faulty.yaml", text);
  const Result result = accordo(folder_, {"check", "faulty.yaml"});
  EXPECT_EQ(result.code, 2);
  EXPECT_NE(
      result.err.find("faulty.yaml:7:23: error: unit 'cell[0]': 'k' is not a finite number: 1/(i-i) (and 6 "
                      "more of this kind) [not-finite]"),
      std::string::npos)
      << result;
  EXPECT_EQ(result.err.find("cell[1]"), std::string::npos) << result;
}

TEST_F(Repeat, SystemsAndPartsAreExported) {
  std::string text = kGenerated;  // each cell is compiled
  folder_.write("short.yaml", text.replace(text.find("n: 7"), 4, "n: 4"));
  const Result system = accordo(folder_, {"export", "short.yaml", "-o", "s.ssp"});
  ASSERT_EQ(system.code, 0) << system;
  const Table direct = Table::parse(rows("short.yaml")), exported = Table::parse(rows("s.ssp"));
  EXPECT_EQ(direct.header, exported.header);
  ASSERT_EQ(direct.rows.size(), exported.rows.size());
  for (std::size_t i = 1; i < direct.names.size(); ++i)
    EXPECT_NEAR(direct.rows.back()[i], exported.rows.back()[i], 1e-6) << direct.names[i];
  for (const char* number : {"2", "3"}) {
    const Result part = accordo(folder_, {"export", fmt::format("short.yaml#cell[{}]", number), "-o",
                                          fmt::format("part{}.fmu", number)});
    ASSERT_EQ(part.code, 0) << part;
  }
  folder_.write(
      "fmus.yaml",
      "units:\n  part[i]: {repeat: 2..3, fmu: \"part{i}.fmu\"}\nexperiment: {stop: 1, step: 0.1}\n");
  const Table parts = Table::parse(rows("fmus.yaml"));
  EXPECT_NEAR(parts.column("part[3].x")[0], direct.column("cell[3].x")[0], 1e-12);
}

}  // namespace
}  // namespace accordo::testing
