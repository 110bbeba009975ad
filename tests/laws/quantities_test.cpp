// Units of measurement in a run: converting is writing the gain out, and whatever is refused or left alone is
// so for native units and for FMUs alike.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "archive/private_folder.hpp"
#include "export/export_ssp.hpp"
#include "io/scenario/scenario_reader.hpp"
#include "io/ssp/ssp_reader.hpp"
#include "tests/support/runs.hpp"

namespace accordo::testing {
namespace {

/// A room and its heating, coupled both ways; temperatures and powers measured as given.
std::string room(const std::string& quantities_of_room, const std::string& quantities_of_heater,
                 const std::string& temperature, const std::string& power, const std::string& more = "") {
  return R"(units:
  room:
    quantities: )" +
         quantities_of_room + R"(
    equations:
      states: {T: 10}
      inputs: {P: 0}
      der: {T: -0.1*(T - 5) + P/100}
      outputs: {T: T}
  heater:
    quantities: )" +
         quantities_of_heater + R"(
    linear: {states: {P: 0}, inputs: {T: 0}, outputs: [P], A: [-1], B: [-0.01], C: [1], f0: [3]}
connections:
  - )" + temperature +
         "\n  - " + power + "\nexperiment: {stop: 5, method: ifosmondi-jfm, step: 0.1}\n" + more;
}

const char* const kPlainT = "room.T -> heater.T";
const char* const kPlainP = "heater.P -> room.P";

void expect_same(const Trajectory& a, const Trajectory& b) {
  EXPECT_EQ(a.names, b.names);
  ASSERT_EQ(a.times, b.times);
  for (std::size_t i = 0; i < a.rows(); ++i) {
    for (std::size_t j = 0; j < a.names.size(); ++j) ASSERT_EQ(a.at(i, j), b.at(i, j)) << i << " " << j;
  }
}

std::vector<std::string> ids(const std::vector<Problem>& problems) {
  std::vector<std::string> list;
  for (const Problem& p : problems) list.push_back(p.id);
  return list;
}

std::vector<Problem> problems_of(const std::string& text, const Settings& settings = {}) {
  try {
    open_text(text, settings);
  } catch (const Error& error) {
    return error.problems();
  }
  return {};
}

TEST(Quantities, AConvertedConnectionIsOneWithItsGainWrittenOut) {
  const auto converted = open_text(room("{T: degC, P: W}", "{T: K, P: kW}", kPlainT, kPlainP));
  const auto written =
      open_text(room("{}", "{}", "room.T + 273.15 -> heater.T", "heater.P * 1000 -> room.P"));
  expect_same(run_session(*converted), run_session(*written));
  EXPECT_TRUE(converted->warnings().empty());
}

TEST(Quantities, OrderOfConnectionsAndOfUnitsChangesNothing) {
  const auto one = open_text(room("{T: degC, P: W}", "{T: K, P: kW}", kPlainT, kPlainP));
  const auto other = open_text(room("{P: W, T: degC}", "{P: kW, T: K}", kPlainP, kPlainT));
  expect_same(run_session(*one), run_session(*other));
}

TEST(Quantities, AGivenGainIsNeverConverted) {
  const auto measured = open_text(
      room("{T: degC, P: W}", "{T: K, P: kW}", "room.T * 1 -> heater.T", "heater.P * 10 -> room.P"));
  const auto plain = open_text(room("{}", "{}", kPlainT, "heater.P * 10 -> room.P"));
  expect_same(run_session(*measured), run_session(*plain));
  EXPECT_EQ(ids(measured->warnings()), (std::vector<std::string>{"quantity-factor", "quantity-factor"}));
}

TEST(Quantities, DifferentDimensionsAreRefusedAllAtOnce) {
  const std::string text = room("{T: mm, P: W}", "{T: K, P: N}", kPlainT, kPlainP);
  EXPECT_EQ(ids(problems_of(text)), (std::vector<std::string>{"quantity-mismatch", "quantity-mismatch"}));
  // Beside problems of other kinds.
  const std::string worse = room("{T: mm, P: W}", "{T: K, P: N}", kPlainT, "heater.Q -> room.P");
  EXPECT_EQ(ids(problems_of(worse)), (std::vector<std::string>{"quantity-mismatch", "unknown-variable"}));
}

TEST(Quantities, UnitsCanBeIgnored) {
  const auto plain = open_text(room("{}", "{}", kPlainT, kPlainP));
  const Trajectory expected = run_session(*plain);
  const std::string wrong = room("{T: mm, P: W}", "{T: K, P: N}", kPlainT, kPlainP);
  const auto by_flag = open_text(wrong, {.ignore_units = true});
  expect_same(run_session(*by_flag), expected);
  const auto by_key =
      open_text(room("{T: mm, P: W}", "{T: K, P: N}", kPlainT, kPlainP, "ignore_units: true\n"));
  expect_same(run_session(*by_key), expected);
  EXPECT_TRUE(by_key->warnings().empty());
}

TEST(Quantities, NamesThatNobodyKnowsAreMentioned) {
  const auto session = open_text(room("{T: hot, P: W}", "{T: K, P: W}", kPlainT, kPlainP));
  EXPECT_EQ(ids(session->warnings()), (std::vector<std::string>{"quantity-unknown", "quantity-unknown"}));
  EXPECT_EQ(session->scenario().connections[0].gain, 1);
}

TEST(Quantities, PortsThatDoNotExistAreAnError) {
  EXPECT_EQ(ids(problems_of(room("{Temp: K}", "{}", kPlainT, kPlainP))),
            (std::vector<std::string>{"unknown-variable"}));
}

/// The package says what a run does: units have become gains.
TEST(Quantities, AreGainsInAnExportedSystem) {
  const archive::PrivateFolder folder;
  Problems problems;
  const std::string text = room("{T: degC, P: W}", "{T: K, P: kW}", kPlainT, kPlainP);
  const std::optional<Scenario> scenario = read_scenario_text(text, "room.yaml", problems);
  ASSERT_TRUE(scenario && problems.empty());
  exporter::export_ssp(*scenario, {}, folder.path() / "room.ssp");
  const std::optional<LoadedScenario> read = ssp::read_ssp(folder.path() / "room.ssp", problems);
  ASSERT_TRUE(read && problems.empty());
  const auto& connections = read->scenario.connections;
  ASSERT_EQ(connections.size(), 2u);
  EXPECT_EQ(connections[0].offset, 273.15);
  EXPECT_EQ(connections[1].gain, 1000);
}

}  // namespace
}  // namespace accordo::testing
