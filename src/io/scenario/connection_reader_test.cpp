// Connections in words and as mappings.
#include "io/scenario/connection_reader.hpp"

#include <gtest/gtest.h>

#include "io/scenario/problem_testing.hpp"

namespace accordo {
namespace {

ConnectionSpec read_connection(const std::string& item) {
  Problems problems;
  const std::optional<Scenario> s = read_scenario_text(
      "units: {a: {equations: {outputs: {y: t}}}}\nexperiment: {stop: 1}\nconnections:\n  - " + item + "\n",
      "test.yaml", problems);
  EXPECT_TRUE(s && problems.empty()) << describe_all(problems.list());
  return s && !s->connections.empty() ? s->connections[0] : ConnectionSpec{};
}

TEST(Connection, ScalesAndShifts) {
  struct Case {
    const char* text;
    double gain, offset;
  };
  const Case cases[] = {
      {"a.y -> b.u", 1, 0},
      {"a.y->b.u", 1, 0},
      {"  a.y   ->   b.u  ", 1, 0},
      {"a.y * 0.001 + 273.15 -> b.u", 0.001, 273.15},
      {"a.y*1e-3+273.15->b.u", 1e-3, 273.15},
      {"a.y / 4 - 5 -> b.u", 0.25, -5},
      {"a.y/4-5 -> b.u", 0.25, -5},
      {"a.y - 5 -> b.u", 1, -5},
      {"a.y * -2 + -3 -> b.u", -2, -3},
      {"'a.y + 1 -> b.u'", 1, 1},
      {"{from: a.y, to: b.u, gain: 2, offset: -1}", 2, -1},
      {"{from: a.y, to: b.u}", 1, 0},
  };
  for (const Case& c : cases) {
    const ConnectionSpec connection = read_connection(c.text);
    EXPECT_EQ(connection.source.text, "a.y") << c.text;
    EXPECT_EQ(connection.target.text, "b.u") << c.text;
    EXPECT_EQ(connection.gain, c.gain) << c.text;
    EXPECT_EQ(connection.offset, c.offset) << c.text;
  }
}

TEST(Connection, KnowsWhetherTheUserScaledIt) {
  for (const char* text : {"a.y -> b.u", "{from: a.y, to: b.u}"})
    EXPECT_EQ(read_connection(text).scale, ScaleOrigin::open) << text;
  for (const char* text : {"a.y * 1 -> b.u", "a.y + 0 -> b.u", "{from: a.y, to: b.u, gain: 1}",
                           "{from: a.y, to: b.u, offset: 0}"})
    EXPECT_EQ(read_connection(text).scale, ScaleOrigin::given) << text;
}

TEST(Connection, MayMapWholeNumbers) {
  const ConnectionSpec connection =
      read_connection("{from: a.y, to: b.u, map: {1: 2, -3: 9007199254740993, +4: '5'}}");
  EXPECT_EQ(connection.source.text, "a.y");
  EXPECT_EQ(connection.map, (ValueTable{{1, 2}, {-3, 9007199254740993}, {4, 5}}));
  EXPECT_EQ(read_connection("{from: a.y, to: b.u, map: {false: true, true: false}}").map,
            (ValueTable{{0, 1}, {1, 0}}));
  EXPECT_TRUE(read_connection("{from: a.y, to: b.u}").map.empty());
}

TEST(Connection, NamesOfUnitsMayContainSigns) {
  EXPECT_EQ(read_connection("pump-2.y - 1 -> b/3.u").source.text, "pump-2.y");
  EXPECT_EQ(read_connection("pump-2.y -> b/3.u").target.text, "b/3.u");
}

TEST(Connection, BothEndsKnowTheirPlace) {
  const ConnectionSpec plain = read_connection("a.y -> b.u");
  EXPECT_EQ(plain.source.place.line, 4);
  EXPECT_EQ(plain.source.place.column, 5);
  EXPECT_EQ(plain.target.place.column, 12);
  EXPECT_EQ(read_connection("'a.y -> b.u'").target.place.column, 13);
}

class ConnectionFault : public testing::TestWithParam<Fault> {};

TEST_P(ConnectionFault, IsReportedOnceWithPlaceAndRemedy) {
  expect_fault(GetParam());
}

#define CONNECTION(item) \
  "units: {a: {equations: {outputs: {y: t}}}}\nexperiment: {stop: 1}\nconnections:\n  - " item "\n"

INSTANTIATE_TEST_SUITE_P(
    All, ConnectionFault,
    testing::Values(
        Fault{"NoArrow", CONNECTION("a.y b.u"), "bad-connection", 4, 5, "there is no ->"},
        Fault{"FatArrow", CONNECTION("a.y => b.u"), "bad-connection", 4, 5,
              "write unit.output -> unit.input"},
        Fault{"TwoArrows", CONNECTION("a.y -> b.u -> c.v"), "bad-connection", 4, 5, "more than one"},
        Fault{"NoSource", CONNECTION("'-> b.u'"), "bad-connection", 4, 5, "source is missing"},
        Fault{"NoTarget", CONNECTION("'a.y ->'"), "bad-connection", 4, 5, "target is missing"},
        Fault{"GainFirst", CONNECTION("2 * a.y -> b.u"), "bad-connection", 4, 5, "no number after '*'"},
        Fault{"TwoGains", CONNECTION("a.y * 2 / 3 -> b.u"), "bad-connection", 4, 5, "one * or /"},
        Fault{"GainAfterOffset", CONNECTION("a.y + 2 * 3 -> b.u"), "bad-connection", 4, 5, "then one + or -"},
        Fault{"TwoOffsets", CONNECTION("a.y + 2 - 3 -> b.u"), "bad-connection", 4, 5, "then one + or -"},
        Fault{"Words", CONNECTION("a.y twice -> b.u"), "bad-connection", 4, 5, "'twice' is not understood"},
        Fault{"NoNumber", CONNECTION("a.y * k -> b.u"), "bad-connection", 4, 5, "no number"},
        Fault{"TwoSources", CONNECTION("a.y + b.y -> c.u"), "bad-connection", 4, 5, "one source"},
        Fault{"Function", CONNECTION("sin(a.y) -> b.u"), "bad-connection", 4, 5, "for units with equations"},
        Fault{"DivideByZero", CONNECTION("a.y / 0 -> b.u"), "bad-connection", 4, 5, "finite"},
        Fault{"ScaledTarget", CONNECTION("a.y -> b.u * 2"), "bad-connection", 4, 5, "belongs to the source"},
        Fault{"Null", CONNECTION("~"), "bad-connection", 4, 5, "empty"},
        Fault{"List", CONNECTION("[a.y, b.u]"), "wrong-kind", 4, 5, "a text"},
        Fault{"MappingWithoutTo", CONNECTION("{from: a.y}"), "bad-connection", 4, 5, "no 'to'"},
        Fault{"MappingUnknown", CONNECTION("{from: a.y, too: b.u, to: b.u}"), "unknown-key", 4, 17,
              "did you mean 'to'?"},
        Fault{"MappingGain", CONNECTION("{from: a.y, to: b.u, gain: .nan}"), "not-finite", 4, 32, "gain"},
        Fault{"MapMisspelled", CONNECTION("{from: a.y, to: b.u, mpa: {1: 2}}"), "unknown-key", 4, 26,
              "did you mean 'map'?"},
        Fault{"MapIsNone", CONNECTION("{from: a.y, to: b.u, map: 3}"), "wrong-kind", 4, 31,
              "map: {1: 2, 2: 3}"},
        Fault{"MapIsEmpty", CONNECTION("{from: a.y, to: b.u, map: {}}"), "bad-connection", 4, 31,
              "no entries"},
        Fault{"MapOfHalves", CONNECTION("{from: a.y, to: b.u, map: {1: 0.5}}"), "wrong-kind", 4, 35,
              "a whole number"},
        Fault{"MapOfNames", CONNECTION("{from: a.y, to: b.u, map: {off: 1}}"), "wrong-kind", 4, 32,
              "by their numbers"},
        Fault{"MapOfHugeNumbers", CONNECTION("{from: a.y, to: b.u, map: {9223372036854775808: 1}}"),
              "wrong-kind", 4, 32, "a whole number"},
        Fault{"MapOfLists", CONNECTION("{from: a.y, to: b.u, map: {1: [2]}}"), "wrong-kind", 4, 35,
              "a whole number"},
        Fault{"MappedTwice", CONNECTION("{from: a.y, to: b.u, map: {1: 2, true: 3}}"), "bad-connection", 4,
              38, "two entries for 1"},
        Fault{"MapAndGain", CONNECTION("{from: a.y, to: b.u, gain: 2, map: {1: 2}}"), "bad-connection", 4, 5,
              "no gain and no offset"}),
    fault_name);

#undef CONNECTION

}  // namespace
}  // namespace accordo
