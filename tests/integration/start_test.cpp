// Where a run starts: all units agree in their initialization, whatever the method and the kind of an FMU.

#include <gtest/gtest.h>

#include "tests/integration/program.hpp"
#include "tests/integration/table.hpp"
#include "unit/fmi/peculiar_testing.hpp"

namespace accordo::testing {
namespace {

using Words = std::vector<std::string>;

class Start : public ::testing::Test {
 protected:
  Start() { setenv("XDG_CACHE_HOME", (folder_.path() / "cache").c_str(), 1); }
  ~Start() override { unsetenv("XDG_CACHE_HOME"); }

  /// x' = 2 u - x, y = x, from a state that is as `mode` says.
  void pack(const std::string& name, const std::string& mode) const {
    fmi::Peculiar is{.mode = mode, .exchanges = true};
    fmi::write_zip(folder_.path() / name, {{"modelDescription.xml", fmi::peculiar_description(is)},
                                           {"binaries/" + std::string(fmi::kPlatforms.back()) + "/test.so",
                                            fmi::read_file(ACCORDO_TEST_PECULIAR)}});
  }
  /// The first row of a run.
  std::vector<double> first_row(const std::string& scenario, const Words& more,
                                const std::vector<std::string>& columns) const {
    folder_.write("s.yaml", scenario);
    Words words{"run", "s.yaml", "-q", "-o", "-"};
    words.insert(words.end(), more.begin(), more.end());
    const Result result = accordo(folder_, words);
    EXPECT_EQ(result.code, 0) << result;
    const Table table = Table::parse(result.out);
    std::vector<double> row;
    for (const std::string& name : columns) row.push_back(table.column(name).front());
    return row;
  }

  Folder folder_;
};

const std::vector<Words> kWays{
    {"-m", "jacobi", "--kind", "co-simulation"},        {"-m", "gauss-seidel", "--kind", "co-simulation"},
    {"-m", "ifosmondi-jfm", "--kind", "co-simulation"}, {"-m", "f3ornits", "--kind", "co-simulation"},
    {"-m", "jacobi", "--kind", "model-exchange"},       {"-m", "ifosmondi-jfm", "--kind", "model-exchange"},
    {"-m", "missiles", "--kind", "model-exchange"},     {"-m", "monolithic", "--kind", "model-exchange"}};

TEST_F(Start, StatesThatFollowInputsFollowTheConnectedOnes) {
  pack("a.fmu", "steady start");
  for (const Words& way : kWays) {
    const auto row = first_row(R"(units:
  source: {equations: {states: {x: 3}, der: {x: 0}, outputs: {y: x}}}
  a: {fmu: a.fmu}
  b: {fmu: a.fmu}
connections: [source.y -> a.u, a.y -> b.u]
experiment: {stop: 0.1, step: 0.05}
)",
                               way, {"a.y", "b.y"});
    EXPECT_NEAR(row[0], 2 * 3, 1e-9) << way[1] << way[3];
    EXPECT_NEAR(row[1], 2 * 2 * 3, 1e-9) << way[1] << way[3];
  }
}

/// y_a = 2 u_a, y_b = 2 y_a, u_a = gain y_b + 1: with gain 0.5 passing values on would never end.
TEST_F(Start, LoopsOfInitialStatesAreSolved) {
  pack("a.fmu", "steady start");
  for (const double gain : {0.1, 0.5}) {
    for (const Words& way : kWays) {
      const auto row =
          first_row("units:\n  a: {fmu: a.fmu}\n  b: {fmu: a.fmu}\nconnections: [a.y -> b.u, b.y * " +
                        std::to_string(gain) + " + 1 -> a.u]\nexperiment: {stop: 0.1, step: 0.05}\n",
                    way, {"a.y", "b.y"});
      const double u = 1 / (1 - 4 * gain);
      EXPECT_NEAR(row[0], 2 * u, 1e-7) << way[1] << way[3] << gain;
      EXPECT_NEAR(row[1], 4 * u, 1e-7) << way[1] << way[3] << gain;
    }
  }
}

TEST_F(Start, OutputsThatAppearOnLeavingReachThoseStillInInitialization) {
  pack("late.fmu", "late outputs");
  pack("steady.fmu", "steady start");
  for (const Words& way : kWays) {
    const auto row = first_row(R"(units:
  late: {fmu: late.fmu}
  steady: {fmu: steady.fmu}
connections: [late.y -> steady.u]
experiment: {stop: 0.1, step: 0.05}
)",
                               way, {"late.y", "steady.y"});
    EXPECT_NEAR(row[0], 1, 1e-9) << way[1] << way[3];
    EXPECT_NEAR(row[1], 2, 1e-9) << way[1] << way[3];
  }
}

// A unit may ask for the end of the simulation: that is not a failure, and everything up to there is kept.
TEST_F(Start, AUnitMayEndTheRun) {
  pack("a.fmu", "ends");
  folder_.write("s.yaml", R"(units:
  source: {equations: {states: {x: 3}, der: {x: -x}, outputs: {y: x}}}
  a: {fmu: a.fmu}
connections: [source.y -> a.u]
experiment: {stop: 1, step: 0.1}
)");
  for (const Words& way : kWays) {
    Words words{"run", "s.yaml", "-o", "s.csv", "--stats", "s.json"};
    words.insert(words.end(), way.begin(), way.end());
    const Result result = accordo(folder_, words);
    EXPECT_EQ(result.code, 0) << result;
    for (const char* text : {"note: unit 'a' ended the simulation: a.fmu asks for it", "[ended-by-unit]"})
      EXPECT_NE(result.err.find(text), std::string::npos) << result;
    EXPECT_NE(result.out.find(" of 1 (ended-by-unit)"), std::string::npos) << result;
    EXPECT_NE(folder_.read("s.json").find("\"status\": \"ended-by-unit\""), std::string::npos);
    const double last = Table::parse(folder_.read("s.csv")).column("time").back();
    EXPECT_GE(last, 0.5 - 1e-12) << result;
    EXPECT_LE(last, 0.55 + 1e-12) << result;
  }
}

}  // namespace
}  // namespace accordo::testing
