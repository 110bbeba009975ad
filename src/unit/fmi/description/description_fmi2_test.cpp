#include "unit/fmi/description/description_testing.hpp"

namespace accordo::fmi {
namespace {

using Reals = std::vector<double>;
using Integers = std::vector<std::int64_t>;
using Strings = std::vector<std::string>;

int line_of(const std::string& text, const std::string& words) {
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(text.find(words));
  return 1 + static_cast<int>(std::count(text.begin(), end, '\n'));
}

TEST(Fmi2Description, Root) {
  const ModelDescription d = read(kGoodFmi2);
  EXPECT_EQ(d.version, Version::fmi2);
  EXPECT_EQ(d.token, "{abc-1}");
  EXPECT_EQ(d.model_name, "Spring");
  EXPECT_EQ(d.model_version, "1.2");
  EXPECT_TRUE(d.structured_names);
  EXPECT_EQ(d.event_indicators, 2u);
  ASSERT_EQ(d.log_categories.size(), 1u);
  EXPECT_EQ(d.log_categories[0].name, "logAll");
  EXPECT_EQ(d.experiment.stop, 2.5);
  EXPECT_EQ(d.experiment.step, 0.01);
  EXPECT_EQ(d.experiment.tolerance, 1e-6);
  EXPECT_TRUE(d.warnings.empty()) << describe(d.warnings[0]);
}

TEST(Fmi2Description, Interfaces) {
  const ModelDescription d = read(kGoodFmi2);
  ASSERT_TRUE(d.model_exchange && d.co_simulation);
  EXPECT_FALSE(d.scheduled_execution);
  EXPECT_EQ(d.model_exchange->model_identifier, "spring");
  EXPECT_TRUE(d.model_exchange->directional_derivatives);
  EXPECT_FALSE(d.model_exchange->rollback);
  EXPECT_TRUE(d.model_exchange->needs_completed_integrator_step) << "unless said otherwise in FMI 2";
  EXPECT_EQ(d.co_simulation->model_identifier, "spring_cs");
  EXPECT_TRUE(d.co_simulation->variable_step);
  EXPECT_TRUE(d.co_simulation->rollback);
  EXPECT_TRUE(d.co_simulation->interpolates_inputs);
  EXPECT_TRUE(d.co_simulation->asynchronous);
  EXPECT_FALSE(d.co_simulation->directional_derivatives);
  EXPECT_EQ(d.co_simulation->max_output_derivative_order, 1);
}

TEST(Fmi2Description, UnitsAndTypes) {
  const ModelDescription d = read(kGoodFmi2);
  ASSERT_EQ(d.units.size(), 1u);
  EXPECT_EQ(d.units[0].exponents, (std::array<int, 8>{0, 0, 0, 0, 1, 0, 0, 0}));
  EXPECT_EQ(d.units[0].offset, 273.15);
  EXPECT_EQ(d.units[0].factor, 1);
  EXPECT_EQ(d.units[0].display_units.at(0).factor, 1.8);
  ASSERT_EQ(d.types.size(), 2u);
  EXPECT_EQ(d.types[1].items.at(1).name, "on");
  EXPECT_EQ(d.types[1].items.at(1).value, 5);
  const Variable& t = variable(d, "T");
  EXPECT_EQ(t.unit, "degC") << "from its type";
  EXPECT_EQ(t.min, -273.15);
  EXPECT_EQ(t.max, 100) << "its own";
  EXPECT_EQ(t.declared_type, 0u);
}

TEST(Fmi2Description, Variables) {
  const ModelDescription d = read(kGoodFmi2);
  ASSERT_EQ(d.variables.size(), 12u);
  EXPECT_EQ(variable(d, "x").start, Values(Reals{-1}));
  EXPECT_EQ(variable(d, "f").start, Values(Reals{1.5}));
  EXPECT_EQ(variable(d, "n").start, Values(Integers{3}));
  EXPECT_EQ(variable(d, "n").type, Type::int32);
  EXPECT_EQ(variable(d, "on").start, Values(Integers{1}));
  EXPECT_EQ(variable(d, "file").start, Values(Strings{"a b.txt"}));
  EXPECT_EQ(variable(d, "mode").start, Values(Integers{5}));
  EXPECT_EQ(variable(d, "der(v)").start, Values());
  EXPECT_EQ(variable(d, "der(x)").derivative_of, 1u);
  EXPECT_EQ(variable(d, "v").causality, Causality::local);
  EXPECT_EQ(variable(d, "v").variability, Variability::continuous);
  EXPECT_EQ(variable(d, "m").variability, Variability::tunable);
  EXPECT_EQ(variable(d, "m").initial, Initial::exact);
  EXPECT_EQ(variable(d, "f").initial, Initial::none);
  EXPECT_EQ(variable(d, "x").initial, Initial::exact);
  EXPECT_EQ(variable(d, "der(x)").initial, Initial::calculated);
  EXPECT_EQ(variable(d, "time").line, line_of(kGoodFmi2, "name=\"time\""));
}

TEST(Fmi2Description, Structure) {
  const ModelStructure s = read(kGoodFmi2).structure;
  ASSERT_EQ(s.outputs.size(), 1u);
  EXPECT_EQ(s.outputs[0].variable, 1u) << "from 1 in the file, from 0 here";
  ASSERT_TRUE(s.outputs[0].dependencies);
  ASSERT_EQ(s.outputs[0].dependencies->size(), 2u);
  EXPECT_EQ(s.outputs[0].dependencies->at(1).variable, 5u);
  EXPECT_EQ(s.outputs[0].dependencies->at(1).kind, DependencyKind::constant);
  ASSERT_EQ(s.derivatives.size(), 2u);
  EXPECT_FALSE(s.derivatives[1].dependencies) << "not given: on everything";
  EXPECT_EQ(s.states, (std::vector<std::size_t>{1, 2})) << "not v = der(x) as an ordinary variable";
  ASSERT_EQ(s.initial_unknowns.size(), 1u);
  ASSERT_TRUE(s.initial_unknowns[0].dependencies) << "given and empty: on nothing";
  EXPECT_TRUE(s.initial_unknowns[0].dependencies->empty());
}

// Faults of real FMUs whose meaning is clear: read with a warning, or without where the standards disagree.
TEST(Fmi2Description, Tolerated) {
  struct Case {
    const char *from, *to, *ids;
  };
  for (const Case& c : {
           Case{"fmiVersion=\"2.0\"", "fmiVersion=\"2.0.3\"", ""},
           Case{" guid=\"{abc-1}\"", "", "fmu-missing-attribute"},
           Case{"start=\"3\"", "start=\"3.0\"", ""},
           Case{"start=\"3\"", "start=\"3.5\"", "fmu-bad-value"},
           Case{"start=\"3\"", "start=\"99999999999\"", "fmu-bad-value"},
           Case{"start=\"true\"", "start=\"True\"", ""},
           Case{"start=\"5\" min", "start=\"NaN\" min", "fmu-bad-value"},
           Case{"max=\"9\"", "max=\"INF\"", "fmu-bad-value"},
           Case{"max=\"9\"", "max=\"-1\"", "fmu-bad-value"},
           Case{"max=\"9\"", "max=\"9\" nominal=\"0\"", "fmu-bad-value"},
           Case{" variability=\"tunable\"", "", ""},
           Case{" variability=\"tunable\"", " variability=\"continuous\"", "fmu-bad-value"},
           Case{"causality=\"input\"", "causality=\"input\" initial=\"approx\"", ""},
           Case{"<InitialUnknowns><Unknown index=\"5\" dependencies=\"\"/></InitialUnknowns>", "", ""},
           Case{"stopTime=\"2.5\"", "stopTime=\"-1\"", "fmu-bad-value"},
           Case{"tolerance=\"1e-6\"", "tolerance=\"abc\"", "fmu-bad-value"},
           Case{"declaredType=\"Temperature\"", "declaredType=\"Lost\"", "fmu-bad-value"},
           Case{"<Outputs><Unknown index=\"2\"", "<Outputs><Unknown index=\"99\"/><Unknown index=\"2\"",
                "fmu-bad-structure"},
           Case{"<Outputs><Unknown index=\"2\"", "<Outputs><Unknown index=\"2\"/><Unknown index=\"2\"",
                "fmu-bad-structure"},
           Case{"<Outputs><Unknown index=\"2\"", "<Outputs><Unknown index=\"6\"/><Unknown index=\"2\"",
                "fmu-bad-structure"},
           Case{"dependencies=\"3 6\"", "dependencies=\"3 66\"", "fmu-bad-structure"},
           Case{"dependenciesKind=\"dependent constant\"", "dependenciesKind=\"dependent\"",
                "fmu-bad-structure"},
           Case{"name=\"der(x)\" valueReference=\"2\"", "name=\"v\" valueReference=\"2\"",
                "fmu-duplicate-name"},
           Case{"modelName=\"Spring\"", "modelName=\"Spr\xfcng\"", "fmu-not-utf8"},
       }) {
    EXPECT_EQ(warnings(with(kGoodFmi2, c.from, c.to)), c.ids) << c.to;
  }
}

TEST(Fmi2Description, WhatToleratedFaultsMean) {
  const auto m = variable(read(with(kGoodFmi2, " variability=\"tunable\"", "")), "m");
  EXPECT_EQ(m.variability, Variability::fixed);
  const auto no_start = variable(read(with(kGoodFmi2, "start=\"5\" min", "start=\"NaN\" min")), "m");
  EXPECT_EQ(no_start.start, Values());
  const auto outputs = [](const std::string& text) { return read(text).structure.outputs; };
  EXPECT_FALSE(outputs(with(kGoodFmi2, "dependencies=\"3 6\"", "dependencies=\"3 66\"")).at(0).dependencies);
  const auto forgotten = outputs(with(kGoodFmi2,
                                      "<Outputs><Unknown index=\"2\" dependencies=\"3 6\" "
                                      "dependenciesKind=\"dependent constant\"/></Outputs>",
                                      ""));
  ASSERT_EQ(forgotten.size(), 1u);
  EXPECT_FALSE(forgotten[0].dependencies);
  EXPECT_EQ(read(with(kGoodFmi2, "modelName=\"Spring\"", "modelName=\"Spr\xfcng\"")).model_name, "Sprüng");
}

TEST(Fmi2Description, OrderOfElementsDoesNotMatter) {
  const std::size_t begin = kGoodFmi2.find("  <ModelStructure>"),
                    end = kGoodFmi2.find("</fmiModelDescription>");
  std::string text = kGoodFmi2;
  const std::string structure = text.substr(begin, end - begin);
  text.erase(begin, end - begin);
  text = with(text, "  <ModelExchange", structure + "  <ModelExchange");
  EXPECT_EQ(read(text).structure.states.size(), 2u);
}

TEST(Fmi2Description, FaultyStatesCostModelExchangeOnly) {
  const std::string text = with(kGoodFmi2, "<Real derivative=\"3\"/>", "<Real/>");
  const ModelDescription d = read(text);
  EXPECT_FALSE(d.model_exchange);
  EXPECT_TRUE(d.co_simulation);
  EXPECT_TRUE(d.structure.states.empty());
  EXPECT_EQ(ids(d.warnings), "fmu-bad-structure");
  std::string only = text;
  const std::size_t begin = only.find("  <CoSimulation"), end = only.find("  <UnitDefinitions");
  EXPECT_EQ(errors(only.erase(begin, end - begin)), "fmu-bad-structure");
  EXPECT_FALSE(
      read(with(kGoodFmi2, "<Derivatives><Unknown index=\"4\"", "<Derivatives><Unknown index=\"44\""))
          .model_exchange);
}

TEST(Fmi2Description, Refused) {
  struct Case {
    const char *from, *to, *ids;
  };
  for (const Case& c : {
           Case{"fmiVersion=\"2.0\"", "fmiVersion=\"1.0\"", "fmu-version"},
           Case{"fmiVersion=\"2.0\"", "fmiVersion=\"2.0-rc\"", "fmu-version"},
           Case{"fmiVersion=\"2.0\"", "fmiVersion=\"3.0-beta.3\"", "fmu-version"},
           Case{"fmiVersion=\"2.0\"", "fmiVersion=\"4.0\"", "fmu-version"},
           Case{"fmiVersion=\"2.0\"", "", "fmu-version"},
           Case{"modelIdentifier=\"spring\"", "modelIdentifier=\"../spring\"", "fmu-bad-identifier"},
           Case{"modelIdentifier=\"spring\"", "modelIdentifier=\"\"", "fmu-bad-identifier"},
           Case{"name=\"x\"", "", "fmu-bad-variable"},
           Case{"name=\"x\"", "name=\"x&#27;[2J\"", "fmu-bad-variable"},
           Case{"name=\"x\"", "name=\"f\"", "fmu-duplicate-name"},
           Case{"valueReference=\"1\"", "valueReference=\"-1\"", "fmu-bad-variable"},
           Case{"valueReference=\"1\"", "valueReference=\"4294967296\"", "fmu-bad-variable"},
           Case{"valueReference=\"1\"", "", "fmu-bad-variable"},
           Case{"causality=\"input\"", "causality=\"inout\"", "fmu-bad-variable"},
           Case{"<Integer start=\"3\"/>", "<Complex/>", "fmu-bad-variable"},
           Case{"numberOfEventIndicators=\"2\"", "numberOfEventIndicators=\"99999999999\"", "fmu-too-large"},
           Case{"<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<!DOCTYPE x [<!ENTITY a \"b\">]>",
                "fmu-bad-xml"},
           Case{"</ModelVariables>", "", "fmu-bad-xml"},
           Case{"<fmiModelDescription ", "<?x?><other/><fmiModelDescription ", "fmu-bad-description"},
       }) {
    EXPECT_EQ(errors(with(kGoodFmi2, c.from, c.to)), c.ids) << c.to;
  }
  EXPECT_EQ(errors(""), "fmu-bad-xml");
}

TEST(Fmi2Description, AllProblemsAtOnceWithTheirLines) {
  std::string text = with(kGoodFmi2, "name=\"x\"", "name=\"\"");
  text = with(text, "causality=\"input\"", "causality=\"inout\"");
  text = with(text, "modelIdentifier=\"spring\"", "modelIdentifier=\"a/b\"");
  try {
    read(text);
    FAIL();
  } catch (const Error& error) {
    ASSERT_EQ(error.problems().size(), 3u) << error.what();
    EXPECT_EQ(error.problems()[0].place.line, line_of(text, "a/b"));
    EXPECT_EQ(error.problems()[1].place.line, line_of(text, "name=\"\""));
    EXPECT_EQ(error.problems()[1].place.column, 6) << "after <";
    EXPECT_EQ(error.problems()[2].place.line, line_of(text, "inout"));
  }
}

}  // namespace
}  // namespace accordo::fmi
