#include "unit/fmi/description/array_elements.hpp"
#include "unit/fmi/description/description_testing.hpp"

namespace accordo::fmi {
namespace {

using Reals = std::vector<double>;
using Integers = std::vector<std::int64_t>;
using Naturals = std::vector<std::uint64_t>;
using Strings = std::vector<std::string>;

TEST(Fmi3Description, RootAndInterfaces) {
  const ModelDescription d = read(kGoodFmi3);
  EXPECT_TRUE(d.warnings.empty()) << describe(d.warnings[0]);
  EXPECT_EQ(d.version, Version::fmi3);
  EXPECT_EQ(d.token, "{tok}");
  ASSERT_TRUE(d.model_exchange && d.co_simulation && d.scheduled_execution);
  EXPECT_TRUE(d.model_exchange->needs_completed_integrator_step);
  EXPECT_FALSE(d.co_simulation->needs_completed_integrator_step) << "unless said in FMI 3";
  EXPECT_TRUE(d.co_simulation->rollback) << "by the spelling of FMI 3, not of FMI 2";
  EXPECT_TRUE(d.co_simulation->directional_derivatives);
  EXPECT_TRUE(d.co_simulation->adjoint_derivatives);
  EXPECT_TRUE(d.co_simulation->event_mode);
  EXPECT_TRUE(d.co_simulation->intermediate_update);
  EXPECT_EQ(d.co_simulation->fixed_internal_step, 0.1);
  EXPECT_EQ(d.co_simulation->recommended_input_smoothness, 2);
  EXPECT_EQ(d.co_simulation->max_output_derivative_order, 3);
}

TEST(Fmi3Description, Variables) {
  const ModelDescription d = read(kGoodFmi3);
  EXPECT_EQ(variable(d, "big").start, Values(Naturals{18446744073709551615u})) << "more than a double holds";
  EXPECT_EQ(variable(d, "small").start, Values(Integers{-128}));
  EXPECT_EQ(variable(d, "flags").start, Values(Integers{1, 0}));
  EXPECT_EQ(variable(d, "s").start, Values(Strings{"one"}));
  EXPECT_EQ(variable(d, "b").start, Values(Strings{std::string("\0\xff\xa0", 3)}));
  EXPECT_EQ(variable(d, "b").mime_type, "application/x-can");
  EXPECT_EQ(variable(d, "b").max_size, 8u);
  EXPECT_EQ(variable(d, "e").start, Values(Integers{-7}));
  EXPECT_EQ(variable(d, "A").start, Values(Reals{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(variable(d, "x").unit, "m");
  EXPECT_EQ(variable(d, "x").aliases, (std::vector<std::string>{"position"}));
  EXPECT_EQ(variable(d, "u").initial, Initial::exact) << "inputs are, in FMI 3";
  EXPECT_TRUE(variable(d, "u").intermediate_update);
  EXPECT_EQ(variable(d, "small").variability, Variability::discrete);
  EXPECT_EQ(variable(d, "n").causality, Causality::structural_parameter);
  EXPECT_EQ(variable(d, "der(x)").derivative_of, 3u);
  ASSERT_TRUE(variable(d, "tick").clock);
  EXPECT_EQ(variable(d, "tick").clock->interval_variability, IntervalVariability::constant);
  EXPECT_EQ(variable(d, "tick").clock->interval, 0.1);
  EXPECT_EQ(variable(d, "sampled").clocks, (std::vector<std::size_t>{14}));
  EXPECT_EQ(variable(d, "sampled").previous, 16u);
}

TEST(Fmi3Description, StructureByValueReference) {
  const ModelDescription d = read(kGoodFmi3);
  const ModelStructure& s = d.structure;
  ASSERT_EQ(s.outputs.size(), 1u);
  EXPECT_EQ(s.outputs[0].variable, 6u);
  ASSERT_TRUE(s.outputs[0].dependencies);
  EXPECT_EQ(s.outputs[0].dependencies->at(0).variable, 3u);
  EXPECT_EQ(s.states, (std::vector<std::size_t>{3}));
  EXPECT_EQ(s.clocked_states.at(0).variable, 15u);
  EXPECT_EQ(s.initial_unknowns.at(0).variable, 6u);
  EXPECT_EQ(d.event_indicators, 4u) << "elements, not variables";
}

TEST(Fmi3Description, Versions) {
  const auto version = [](const std::string& v) {
    return errors(with(kGoodFmi3, "fmiVersion=\"3.0\"", "fmiVersion=\"" + v + "\""));
  };
  for (const char* good : {"3.0", "3.0.2", "3.1"}) EXPECT_EQ(version(good), "") << good;
  for (const char* bad : {"3", "3.", "3.x", "3.0-beta.3", "3.0.", "3.0.1.1", "3.0-rc.1", "30", ""}) {
    EXPECT_EQ(version(bad), "fmu-version") << bad;
  }
}

TEST(Fmi3Description, Refused) {
  struct Case {
    const char *from, *to, *ids;
  };
  for (const Case& c : {
           Case{"name=\"u\" valueReference=\"14\"", "name=\"u\" valueReference=\"15\"",
                "fmu-duplicate-reference"},
           Case{"<Alias name=\"position\"/>", "<Alias name=\"u\"/>", "fmu-duplicate-name"},
           Case{"<Dimension start=\"2\"/>", "<Dimension/>", "fmu-bad-dimension"},
           Case{"<Dimension start=\"2\"/>", "<Dimension start=\"-2\"/>", "fmu-bad-dimension"},
           Case{"<Dimension valueReference=\"10\"/>", "<Dimension valueReference=\"99\"/>",
                "fmu-bad-dimension"},
           Case{"<Dimension valueReference=\"10\"/>", "<Dimension valueReference=\"14\"/>",
                "fmu-bad-dimension"},
           Case{"<Dimension valueReference=\"10\"/>", "<Dimension valueReference=\"11\"/>",
                "fmu-bad-dimension"},
           Case{"<Dimension start=\"2\"/>", "<Dimension start=\"4294967296\"/>", "fmu-too-large"},
           Case{"<Dimension start=\"4\"/>",
                "<Dimension start=\"4294967296\"/><Dimension start=\"4294967296\"/>", "fmu-too-large"},
           Case{"<Float32 name=\"before\"", "<Float128 name=\"before\"", "fmu-bad-variable"},
           Case{"intervalVariability=\"constant\"", "", "fmu-bad-variable"},
           Case{"clocks=\"30\"", "clocks=\"31\"", "fmu-bad-variable"},
           Case{"clocks=\"30\"", "clocks=\"x\"", "fmu-bad-variable"},
       }) {
    EXPECT_EQ(errors(with(kGoodFmi3, c.from, c.to)), c.ids) << c.to;
  }
}

TEST(Fmi3Description, Tolerated) {
  struct Case {
    const char *from, *to, *ids;
  };
  for (const Case& c : {
           Case{"start=\"1 2 3 4 5 6\"", "start=\"1 2 3\"", "fmu-bad-value"},
           Case{"start=\"1 2 3 4 5 6\"", "start=\"7\"", ""},
           Case{"start=\"-128\"", "start=\"-129\"", "fmu-bad-value"},
           Case{"00fFa0", "00fFa", "fmu-bad-value"},
           Case{"derivative=\"12\"", "derivative=\"12\" future=\"x\"", ""},
           Case{"previous=\"32\"", "previous=\"99\"", "fmu-bad-value"},
           Case{"<Output valueReference=\"15\"",
                "<Output valueReference=\"99\"/><Output valueReference=\"15\"", "fmu-bad-structure"},
       }) {
    EXPECT_EQ(warnings(with(kGoodFmi3, c.from, c.to)), c.ids) << c.to;
  }
}

std::vector<std::string> names(const ModelDescription& d, std::size_t i,
                               const StructuralValues& values = {}) {
  std::vector<std::string> list;
  for (const Element& e : elements(d, i, values)) {
    EXPECT_EQ(e.variable, i);
    EXPECT_EQ(e.offset, list.size());
    list.push_back(e.name);
  }
  return list;
}

TEST(ArrayElements, AreNamedFromOneRowByRow) {
  const ModelDescription d = read(kGoodFmi3);
  EXPECT_EQ(names(d, 2),
            (std::vector<std::string>{"A[1,1]", "A[1,2]", "A[1,3]", "A[2,1]", "A[2,2]", "A[2,3]"}));
  EXPECT_EQ(names(d, 3), (std::vector<std::string>{"x[1]", "x[2]", "x[3]"}));
  EXPECT_EQ(names(d, 5), (std::vector<std::string>{"u"}));
}

TEST(ArrayElements, FollowStructuralParameters) {
  const ModelDescription d = read(kGoodFmi3);
  EXPECT_EQ(names(d, 2, {{1, 1}}), (std::vector<std::string>{"A[1,1]", "A[2,1]"}));
  EXPECT_TRUE(names(d, 3, {{1, 0}}).empty());
  EXPECT_EQ(element_count(d.variables[2], {{1, 5}}), 10u);
  EXPECT_EQ(element_count(d.variables[2], {{1, UINT64_MAX}}), UINT64_MAX);
  EXPECT_THROW(elements(d, 2, {{1, UINT64_MAX}}), Error);
}

}  // namespace
}  // namespace accordo::fmi
