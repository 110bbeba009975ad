// The order of outputs: laws that hold for any system, checked on random ones against brute force.
#include "model/graph.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <set>

#include "model/model_testing.hpp"

namespace accordo {
namespace {

struct System {
  std::vector<UnitInfo> units;
  Wiring wiring;

  std::string output_name(int output) const {
    const int unit = wiring.unit_of_output[static_cast<std::size_t>(output)];
    const UnitInfo& info = units[static_cast<std::size_t>(unit)];
    return info.name + '.' +
           info.ports.outputs[static_cast<std::size_t>(output - wiring.layout.first_output(unit))];
  }
};

System make(std::vector<UnitInfo> units,
            const std::vector<std::pair<std::string, std::string>>& connections) {
  Problems problems;
  System s{std::move(units), {}};
  s.wiring = wire(connect(connections), s.units, problems);
  EXPECT_TRUE(problems.empty());
  return s;
}

using Connections = std::vector<std::pair<std::string, std::string>>;

std::string dotted(const std::string& unit, const std::string& variable) {
  return std::string(unit).append(".").append(variable);
}

/// Units with up to three inputs and outputs, random feed-through and connections.
std::pair<std::vector<UnitInfo>, Connections> random_system(std::mt19937& random, std::size_t count,
                                                            unsigned long density) {
  std::vector<UnitInfo> units;
  std::vector<std::string> sources, targets;
  for (std::size_t k = 0; k < count; ++k) {
    const std::string name = numbered("u", k);
    std::vector<std::string> inputs, outputs;
    for (std::size_t i = 0, n = random() % 4; i < n; ++i) inputs.push_back(numbered("i", i));
    for (std::size_t i = 0, n = random() % 4; i < n; ++i) outputs.push_back(numbered("o", i));
    std::vector<std::vector<int>> feed_through(outputs.size());
    for (std::vector<int>& inputs_of_output : feed_through) {
      for (int i = 0; i < static_cast<int>(inputs.size()); ++i) {
        if (random() % 100 < density) inputs_of_output.push_back(i);
      }
    }
    for (const std::string& i : inputs) targets.push_back(dotted(name, i));
    for (const std::string& o : outputs) sources.push_back(dotted(name, o));
    units.push_back(make_unit(name, inputs, outputs, feed_through));
  }
  Connections connections;
  for (const std::string& target : targets) {
    if (sources.empty() || random() % 4 == 0) continue;
    connections.emplace_back(sources[random() % sources.size()], target);
  }
  return {units, connections};
}

/// needs[o]: the outputs that output o depends on directly, straight from the definition.
std::vector<std::set<int>> direct_needs(const System& s) {
  std::vector<std::set<int>> needs(static_cast<std::size_t>(s.wiring.layout.outputs()));
  for (const Link& link : s.wiring.links) {
    const int unit = s.wiring.unit_of_input[static_cast<std::size_t>(link.input)];
    const UnitInfo& info = s.units[static_cast<std::size_t>(unit)];
    const int local = link.input - s.wiring.layout.first_input(unit);
    for (std::size_t o = 0; o < info.feed_through.size(); ++o) {
      const std::vector<int>& inputs = info.feed_through[o];
      if (std::find(inputs.begin(), inputs.end(), local) == inputs.end()) continue;
      needs[static_cast<std::size_t>(s.wiring.layout.first_output(unit)) + o].insert(link.output);
    }
  }
  return needs;
}

/// reach[a][b]: output a depends on output b, directly or not (Warshall).
std::vector<std::vector<bool>> reachability(const std::vector<std::set<int>>& needs) {
  const std::size_t n = needs.size();
  std::vector<std::vector<bool>> reach(n, std::vector<bool>(n));
  for (std::size_t a = 0; a < n; ++a) {
    for (const int b : needs[a]) reach[a][static_cast<std::size_t>(b)] = true;
  }
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t a = 0; a < n; ++a) {
      for (std::size_t b = 0; reach[a][k] && b < n; ++b) {
        if (reach[k][b]) reach[a][b] = true;
      }
    }
  }
  return reach;
}

void check_laws(const System& s) {
  const OutputOrder order = order_outputs(s.wiring, s.units);
  const std::vector<std::set<int>> needs = direct_needs(s);
  const std::vector<std::vector<bool>> reach = reachability(needs);
  std::map<int, int> stage_of;  // -1: first
  for (const int o : order.outputs_first) {
    EXPECT_TRUE(stage_of.emplace(o, -1).second);
    EXPECT_TRUE(needs[static_cast<std::size_t>(o)].empty());
  }
  for (std::size_t i = 0; i < order.stages.size(); ++i) {
    for (const int o : order.stages[i].outputs) EXPECT_TRUE(stage_of.emplace(o, static_cast<int>(i)).second);
  }
  ASSERT_EQ(static_cast<int>(stage_of.size()), s.wiring.layout.outputs()) << "every output exactly once";

  std::size_t links = order.links_first.size();
  for (const Link& link : order.links_first) EXPECT_EQ(stage_of[link.output], -1);
  for (std::size_t i = 0; i < order.stages.size(); ++i) {
    const OutputOrder::Stage& stage = order.stages[i];
    links += stage.links_after.size();
    for (const Link& link : stage.links_after) EXPECT_EQ(stage_of[link.output], static_cast<int>(i));
    std::set<int> owners;
    for (const int o : stage.outputs) {
      owners.insert(s.wiring.unit_of_output[static_cast<std::size_t>(o)]);
      EXPECT_FALSE(needs[static_cast<std::size_t>(o)].empty());
      EXPECT_EQ(reach[static_cast<std::size_t>(o)][static_cast<std::size_t>(o)], stage.loop);
      for (const int other : needs[static_cast<std::size_t>(o)]) {
        if (stage.loop) {
          EXPECT_LE(stage_of[other], static_cast<int>(i));
        } else {
          EXPECT_LT(stage_of[other], static_cast<int>(i));
        }
      }
      for (const int other : stage.outputs) {
        EXPECT_TRUE(!stage.loop || reach[static_cast<std::size_t>(o)][static_cast<std::size_t>(other)]);
      }
    }
    EXPECT_EQ(stage.units, std::vector<int>(owners.begin(), owners.end()));
    EXPECT_EQ(stage.loop_inputs.empty(), !stage.loop);
    EXPECT_EQ(describe_loop(stage, s.wiring, s.units).empty(), !stage.loop);
  }
  EXPECT_EQ(links, s.wiring.links.size());
}

