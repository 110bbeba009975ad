// What units of measurement make of connections.
#include "model/quantity_rules.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "model/model_testing.hpp"

namespace accordo {
namespace {

/// Units `a` with outputs and `b` with inputs, one each per entry, measured in these.
std::vector<UnitInfo> measured(const std::vector<std::pair<const char*, const char*>>& ends) {
  std::vector<UnitInfo> units{make_unit("a", {}, {}), make_unit("b", {}, {})};
  for (std::size_t i = 0; i < ends.size(); ++i) {
    units[0].ports.outputs.push_back(numbered("y", i));
    units[0].ports.output_quantities.push_back(quantity_named(ends[i].first));
    units[1].ports.inputs.push_back(numbered("u", i));
    units[1].ports.input_quantities.push_back(quantity_named(ends[i].second));
  }
  units[0].feed_through.resize(ends.size());
  units[1].ports.start.assign(ends.size(), 0);
  units[1].ports.has_start.assign(ends.size(), true);
  return units;
}

Scenario connected(std::size_t count) {
  std::vector<std::pair<std::string, std::string>> list;
  for (std::size_t i = 0; i < count; ++i) list.emplace_back(numbered("a.y", i), numbered("b.u", i));
  return connect(list);
}

struct Found {
  std::vector<Problem> problems, warnings;
};

Found convert_all(Scenario& scenario, const std::vector<UnitInfo>& units) {
  Found found;
  Problems problems;
  convert_connections(scenario, units, problems, found.warnings);
  found.problems = problems.list();
  return found;
}

TEST(QuantityRules, AConversionIsAGainAndAnOffset) {
  Scenario scenario = connected(3);
  const Found found = convert_all(scenario, measured({{"mm", "m"}, {"degC", "K"}, {"N", "kg.m/s2"}}));
  EXPECT_TRUE(found.problems.empty());
  EXPECT_TRUE(found.warnings.empty());
  const auto& c = scenario.connections;
  EXPECT_EQ(c[0].gain, 1e-3);
  EXPECT_EQ(c[0].offset, 0);
  EXPECT_EQ(c[1].gain, 1);
  EXPECT_EQ(c[1].offset, 273.15);
  EXPECT_EQ(c[2].gain, 1);
  EXPECT_EQ(c[0].scale, ScaleOrigin::converted);
  EXPECT_EQ(c[1].scale, ScaleOrigin::converted);
  EXPECT_EQ(c[2].scale, ScaleOrigin::open);
}

TEST(QuantityRules, ConvertingTwiceIsConvertingOnce) {
  const std::vector<UnitInfo> units = measured({{"mm", "m"}, {"degC", "K"}});
  Scenario once = connected(2);
  convert_all(once, units);
  Scenario twice = once;
  EXPECT_TRUE(convert_all(twice, units).warnings.empty());
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(once.connections[i].gain, twice.connections[i].gain);
    EXPECT_EQ(once.connections[i].offset, twice.connections[i].offset);
  }
}

TEST(QuantityRules, OrderOfConnectionsChangesNothing) {
  const std::vector<UnitInfo> units = measured({{"mm", "m"}, {"degC", "K"}, {"bar", "Pa"}, {"mm", "K"}});
  Scenario forth = connected(4), back = connected(4);
  std::reverse(back.connections.begin(), back.connections.end());
  EXPECT_EQ(convert_all(forth, units).problems.size(), convert_all(back, units).problems.size());
  std::reverse(back.connections.begin(), back.connections.end());
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(forth.connections[i].gain, back.connections[i].gain);
    EXPECT_EQ(forth.connections[i].offset, back.connections[i].offset);
  }
}

TEST(QuantityRules, DifferentDimensionsAreRefusedAllAtOnce) {
  Scenario scenario = connected(3);
  const Found found = convert_all(scenario, measured({{"mm", "K"}, {"m", "m"}, {"N", "Pa"}}));
  ASSERT_EQ(found.problems.size(), 2u);
  const Problem& p = found.problems[0];
  EXPECT_EQ(p.id, "quantity-mismatch");
  EXPECT_EQ(p.place.line, 1);
  EXPECT_EQ(found.problems[1].place.line, 3);
  for (const char* word : {"'a.y0'", "mm", "'b.u0'", "K"}) {
    EXPECT_NE(p.what.find(word), std::string::npos) << word;
  }
  EXPECT_NE(p.remedy.find("a.y0 * 1 -> b.u0"), std::string::npos) << p.remedy;
}

TEST(QuantityRules, WhatTheUserGivesIsNeverConverted) {
  for (const auto& [gain, offset] : {std::pair{1.0, 0.0}, {2.0, 0.0}, {1.0, 5.0}, {1e-3, 0.0}}) {
    Scenario scenario = connected(3);
    for (ConnectionSpec& c : scenario.connections) {
      c.gain = gain;
      c.offset = offset;
      c.scale = ScaleOrigin::given;
    }
    const Found found = convert_all(scenario, measured({{"mm", "m"}, {"mm", "K"}, {"furlong", "m"}}));
    EXPECT_TRUE(found.problems.empty());
    for (const ConnectionSpec& c : scenario.connections) {
      EXPECT_EQ(c.gain, gain);
      EXPECT_EQ(c.offset, offset);
    }
  }
}

