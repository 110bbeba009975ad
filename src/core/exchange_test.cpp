// Discrete values on their way: through maps, and what is refused when.
#include "core/exchange.hpp"

#include <gtest/gtest.h>

#include "model/model_testing.hpp"

namespace accordo {
namespace {

/// One source with two outputs and one sink with two inputs, all of one type.
std::vector<UnitInfo> source_and_sink(TokenType type) {
  std::vector<UnitInfo> units{make_unit("source", {}, {}), make_unit("sink", {}, {})};
  units[0].ports.discrete_outputs = {{"a", type}, {"b", type}};
  units[1].ports.discrete_inputs = {{"a", type, empty_token(type), true},
                                    {"b", type, empty_token(type), true}};
  return units;
}

struct Mapped {
  explicit Mapped(TokenType type, ValueTable map) : units(source_and_sink(type)) {
    Scenario scenario = connect({{"source.a", "sink.a"}, {"source.b", "sink.b"}});
    scenario.connections[0].map = std::move(map);
    Problems problems;
    wiring = wire(scenario, units, problems);
    EXPECT_TRUE(problems.empty());
  }

  std::vector<UnitInfo> units;
  Wiring wiring;
};

TEST(Exchange, MapsEachValueAndLeavesOthersAlone) {
  const Mapped mapped(TokenType::int32, {{3, 30}, {-1, 10}, {2, 20}});
  Exchange exchange(mapped.wiring, mapped.units);
  for (const auto& [from, to] : ValueTable{{-1, 10}, {2, 20}, {3, 30}}) {
    exchange.table()[0] = from;
    exchange.table()[1] = from;
    EXPECT_TRUE(exchange.route({}, 0));
    EXPECT_EQ(exchange.inputs()[0], Token(to));
    EXPECT_EQ(exchange.inputs()[1], Token(from));
    EXPECT_FALSE(exchange.route({}, 0));
  }
}

TEST(Exchange, MapsUnsignedValues) {
  const Mapped mapped(TokenType::uint64, {{7, 8}});
  Exchange exchange(mapped.wiring, mapped.units);
  exchange.table()[0] = std::uint64_t{7};
  EXPECT_TRUE(exchange.route({}, 0));
  EXPECT_EQ(exchange.inputs()[0], Token(std::uint64_t{8}));
  exchange.table()[0] = ~std::uint64_t{0};
  EXPECT_THROW(exchange.route({}, 0), Error);
}

TEST(Exchange, AValueWithoutAnEntryIsAnErrorOnceNothingChangesAnyMore) {
  const Mapped mapped(TokenType::int32, {{1, 2}});
  Exchange exchange(mapped.wiring, mapped.units);
  const auto refusal = [&](bool settling) {
    try {
      exchange.route({}, 0.5, settling);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), Exit::unit_failed);
      return error.problems().front().id + ": " + error.problems().front().what;
    }
    return std::string();
  };
  const std::string expected =
      "unmapped-value: 'sink.a' (Int32) gets 5, for which its map has no entry, at t = 0.5";
  exchange.table()[0] = std::int64_t{5};
  exchange.table()[1] = std::int64_t{6};
  EXPECT_EQ(refusal(true), "") << "the other value has changed";
  EXPECT_EQ(exchange.inputs()[0], Token(std::int64_t{0})) << "not touched";
  EXPECT_EQ(refusal(true), expected);
  exchange.table()[1] = std::int64_t{7};
  EXPECT_EQ(refusal(false), expected);
  exchange.table()[0] = std::int64_t{1};
  EXPECT_EQ(refusal(false), "") << "what was refused before is forgotten";
}

}  // namespace
}  // namespace accordo