TEST(OutputOrder, LawsHoldForRandomSystems) {
  std::mt19937 random(7);
  for (int i = 0; i < 400; ++i) {
    const auto [units, connections] = random_system(random, 1 + random() % 9, 10 + random() % 60);
    check_laws(make(units, connections));
  }
}

TEST(OutputOrder, PermutingUnitsPermutesTheResult) {
  std::mt19937 random(11);
  for (int i = 0; i < 200; ++i) {
    auto [units, connections] = random_system(random, 2 + random() % 7, 40);
    const auto stages_by_name = [](const System& s) {
      const OutputOrder order = order_outputs(s.wiring, s.units);
      std::multiset<std::set<std::string>> stages;
      for (const OutputOrder::Stage& stage : order.stages) {
        std::set<std::string> names;
        for (const int o : stage.outputs) names.insert(s.output_name(o));
        stages.insert(names);
      }
      return stages;
    };
    const auto before = stages_by_name(make(units, connections));
    std::shuffle(units.begin(), units.end(), random);
    EXPECT_EQ(stages_by_name(make(units, connections)), before);
  }
}

TEST(OutputOrder, WithoutFeedThroughThereIsNothingToOrder) {
  const System s = make({make_unit("left", {"f"}, {"x", "v"}), make_unit("right", {"x", "v"}, {"f"})},
                        {{"left.x", "right.x"}, {"left.v", "right.v"}, {"right.f", "left.f"}});
  const OutputOrder order = order_outputs(s.wiring, s.units);
  EXPECT_TRUE(order.stages.empty());
  EXPECT_EQ(order.links_first.size(), 3u);
}

TEST(OutputOrder, ADamperBetweenMassesIsOneStageWithoutLoop) {
  const System s =
      make({make_unit("left", {"f"}, {"x", "v"}), make_unit("damper", {"x", "v"}, {"f"}, {{0, 1}})},
           {{"left.x", "damper.x"}, {"left.v", "damper.v"}, {"damper.f", "left.f"}});
  const OutputOrder order = order_outputs(s.wiring, s.units);
  ASSERT_EQ(order.stages.size(), 1u);
  EXPECT_FALSE(order.stages[0].loop);
  EXPECT_EQ(order.stages[0].units, (std::vector<int>{1}));
  EXPECT_EQ(order.links_first.size(), 2u);
  EXPECT_EQ(order.stages[0].links_after.size(), 1u);
}

TEST(OutputOrder, LoopsAreFoundAndDescribed) {
  const System s = make({make_unit("S1", {"v_C"}, {"f_C"}, {{0}}), make_unit("S2", {"f_C"}, {"v_C"}, {{0}})},
                        {{"S1.f_C", "S2.f_C"}, {"S2.v_C", "S1.v_C"}});
  const OutputOrder order = order_outputs(s.wiring, s.units);
  EXPECT_EQ(loops(order), (std::vector<std::vector<int>>{{0, 1}}));
  EXPECT_EQ(order.stages[0].loop_inputs, (std::vector<int>{0, 1}));
  EXPECT_EQ(describe_loop(order.stages[0], s.wiring, s.units), "S1.f_C -> S2.f_C -> S2.v_C -> S1.v_C");
}

TEST(OutputOrder, AnOutputFedBackToItsOwnInputIsALoop) {
  const System s = make({make_unit("a", {"u"}, {"y"}, {{0}})}, {{"a.y", "a.u"}});
  const OutputOrder order = order_outputs(s.wiring, s.units);
  ASSERT_EQ(order.stages.size(), 1u);
  EXPECT_TRUE(order.stages[0].loop);
  EXPECT_EQ(describe_loop(order.stages[0], s.wiring, s.units), "a.y -> a.u");
}

TEST(OutputOrder, UnconnectedInputsMakeNoDependence) {
  const System s = make({make_unit("a", {"u", "w"}, {"y"}, {{0, 1}})}, {});
  EXPECT_TRUE(order_outputs(s.wiring, s.units).stages.empty());
}

TEST(OutputOrder, LongChainsGiveOneStagePerUnit) {
  constexpr std::size_t count = 10000;
  const auto name = [](std::size_t k) { return numbered("u", k % count); };
  std::vector<UnitInfo> units;
  Connections connections;
  for (std::size_t k = 0; k < count; ++k) {
    units.push_back(make_unit(name(k), {"u"}, {"y"}, {{0}}));
    connections.emplace_back(name(k) + ".y", name(k + 1) + ".u");
  }
  const System ring = make(units, connections);
  const OutputOrder loop = order_outputs(ring.wiring, ring.units);
  ASSERT_EQ(loop.stages.size(), 1u);
  EXPECT_EQ(loop.stages[0].outputs.size(), count);
  connections.pop_back();
  const System chain = make(units, connections);
  EXPECT_EQ(order_outputs(chain.wiring, chain.units).stages.size(), count - 1);
}

}  // namespace
}  // namespace accordo
