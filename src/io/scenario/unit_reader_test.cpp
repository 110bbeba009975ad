// Units of a scenario file: aliases share their body, and each mistake has its message.
#include <gtest/gtest.h>

#include "io/scenario/problem_testing.hpp"
#include "io/scenario/scenario_reader.hpp"
#include "unit/ode/specs.hpp"

namespace accordo {
namespace {

Scenario read_units(const std::string& units) {
  Problems problems;
  std::optional<Scenario> s =
      read_scenario_text("units:\n" + units + "experiment: {stop: 1}\n", "folder/test.yaml", problems);
  EXPECT_TRUE(problems.empty()) << describe_all(problems.list());
  return s ? std::move(*s) : Scenario{};
}

TEST(UnitReader, AliasesAndMergesShareTheirBody) {
  const Scenario s =
      read_units(R"(  a: &a {equations: {parameters: {k: 1}, outputs: {y: k*t}}, integrator: rk4}
  b: *a
  c: {<<: *a, parameters: {k: 2}}
)");
  ASSERT_EQ(s.units.size(), 3u);
  EXPECT_EQ(s.units[0].body, s.units[1].body);
  EXPECT_EQ(s.units[0].body, s.units[2].body);
  EXPECT_EQ(s.units[1].name.text, "b");
  EXPECT_EQ(s.units[1].name.place.line, 3);
  EXPECT_EQ(s.units[1].integrator, "rk4");
  ASSERT_EQ(s.units[2].parameters.size(), 1u);
  EXPECT_EQ(s.units[2].parameters[0].value.text, "2");
  EXPECT_TRUE(s.units[1].parameters.empty());
}

TEST(UnitReader, AProblemInASharedBodyIsReportedOnce) {
  const std::vector<Problem> problems = problems_of(
      "units:\n  a: &a {equations: {states: {x: 1}}}\n  b: *a\n  c: {<<: *a, integrator: rk4}\nexperiment: "
      "{stop: 1}\n");
  ASSERT_EQ(problems.size(), 1u) << describe_all(problems);
  EXPECT_EQ(problems[0].id, "missing-der");
}

TEST(UnitReader, InputsMayBeNumbersEmptyListsOrSeries) {
  const Scenario s = read_units(
      R"(  a: {equations: {inputs: {f: 3, g: ~, h: {file: h.csv, column: q}, i: {file: /i.csv}}, outputs: {y: f}}}
  b: {equations: {inputs: [f, g], outputs: {f: f}}, inputs: {g: {file: g.csv}}, integrator_tolerance: 1e-9}
)");
  const auto& a = *s.units[0].as<EquationsSpec>();
  ASSERT_EQ(a.inputs.size(), 4u);
  EXPECT_EQ(a.inputs[0].value.text, "3");
  for (std::size_t i = 1; i < 4; ++i) EXPECT_TRUE(a.inputs[i].value.text.empty());
  ASSERT_EQ(s.units[0].series.size(), 2u);
  EXPECT_EQ(s.units[0].series[0].file, std::filesystem::path("folder/h.csv"));
  EXPECT_EQ(s.units[0].series[0].column.text, "q");
  EXPECT_EQ(s.units[0].series[1].file, std::filesystem::path("/i.csv"));
  EXPECT_EQ(s.units[0].series[1].column.text, "i");
  EXPECT_EQ(s.units[1].body->inputs.size(), 2u);
  ASSERT_EQ(s.units[1].series.size(), 1u);
  EXPECT_EQ(s.units[1].series[0].input.text, "g");
  EXPECT_EQ(s.units[1].integrator_tolerance, 1e-9);
}

TEST(UnitReader, QuantitiesAreNamesOfUnitsAndNoExpressions) {
  const Scenario s =
      read_units(R"(  a: &a {quantities: {y: m, u: N.m/rad, w: "1", v: ~}, equations: {outputs: {y: t}}}
  b: *a
  c[m]: {repeat: 3, quantities: {y: m}, equations: {outputs: {y: t}}}
)");
  ASSERT_EQ(s.units.size(), 5u);
  for (std::size_t k = 0; k < 2; ++k) {
    ASSERT_EQ(s.units[k].quantities.size(), 4u);
    EXPECT_EQ(s.units[k].quantities[0].name.text, "y");
    EXPECT_EQ(s.units[k].quantities[0].value.text, "m");
    EXPECT_EQ(s.units[k].quantities[1].value.text, "N.m/rad");
    EXPECT_EQ(s.units[k].quantities[2].value.text, "1");
    EXPECT_EQ(s.units[k].quantities[3].value.text, "") << "none, whatever the FMU says";
    EXPECT_EQ(s.units[k].quantities[0].value.place.line, 2);
  }
  EXPECT_EQ(s.units[3].quantities.at(0).value.text, "m") << "a meter, not the index";
}

TEST(UnitReader, QuotedAndBlockExpressionsMayContainCommas) {
  const Scenario s = read_units(
      "  a:\n    equations:\n      outputs:\n        y: if(t > 1, 2, 3)\n"
      "  b: {equations: {outputs: {y: \"if(t > 1, 2, 3)\", z: 'max(1, 2)'}}}\n");
  EXPECT_EQ(s.units[0].as<EquationsSpec>()->outputs[0].value.text, "if(t > 1, 2, 3)");
  EXPECT_EQ(s.units[1].as<EquationsSpec>()->outputs[0].value.text, "if(t > 1, 2, 3)");
}

class UnitFault : public testing::TestWithParam<Fault> {};

TEST_P(UnitFault, IsReportedOnceWithPlaceAndRemedy) {
  expect_fault(GetParam());
}

#define UNIT(body) "experiment: {stop: 1}\nunits:\n  a: " body "\n"
#define EQUATIONS(body) UNIT("{equations: {" body "}}")

INSTANTIATE_TEST_SUITE_P(
    Body, UnitFault,
    testing::Values(
        Fault{"Null", UNIT(""), "wrong-kind", 3, 3, "expected a mapping"},
        Fault{"Text", UNIT("x"), "wrong-kind", 3, 6, "expected a mapping"},
        Fault{"Neither", UNIT("{integrator: rk4}"), "unit-body", 3, 6, "exactly one"},
        Fault{"Both", UNIT("{equations: {outputs: {y: t}}, linear: {outputs: [y]}}"), "unit-body", 3, 6,
              "more than one"},
        Fault{"FmuKind", UNIT("{fmu: a.fmu, kind: cosimulation}"), "bad-kind", 3, 25, "co-simulation"},
        Fault{"FmuSubsteps", UNIT("{fmu: a.fmu, substeps: 1.5}"), "bad-substeps", 3, 29, "whole"},
        Fault{"FmuAndLinear", UNIT("{fmu: a.fmu, linear: {}}"), "unit-body", 3, 6, "exactly one"},
        Fault{"OnlyFmus", UNIT("{linear: {outputs: [y]}, kind: co-simulation}"), "only-fmus", 3, 31, "FMUs"},
        Fault{"Empty", UNIT("{equations: {}}"), "empty-unit", 3, 18, "nothing"},
        Fault{"QuantitiesText", UNIT("{quantities: m, equations: {outputs: {y: t}}}"), "wrong-kind", 3, 19,
              "a mapping"},
        Fault{"QuantityList", UNIT("{quantities: {y: [m]}, equations: {outputs: {y: t}}}"), "wrong-kind", 3,
              23, "a text"},
        Fault{"EquationsText", UNIT("{equations: x}"), "wrong-kind", 3, 18, "expected a mapping"},
        Fault{"UnknownKey", UNIT("{equations: {outputs: {y: t}}, integrater: rk4}"), "unknown-key", 3, 37,
              "did you mean 'integrator'?"},
        Fault{"UnknownEquationsKey", EQUATIONS("outputs: {y: t}, ders: {}"), "unknown-key", 3, 36,
              "did you mean 'der'?"},
        Fault{"DotInName", "units:\n  a.b: {equations: {outputs: {y: t}}}\nexperiment: {stop: 1}\n",
              "bad-name", 2, 3, "dot"},
        Fault{"SpaceInName", "units:\n  a b: {equations: {outputs: {y: t}}}\nexperiment: {stop: 1}\n",
              "bad-name", 2, 3, "space"},
        Fault{"StarInName", "units:\n  a*: {equations: {outputs: {y: t}}}\nexperiment: {stop: 1}\n",
              "bad-name", 2, 3, "*"},
        Fault{"ArrowInName", "units:\n  a->b: {equations: {outputs: {y: t}}}\nexperiment: {stop: 1}\n",
              "bad-name", 2, 3, "connection"},
        Fault{"EmptyName", "units:\n  '': {equations: {outputs: {y: t}}}\nexperiment: {stop: 1}\n",
              "bad-name", 2, 3, "empty"}),
    fault_name);

INSTANTIATE_TEST_SUITE_P(
    Equations, UnitFault,
    testing::Values(
        Fault{"FellApart", EQUATIONS("states: {v: 0}, der: {v: if(t > 1, 2, 3)}"), "flow-mapping-fell-apart",
              3, 44, "quote the expression"},
        Fault{"FellApartTwice", EQUATIONS("outputs: {y: max(t, 1), z: max(t, 1)}"), "flow-mapping-fell-apart",
              3, 32, "block style"},
        Fault{"FellApartInMerge",
              "experiment: {stop: 1}\nunits:\n  a: {equations: {outputs: &o {y: max(t, 1)}}}\n"
              "  b: {equations: {outputs: {<<: *o}}}\n",
              "flow-mapping-fell-apart", 3, 35, "comma"},
        Fault{"BadIdentifier", EQUATIONS("outputs: {2y: t}"), "bad-name", 3, 29, "letters"},
        Fault{"BadInput", EQUATIONS("inputs: [a-b], outputs: {y: t}"), "bad-name", 3, 28, "an input"},
        Fault{"ParameterAndState", EQUATIONS("parameters: {x: 1}, states: {x: 0}, der: {x: 1}"),
              "duplicate-name", 3, 48, "a parameter in line 3 and of a state in line 3"},
        Fault{"StateAndInput", EQUATIONS("states: {x: 0}, inputs: {x: 1}, der: {x: 1}"), "duplicate-name", 3,
              44, "an input"},
        Fault{"InputTwice", EQUATIONS("inputs: [f, f], outputs: {y: f}"), "duplicate-name", 3, 31,
              "different"},
        Fault{"MissingDer", EQUATIONS("states: {x: 0, v: 1}, der: {x: v}"), "missing-der", 3, 34,
              "add 'v: …' to der"},
        Fault{"DerOfInput", EQUATIONS("states: {x: 0}, inputs: {v: 1}, der: {x: v, v: 1}"),
              "der-of-non-state", 3, 63, "not a state"},
        Fault{"NoInitialValue", EQUATIONS("states: {x: }, der: {x: 1}"), "missing-value", 3, 28, "write x:"},
        Fault{"EmptyExpression", EQUATIONS("outputs: {y: ''}"), "missing-value", 3, 29, "no value"},
        Fault{"ExpressionList", EQUATIONS("outputs: {y: [1]}"), "wrong-kind", 3, 32, "an expression"},
        Fault{"OutputsList", EQUATIONS("outputs: [y]"), "wrong-kind", 3, 28, "name: value"},
        Fault{"DuplicateOutput", EQUATIONS("outputs: {y: 1, y: 2}"), "duplicate-key", 3, 35, "keep one"},
        Fault{"SeriesWithoutFile", EQUATIONS("inputs: {f: {column: f}}, outputs: {y: f}"), "missing-key", 3,
              31, "needs a file"},
        Fault{"SeriesUnknownKey", EQUATIONS("inputs: {f: {file: f.csv, colunm: f}}, outputs: {y: f}"),
              "unknown-key", 3, 45, "did you mean 'column'?"}),
    fault_name);

#define WITH(more) UNIT("{equations: {outputs: {y: t}}, " more "}")

INSTANTIATE_TEST_SUITE_P(
    Knobs, UnitFault,
    testing::Values(
        Fault{"Integrator", WITH("integrator: dopri"), "unknown-integrator", 3, 49, "did you mean 'dopri5'?"},
        Fault{"Tolerance", WITH("integrator_tolerance: 0"), "not-positive", 3, 59, "greater than 0"},
        Fault{"MicroStep", WITH("micro_step: -1"), "not-positive", 3, 49, "micro_step"},
        Fault{"MicroStepNan", WITH("micro_step: .nan"), "not-finite", 3, 49, "micro_step"},
        Fault{"Capability", WITH("capabilities: {rolback: false}"), "unknown-key", 3, 52,
              "did you mean 'rollback'?"},
        Fault{"CapabilityValue", WITH("capabilities: {rollback: 3}"), "wrong-kind", 3, 62, "true or false"},
        Fault{"InputValue", WITH("inputs: {f: 3}"), "wrong-kind", 3, 49, "time series"},
        Fault{"ParametersList", WITH("parameters: [m]"), "wrong-kind", 3, 49, "a mapping"},
        Fault{"HalfRank", WITH("rank: 1.5"), "bad-rank", 3, 43, "whole"},
        Fault{"IsolateNumber", WITH("isolate: 3"), "wrong-kind", 3, 46, "isolate"}),
    fault_name);

#undef WITH
#undef EQUATIONS
#undef UNIT

}  // namespace
}  // namespace accordo
