// Discrete values: which types go together, and what becomes of a value on its way.
#include "model/type_rules.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "model/model_testing.hpp"

namespace accordo {
namespace {

constexpr TokenType kAll[] = {
    TokenType::float32,     TokenType::int8,   TokenType::uint8, TokenType::int16,  TokenType::uint16,
    TokenType::int32,       TokenType::uint32, TokenType::int64, TokenType::uint64, TokenType::boolean,
    TokenType::enumeration, TokenType::string, TokenType::binary};

TEST(TypeRules, NothingIsRoundedOrReinterpreted) {
  for (const TokenType from : kAll) {
    for (const TokenType to : kAll) {
      const bool texts = is_text(from) || is_text(to);
      const bool allowed = texts ? from == to : is_whole(from) || !is_whole(to);
      EXPECT_EQ(!mismatch(from, to, 1, 0), allowed) << name_of(from) << " to " << name_of(to);
      // Halves of whole numbers are none.
      const bool scaled = !texts && !is_whole(to);
      EXPECT_EQ(!mismatch(from, to, 0.5, 0), scaled) << name_of(from) << " to " << name_of(to);
    }
    EXPECT_EQ(!mismatch(from, {}, 0.5, 1), !is_text(from)) << name_of(from);
    EXPECT_EQ(!mismatch({}, from, 0.5, 1), from == TokenType::float32) << name_of(from);
  }
  EXPECT_FALSE(mismatch({}, {}, 0.5, 1));
}

TEST(TypeRules, TablesLeadFromWholeNumbersToOnesThatFit) {
  const ValueTable map{{300, 1}, {-5, 0}};
  for (const TokenType from : kAll) {
    for (const TokenType to : kAll) {
      EXPECT_EQ(!map_mismatch(from, to, map), is_whole(from) && is_whole(to))
          << name_of(from) << " to " << name_of(to);
    }
    EXPECT_TRUE(map_mismatch({}, from, map)) << name_of(from);
    EXPECT_TRUE(map_mismatch(from, {}, map)) << name_of(from);
  }
  EXPECT_TRUE(map_mismatch({}, {}, map));
  EXPECT_TRUE(map_mismatch(TokenType::int32, TokenType::boolean, {{1, 1}, {2, 2}}));
  EXPECT_TRUE(map_mismatch(TokenType::int32, TokenType::int8, {{1, 128}}));
  EXPECT_FALSE(map_mismatch(TokenType::int32, TokenType::int8, {{1, 127}}));
  EXPECT_TRUE(map_mismatch(TokenType::int32, TokenType::uint64, {{1, -1}}));
}

TEST(Tokens, WholeNumbersAreExactOrRefused) {
  const auto most = std::numeric_limits<std::int64_t>::max();
  const auto whole = [](std::int64_t value, TokenType type, double gain = 1, double offset = 0) {
    return converted(Token(value), type, gain, offset);
  };
  EXPECT_EQ(whole(127, TokenType::int8), Token(std::int64_t{127}));
  EXPECT_FALSE(whole(128, TokenType::int8));
  EXPECT_FALSE(whole(-1, TokenType::uint32));
  EXPECT_EQ(whole(most, TokenType::uint64, 2, 1), Token(~std::uint64_t{0}));
  EXPECT_FALSE(whole(most, TokenType::uint64, 2, 2));
  EXPECT_FALSE(whole(most, TokenType::int64, 1, 1));
  EXPECT_FALSE(whole(1, TokenType::int64, 1e30));
  EXPECT_EQ(whole(most, TokenType::int64, -1, -1), Token(std::numeric_limits<std::int64_t>::min()));
  EXPECT_EQ(whole(1, TokenType::boolean), Token(std::int64_t{1}));
  EXPECT_FALSE(whole(2, TokenType::boolean));
  EXPECT_EQ(converted(Token(~std::uint64_t{0}), TokenType::uint64, 1, 0), Token(~std::uint64_t{0}));
  EXPECT_FALSE(converted(Token(~std::uint64_t{0}), TokenType::int64, 1, 0));
}

TEST(Tokens, FloatsAreOfSinglePrecision) {
  EXPECT_EQ(converted(Token(0.1), TokenType::float32, 2, 0), Token(double(0.2F)));
  EXPECT_FALSE(converted(Token(1e300), TokenType::float32, 1, 0));
  EXPECT_TRUE(converted(Token(INFINITY), TokenType::float32, 1, 0));
  EXPECT_EQ(converted(Token(std::int64_t{3}), TokenType::float32, 0.5, 1), Token(2.5));
}

std::vector<UnitInfo> counter_and_display() {
  std::vector<UnitInfo> units{make_unit("counter", {}, {"y"}), make_unit("display", {"u"}, {})};
  units[0].ports.discrete_outputs = {{"label", TokenType::string}, {"count", TokenType::int32}};
  units[1].ports.discrete_inputs = {{"n", TokenType::int64, std::int64_t{0}, true},
                                    {"single", TokenType::float32, 0.0, true},
                                    {"text", TokenType::string, std::string(), false}};
  return units;
}

TEST(DiscreteWiring, KeepsTheThreeKindsOfLinksApart) {
  const std::vector<UnitInfo> units = counter_and_display();
  Problems problems;
  const Wiring w = wire(connect({{"counter.count", "display.n"},
                                 {"counter.label", "display.text"},
                                 {"counter.y", "display.single"},
                                 {"counter.count", "display.u"}}),
                        units, problems);
  ASSERT_TRUE(problems.empty());
  EXPECT_TRUE(w.links.empty());
  EXPECT_EQ(w.link_of_input, std::vector<int>{-1});
  ASSERT_EQ(w.discrete.links.size(), 2u);
  EXPECT_EQ(w.discrete.links[0].input, 0);
  EXPECT_EQ(w.discrete.links[0].output, 1);
  EXPECT_EQ(w.discrete.links[1].input, 2);
  EXPECT_EQ(w.discrete.links[1].output, 0);
  ASSERT_EQ(w.discrete.sampled.size(), 1u);
  EXPECT_EQ(w.discrete.sampled[0].input, 1);
  EXPECT_EQ(w.discrete.sampled[0].output, 0);
  ASSERT_EQ(w.discrete.held.size(), 1u);
  EXPECT_EQ(w.discrete.held[0].input, 0);
  EXPECT_EQ(w.discrete.held[0].output, 1);
}

TEST(DiscreteWiring, TablesAreKeptInAscendingOrder) {
  const std::vector<UnitInfo> units = counter_and_display();
  Scenario scenario = connect({{"counter.count", "display.n"}, {"counter.label", "display.text"}});
  scenario.connections[0].map = {{7, 1}, {-2, 3}, {5, 2}};
  Problems problems;
  const Wiring w = wire(scenario, units, problems);
  ASSERT_TRUE(problems.empty());
  ASSERT_EQ(w.discrete.links.size(), 2u);
  EXPECT_EQ(w.discrete.links[0].map, (ValueTable{{-2, 3}, {5, 2}, {7, 1}}));
  EXPECT_TRUE(w.discrete.links[1].map.empty());
}

TEST(DiscreteWiring, TablesWhereTheyMakeNoSenseAreReportedOnce) {
  const std::vector<UnitInfo> units = counter_and_display();
  using Pair = std::pair<std::string, std::string>;
  for (const Pair& ends : {Pair("counter.label", "display.text"), Pair("counter.count", "display.u"),
                           Pair("counter.y", "display.u"), Pair("counter.y", "display.single"),
                           Pair("counter.y", "display.n"), Pair("counter.count", "display.single")}) {
    const bool text = ends.second == "display.text";
    Scenario scenario =
        connect(text ? std::vector{ends} : std::vector{ends, Pair("counter.label", "display.text")});
    scenario.connections[0].map = {{1, 1}};
    Problems problems;
    wire(scenario, units, problems);
    ASSERT_EQ(problems.list().size(), 1u) << ends.first << " to " << ends.second;
    EXPECT_EQ(problems.list()[0].id, "type-mismatch");
    EXPECT_NE(problems.list()[0].what.find("a map is for"), std::string::npos) << problems.list()[0].what;
    EXPECT_EQ(problems.list()[0].place.line, 1);
  }
}

TEST(DiscreteWiring, EveryFaultIsReportedOnce) {
  const std::vector<UnitInfo> units = counter_and_display();
  const auto ids = [&](const std::vector<std::pair<std::string, std::string>>& connections) {
    Problems problems;
    wire(connect(connections), units, problems);
    std::vector<std::string> list;
    for (const Problem& p : problems.list()) list.push_back(p.id);
    return list;
  };
  using Ids = std::vector<std::string>;
  EXPECT_EQ(ids({}), Ids{"no-source"});  // the text has no start value
  EXPECT_EQ(ids({{"counter.count", "display.text"}}), Ids{"type-mismatch"});
  EXPECT_EQ(ids({{"counter.lable", "display.text"}}), Ids{"unknown-variable"});
  EXPECT_EQ(ids({{"display.n", "display.text"}}), Ids{"unknown-variable"});
  EXPECT_EQ(ids({{"counter.label", "display.text"}, {"counter.label", "display.text"}}), Ids{"two-sources"});
}

}  // namespace
}  // namespace accordo