TEST(QuantityRules, AFactorThatContradictsTheUnitsIsMentioned) {
  struct Case {
    const char *from, *to;
    double gain, offset;
    bool warns;
  };
  const Case cases[] = {
      {"mm", "m", 0.001, 0, false},      {"mm", "m", -0.001, 0, false},  // the sign is a matter of taste
      {"mm", "m", 1, 0, true},           {"mm", "m", 1000, 0, true},
      {"degC", "K", 1, 273.15, false},   {"degC", "K", 1, 0, true},
      {"degC", "K", -1, -273.15, false}, {"deg", "rad", 0.01745329, 0, false},
      {"deg", "rad", 57.29578, 0, true}, {"rad/s", "rad/s", 3, 0, false},  // a gear
      {"N", "N", -1, 0, false},          {"m", "m", 0.001, 0, true},       // neither end is in mm
      {"K", "K", 1, 273.15, true},       {"m", "N", 5000, 0, false},       // a stiffness
      {"furlong", "m", 201, 0, false},   {"1", "1", 1000, 0, false},
  };
  for (const Case& c : cases) {
    Scenario scenario = connected(1);
    scenario.connections[0].gain = c.gain;
    scenario.connections[0].offset = c.offset;
    scenario.connections[0].scale = ScaleOrigin::given;
    const Found found = convert_all(scenario, measured({{c.from, c.to}}));
    ASSERT_EQ(found.warnings.size(), c.warns ? 1u : 0u) << c.from << c.to << c.gain;
    for (const Problem& w : found.warnings) EXPECT_EQ(w.id, "quantity-factor");
  }
}

TEST(QuantityRules, UnknownUnitsAndCyclesAreMentionedOnly) {
  Scenario scenario = connected(4);
  const Found found =
      convert_all(scenario, measured({{"furlong", "m"}, {"rod", "rod"}, {"Hz", "rad/s"}, {"rad", "1"}}));
  EXPECT_TRUE(found.problems.empty());
  ASSERT_EQ(found.warnings.size(), 2u);
  EXPECT_EQ(found.warnings[0].id, "quantity-unknown");
  EXPECT_EQ(found.warnings[0].place.line, 1);
  EXPECT_EQ(found.warnings[1].id, "quantity-cycles");
  for (const ConnectionSpec& c : scenario.connections) EXPECT_EQ(c.gain, 1);
}

TEST(QuantityRules, WhatIsSettledStaysAsItIs) {
  Scenario scenario = connected(1);
  scenario.connections[0].scale = ScaleOrigin::settled;
  const Found found = convert_all(scenario, measured({{"mm", "K"}}));
  EXPECT_TRUE(found.problems.empty());
  EXPECT_TRUE(found.warnings.empty());
}

TEST(QuantityRules, GeneratedConnectionsGiveOneWarning) {
  std::vector<UnitInfo> units;
  std::vector<std::pair<std::string, std::string>> list;
  for (std::size_t i = 0; i < 5; ++i) {
    units.push_back(make_unit(numbered("c[", i) + "]", {"u"}, {"y"}));
    units.back().ports.input_quantities = {quantity_named("rod")};
    units.back().ports.output_quantities = {quantity_named("furlong")};
    list.emplace_back(units.back().name + ".y", units.back().name + ".u");
  }
  Scenario scenario = connect(list);
  for (ConnectionSpec& c : scenario.connections) c.source.place.line = 1;
  EXPECT_EQ(convert_all(scenario, units).warnings.size(), 1u);
}

TEST(QuantityRules, SinglePrecisionIsMeasuredToo) {
  std::vector<UnitInfo> units = measured({{"mm", "m"}});
  units[0].ports.outputs.clear();
  units[0].ports.output_quantities.clear();
  units[0].ports.discrete_outputs = {{"y0", TokenType::float32, {}, false, quantity_named("mm")}};
  Scenario scenario = connected(1);
  convert_all(scenario, units);
  EXPECT_EQ(scenario.connections[0].gain, 1e-3);
}

TEST(QuantityRules, AScenarioDeclaresUnitsOfPorts) {
  UnitInfo unit = make_unit("a", {"f"}, {"x"});
  unit.ports.states = {"x", "v"};
  unit.ports.input_quantities = {quantity_named("m")};  // by the FMU
  UnitSpec spec;
  const auto declare = [&](const char* name, const char* text) {
    spec.quantities.push_back({{name, {"test.yaml", 1, 1}}, {text, {"test.yaml", 1, 5}}});
  };
  declare("f", "kN");
  declare("x", "mm");
  Problems problems;
  std::vector<Problem> warnings;
  declare_quantities(spec, unit, problems, warnings);
  EXPECT_TRUE(problems.empty());
  EXPECT_TRUE(warnings.empty());
  using Names = std::vector<std::pair<std::string, std::string>>;
  EXPECT_EQ(measured_ports(unit.ports), (Names{{"f", "kN"}, {"x", "mm"}}));
  EXPECT_EQ(unit.ports.state_quantities[0].unit, "mm");
  EXPECT_EQ(with_units(unit.ports.states, unit.ports.state_quantities),
            (std::vector<std::string>{"x [mm]", "v"}));

  declare("F", "N");
  declare("v", "furlong/s");
  declare("f", "");
  declare_quantities(spec, unit, problems, warnings);
  ASSERT_EQ(problems.list().size(), 1u);
  EXPECT_EQ(problems.list()[0].id, "unknown-variable");
  EXPECT_EQ(problems.list()[0].remedy, "did you mean 'f'?");
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0].id, "quantity-unknown");
  EXPECT_EQ(measured_ports(unit.ports), (Names{{"x", "mm"}, {"v", "furlong/s"}}));
}

}  // namespace
}  // namespace accordo
