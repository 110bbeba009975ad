// What a user relies on when a scenario is wrong: exit code 2, the place, a stable id, and a remedy.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/integration/program.hpp"

namespace accordo::testing {
namespace {

struct Fault {
  const char* name;
  std::string text;
  const char* id;
  int line, column;
  const char* word;  ///< must occur in the message or its remedy

  friend std::ostream& operator<<(std::ostream& out, const Fault& f) { return out << f.name; }
};

class ScenarioErrors : public ::testing::TestWithParam<Fault> {};

TEST_P(ScenarioErrors, HavePlaceIdAndRemedy) {
  const Fault& f = GetParam();
  const Folder folder;
  folder.write("s.yaml", f.text);
  const std::string place =
      f.line > 0 ? fmt::format("s.yaml:{}:{}: error: ", f.line, f.column) : "s.yaml: error: ";
  for (const char* command : {"check", "run", "info"}) {
    const Result result = accordo(folder, {command, "s.yaml"});
    EXPECT_EQ(result.code, 2) << f.text << result;
    EXPECT_NE(result.err.find(place), std::string::npos) << place << "\n" << result;
    EXPECT_NE(result.err.find(fmt::format("[{}]", f.id)), std::string::npos) << f.id << "\n" << result;
    EXPECT_NE(result.err.find(f.word), std::string::npos) << f.word << "\n" << result;
    EXPECT_EQ(result.out, "");
  }
  EXPECT_FALSE(folder.has("s.csv")) << "nothing is written for an invalid scenario";
}

/// One sound unit; `rest` follows from line 7 on.
std::string unit(const std::string& rest) {
  return "units:\n  plant:\n    equations:\n      states: {x: 1}\n      der: {x: -x}\n      outputs: {pos: "
         "x}\n" +
         rest;
}

/// The sound unit with this experiment in line 7: values start in column 14.
std::string experiment(const std::string& text) {
  return unit("experiment: {" + text + "}\n");
}

/// The sound unit and a second one with an input, line 10 of which is the first connection.
std::string connected(const std::string& connections, const std::string& input = "u: 0") {
  return unit("  ctrl: {equations: {parameters: {k: 2}, inputs: {" + input +
              "}, outputs: {y: u}}}\nexperiment: {stop: 1}\nconnections:\n" + connections);
}

/// A unit whose states start in line 4, its derivatives in line 5 and outputs in line 6.
std::string equations(const std::string& states, const std::string& der,
                      const std::string& outputs = "{y: x}") {
  return "units:\n  a:\n    equations:\n      states: " + states + "\n      der: " + der +
         "\n      outputs: " + outputs + "\nexperiment: {stop: 1}\n";
}

std::string name_of(const ::testing::TestParamInfo<Fault>& info) {
  return info.param.name;
}

// clang-format off
INSTANTIATE_TEST_SUITE_P(Connections, ScenarioErrors, ::testing::Values(
    Fault{"UnknownUnit", connected("  - plnat.pos -> ctrl.u\n"), "unknown-unit", 10, 5, "did you mean 'plant'?"},
    Fault{"UnknownTargetUnit", connected("  - plant.pos -> ctlr.u\n"), "unknown-unit", 10, 18, "did you mean 'ctrl'?"},
    Fault{"UnknownOutput", connected("  - plant.pso -> ctrl.u\n"), "unknown-variable", 10, 5, "did you mean 'pos'?"},
    Fault{"UnknownInput", connected("  - plant.pos -> ctrl.uu\n"), "unknown-variable", 10, 18, "did you mean 'u'?"},
    Fault{"UnitWithoutInputs", connected("  - ctrl.y -> plant.u\n"), "unknown-variable", 10, 15, "no inputs at all"},
    Fault{"StateAsSource", connected("  - plant.x -> ctrl.u\n"), "unknown-variable", 10, 5, "add it to the outputs"},
    Fault{"ParameterAsTarget", connected("  - plant.pos -> ctrl.k\n"), "unknown-variable", 10, 18, "is a parameter"},
    Fault{"InputAsSource", connected("  - ctrl.u -> ctrl.u\n"), "unknown-variable", 10, 5, "unit.output -> unit.input"},
    Fault{"TwoSources", connected("  - plant.pos -> ctrl.u\n  - ctrl.y -> ctrl.u\n"), "two-sources", 11, 5, "line 10"},
    Fault{"NoSource", connected("  []\n", "u: "), "no-source", 7, 51, "start value"},
    Fault{"NoArrow", connected("  - plant.pos ctrl.u\n"), "bad-connection", 10, 5, "->"},
    Fault{"NoVariable", connected("  - plant -> ctrl\n"), "bad-name", 10, 5, "unit.output"},
    Fault{"GainNan", connected("  - plant.pos * nan -> ctrl.u\n"), "bad-connection", 10, 5, "finite"}), name_of);

INSTANTIATE_TEST_SUITE_P(Expressions, ScenarioErrors, ::testing::Values(
    Fault{"UnknownSymbol", equations("{x: 1}", "{x: -x + speed}"), "unknown-symbol", 5, 21, "known:"},
    Fault{"MisspelledSymbol", equations("{speed: 1}", "{speed: -spede}", "{y: speed}"), "unknown-symbol", 5, 21, "did you mean 'speed'?"},
    Fault{"UnknownSymbolInBlock", equations("{x: 1}", "\n        x: -x + 2*y"), "unknown-symbol", 6, 19, "'y'"},
    Fault{"OutputInExpression", equations("{x: 1}", "{x: -x}", "{y: x, z: 2*y}"), "unknown-symbol", 6, 28, "cannot use outputs"},
    Fault{"TwoOperators", equations("{x: 1}", "{x: -x +* 2}"), "expression-syntax", 5, 20, "expected a value"},
    Fault{"OpenBracket", equations("{x: 1}", "{x: 2*(x + 1}"), "expression-syntax", 5, 18, "missing ')'"},
    Fault{"EndsEarly", equations("{x: 1}", "{x: x +}"), "expression-syntax", 5, 19, "expected"},
    Fault{"FunctionWithoutArguments", equations("{x: 1}", "{x: sin}"), "expression-syntax", 5, 16, "sin(x)"},
    Fault{"UnknownSymbolInQuotes", equations("{x: 1}", "{x: '  2*w'}"), "unknown-symbol", 5, 21, "'w'"},
    Fault{"WrongArgumentCount", equations("{x: 1}", "{x: \"sin(x, 2)\"}"), "wrong-argument-count", 5, 17, "1 argument"},
    Fault{"FellApart", equations("{x: 1}", "{x: max(x, 2)}"), "flow-mapping-fell-apart", 5, 16, "quote the expression"},
    Fault{"FellApartInOutputs", equations("{x: 1}", "{x: -x}", "{y: if(x > 1, 2, 3), z: x}"), "flow-mapping-fell-apart", 6, 20, "block style"},
    Fault{"TooDeep", equations("{x: 1}", "{x: " + std::string(5000, '(') + "x" + std::string(5000, ')') + "}"), "expression-syntax", 5, 516, "nested"},
    Fault{"NotFiniteInitialValue", equations("{x: log(-1)}", "{x: -x}"), "not-finite", 4, 19, "log(-1)"},
    Fault{"NanInitialValue", equations("{x: nan}", "{x: -x}"), "unknown-symbol", 4, 19, "nan"}), name_of);

INSTANTIATE_TEST_SUITE_P(Units, ScenarioErrors, ::testing::Values(
    Fault{"NoDerivative", equations("{x: 1, w: 0}", "{x: -x}"), "missing-der", 4, 22, "add 'w: …' to der"},
    Fault{"DerivativeOfNoState", equations("{x: 1}", "{x: -x, w: 1}"), "der-of-non-state", 5, 20, "not a state"},
    Fault{"EmptyUnit", "units:\n  a: {equations: {}}\nexperiment: {stop: 1}\n", "empty-unit", 2, 18, "states or outputs"},
    Fault{"NoBody", "units:\n  a: {parameters: {k: 1}}\nexperiment: {stop: 1}\n", "unit-body", 2, 6, "exactly one of"},
    Fault{"NoUnits", "units: {}\nexperiment: {stop: 1}\n", "no-units", 1, 8, "equations"},
    Fault{"DotInName", "units:\n  a.b: {equations: {outputs: {y: t}}}\nexperiment: {stop: 1}\n", "bad-name", 2, 3, "dot"},
    Fault{"DuplicateUnit", unit("  plant: {equations: {outputs: {y: t}}}\nexperiment: {stop: 1}\n"), "duplicate-key", 7, 3, "in line 2"},
    Fault{"DuplicateState", equations("{x: 1, x: 2}", "{x: -x}"), "duplicate-key", 4, 22, "given twice"},
    Fault{"DuplicateSection", experiment("stop: 1") + "experiment: {stop: 2}\n", "duplicate-key", 8, 1, "keep one"},
    Fault{"SameNameTwice", equations("{x: 1}", "{x: -x}") + "    inputs: 3\n", "yaml-syntax", 8, 5, "not YAML"},
    Fault{"StateAndParameter", "units:\n  a:\n    equations:\n      parameters: {x: 1}\n      states: {x: 1}\n      der: {x: -x}\nexperiment: {stop: 1}\n",
          "duplicate-name", 5, 16, "different names"},
    Fault{"ReservedName", equations("{pi: 1}", "{pi: 1}", "{y: pi}"), "reserved-name", 4, 16, "choose another name"},
    Fault{"UnknownKey", unit("experimnt: {stop: 1}\n"), "unknown-key", 7, 1, "did you mean 'experiment'?"},
    Fault{"UnknownIntegrator", unit("    integrator: rk5\nexperiment: {stop: 1}\n"), "unknown-integrator", 7, 17, "did you mean 'rk4'?"},
    Fault{"HopelessIntegratorTolerance", unit("    integrator_tolerance: 1e-300\nexperiment: {stop: 1}\n"), "tolerance-too-small", 7, 27, "1e-15"},
    Fault{"MethodNeedsMore", unit("    capabilities: {evaluation: false}\nexperiment: {stop: 1, method: monolithic}\n"), "method-needs", 2, 3, "jacobi"},
    Fault{"NanInMatrix", "units:\n  a: {linear: {states: {x: 1}, A: [[.nan]]}}\nexperiment: {stop: 1}\n", "not-finite", 2, 37, "A"}), name_of);

INSTANTIATE_TEST_SUITE_P(Experiment, ScenarioErrors, ::testing::Values(
    Fault{"NoExperiment", unit(""), "missing-stop", 1, 1, "--stop"},
    Fault{"NoStop", experiment("step: 0.1"), "missing-stop", 7, 13, "--stop"},
    Fault{"StopBeforeStart", experiment("start: 2, stop: 1"), "stop-before-start", 7, 30, "start (2)"},
    Fault{"StopIsStart", experiment("stop: 0"), "stop-before-start", 7, 20, "start (0)"},
    Fault{"StopNan", experiment("stop: .nan"), "not-finite", 7, 20, "finite"},
    Fault{"StopInfinite", experiment("stop: .inf"), "not-finite", 7, 20, "finite"},
    Fault{"StopIsText", experiment("stop: soon"), "wrong-kind", 7, 20, "number"},
    Fault{"TooLong", experiment("start: -1e308, stop: 1e308"), "not-finite", 7, 35, "double"},
    Fault{"StepZero", experiment("stop: 1, step: 0, method: jacobi"), "not-positive", 7, 29, "greater than 0"},
    Fault{"StepNegative", experiment("stop: 1, step: -0.1, method: jacobi"), "not-positive", 7, 29, "greater than 0"},
    Fault{"StepNan", experiment("stop: 1, step: nan, method: jacobi"), "not-finite", 7, 29, "finite"},
    Fault{"StepBelowResolution", experiment("stop: 1, step: 1e-300, method: jacobi"), "step-too-small", 7, 29, "larger"},
    Fault{"StepBelowResolutionOfLateTimes", experiment("start: 1e16, stop: 1.1e16, step: 0.1, method: jacobi"), "step-too-small", 7, 47, "larger"},
    Fault{"StepAndTolerance", experiment("stop: 1, step: 0.1, tolerance: 1e-3"), "step-and-tolerance", 7, 34, "keep step"},
    Fault{"HopelessTolerance", experiment("stop: 1, tolerance: 1e-300"), "tolerance-too-small", 7, 34, "1e-11"},
    Fault{"UnknownMethod", experiment("stop: 1, step: 0.1, method: jcobi"), "unknown-method", 7, 42, "did you mean 'jacobi'?"},
    Fault{"UnknownOption", experiment("stop: 1, step: 0.1, method: jacobi, options: {ordr: 1}"), "unknown-option", 7, 60, "did you mean 'order'?"},
    Fault{"OptionOutOfRange", experiment("stop: 1, step: 0.1, method: jacobi, options: {order: 7}"), "bad-option", 7, 67, "between"},
    Fault{"SolverWithoutIteration", experiment("stop: 1, method: jacobi, solver: newton"), "no-solver", 7, 47, "does not iterate"},
    Fault{"EventNan", unit("events: [0.5, .nan]\nexperiment: {stop: 1}\n"), "not-finite", 7, 15, "event"},
    Fault{"RecordsNothing", unit("record: ['plant.q*']\nexperiment: {stop: 1}\n"), "unknown-signal", 7, 10, "no signal matches"},
    Fault{"RecordsUnknown", unit("record: [plant.poss]\nexperiment: {stop: 1}\n"), "unknown-signal", 7, 10, "did you mean 'pos'?"}), name_of);
// clang-format on

TEST(Check, TellsEveryProblemAtOnceInTheOrderOfTheFile) {
  const Folder folder;
  folder.write("s.yaml", R"(units:
  a: {equations: {states: {x: nope}, inputs: {u: }, der: {x: -y}, outputs: {y: x}}}
connections:
  - b.y -> a.v
record: [c.z]
experiment: {stop: 1, step: -1, method: jakobi}
)");
  const Result result = accordo(folder, {"check", "s.yaml"});
  EXPECT_EQ(result.code, 2);
  std::size_t at = 0;
  for (const char* expected :
       {"s.yaml:2:31: error", "s.yaml:2:63: error", "s.yaml:4:5: error", "s.yaml:4:12: error",
        "s.yaml:5:10: error", "s.yaml:6:29: error", "s.yaml:6:41: error", "7 problems"}) {
    const std::size_t found = result.err.find(expected, at);
    ASSERT_NE(found, std::string::npos) << expected << "\n" << result;
    at = found;
  }
}

TEST(Check, AcceptsASoundScenarioAndWritesNothing) {
  const Folder folder;
  folder.write("s.yaml", pair_scenario());
  const Result result = accordo(folder, {"check", "s.yaml"});
  EXPECT_EQ(result.code, 0) << result;
  EXPECT_NE(result.out.find("ok"), std::string::npos);
  EXPECT_EQ(result.err, "");
  EXPECT_FALSE(folder.has("s.csv"));
}

}  // namespace
}  // namespace accordo::testing
