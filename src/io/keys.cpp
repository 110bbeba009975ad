#include "io/keys.hpp"

#include <algorithm>
#include <array>

#include "unit/capabilities.hpp"

#include "integrate/catalogue.hpp"

namespace accordo {
namespace {

constexpr std::array kScenario{
    Key{"constants", "name: value", "none", "[names for numbers](scenario.md#constants)"},
    Key{"units", "mapping", "required", "name → [unit](#units)"},
    Key{"connections", "list", "none",
        "`unit.output -> unit.input`, with a scale where wanted: `a.y * 0.001 + 273.15 -> b.u`; or "
        "[mappings](#connections)"},
    Key{"events", "list of numbers", "none", "instants that no macro-step crosses"},
    Key{"experiment", "mapping", "required (`stop`)", "[when and how](#experiment) to run"},
    Key{"record", "text, list of texts", "every output",
        "signals in the results: `unit.variable`, `*` for any letters, `unit.state(x)` and `unit.input(x)`; "
        "of FMUs also any other variable by its exact name"},
    Key{"ignore_units", "`true`, `false`", "`false`",
        "connections are neither converted nor checked by [units of measurement](scenario.md#quantities)"},
};

// What a unit is comes first: the rest may also be said of a unit that is known from elsewhere (SSP).
constexpr std::array kUnit{
    Key{"equations", "mapping", "", "the unit by [equations](#equations)"},
    Key{"linear", "mapping", "", "the unit by [matrices](#linear)"},
    Key{"fmu", "path", "", "the unit is an FMU of FMI 2.0 or 3.0; the path starts at the scenario's folder"},
    Key{"kind", "name", "what serves best", "FMUs: what the FMU is used as, see [kinds](#kinds)"},
    Key{"parameters", "name: value", "none",
        "other values for parameters: numbers or expressions; of FMUs values of any type, lists for arrays; "
        "tunable ones may follow a [time series](#time-series)"},
    Key{"quantities", "name: unit of measurement", "what an FMU declares",
        "what inputs, outputs and states are [measured in](scenario.md#quantities): `{x: mm, F: N}`; nothing "
        "for none"},
    Key{"repeat", "count, range or `{i: 10, j: 1..5}`", "one unit",
        "[many units](scenario.md#generated-units) from one text: `cell[i]` with `repeat: 3` is `cell[0]`, "
        "`cell[1]` and `cell[2]`"},
    Key{"inputs", "name: [time series](#time-series)", "none",
        "time series for inputs; of FMUs also start values"},
    Key{"capabilities", "name: `true`, `false`", "what the unit can do",
        "pretend [capabilities](#capabilities) away: `{rollback: false}`"},
    Key{"integrator", "name", "`auto`", "the unit's own solver, see [integrators](#integrators)"},
    Key{"integrator_tolerance", "number > 0", "the smaller of 1e-8 and `tolerance`/100",
        "relative tolerance of `dopri5` and `rosenbrock`, at least 1e-15; the absolute one is a hundredth of "
        "it"},
    Key{"micro_step", "number > 0", "a tenth of the macro-step", "longest step of `rk4`"},
    Key{"substeps", "whole number", "[as derived](methods.md#held-inputs)",
        "FMUs: parts of a macro-step, where inputs are of a higher degree than the FMU follows; each gets the "
        "mean, or a line through its ends"},
    Key{"fixed_step", "number > 0", "what the FMU states",
        "FMUs that take steps of one length only: which one"},
    Key{"isolate", "`true`, `false`", "`false`", "the unit runs in a process of its own"},
    Key{"rank", "whole number", "balanced", "under `mpirun`: the rank that hosts the unit, from 1 on"},
};
constexpr std::size_t kUnitIdentity = 7;
static_assert(kUnit[kUnitIdentity - 1].name == "repeat" && kUnit[kUnitIdentity].name == "inputs");

constexpr std::array kEquations{
    Key{"parameters", "name: value", "none", "constants; a value may use other parameters, in any order"},
    Key{"states", "name: initial value", "none", "values may use parameters"},
    Key{"inputs", "name: start value or [time series](#time-series); list of names", "none",
        "start values may use parameters"},
    Key{"der", "state: expression", "", "time derivative of each state: exactly one per state"},
    Key{"outputs", "name: expression", "none",
        "may use states, inputs, parameters and `t`, not other outputs"},
};

constexpr std::array kLinear{
    Key{"states", "name: number", "none", "initial values"},
    Key{"inputs", "name: number or [time series](#time-series); list of names", "none", "start values"},
    Key{"outputs", "list of names", "none", ""},
    Key{"A", "list of rows", "0", "states x states"},
    Key{"B", "list of rows", "0", "states x inputs"},
    Key{"C", "list of rows", "0", "outputs x states"},
    Key{"D", "list of rows", "0", "outputs x inputs"},
    Key{"f0", "list of numbers", "0", "one per state"},
    Key{"g0", "list of numbers", "0", "one per output"},
};

constexpr std::array kSeries{
    Key{"file", "path", "required", "a CSV file; the path starts at the scenario's folder"},
    Key{"column", "text", "the input's name", "which of its columns"},
};

constexpr std::array kConnection{
    Key{"from", "`unit.output`", "required", "the source"},
    Key{"to", "`unit.input`", "required", "the target"},
    Key{"gain", "number", "1", "input = gain · output + offset"},
    Key{"offset", "number", "0", ""},
    Key{"map", "whole number: whole number", "none",
        "between integers, booleans and enumerations: what becomes of each value; not together with `gain` "
        "and `offset`"},
    Key{"for", "`i = 0..9`", "once", "the connection is there for each [index](scenario.md#generated-units)"},
};

constexpr std::array kExperiment{
    Key{"start", "number", "0", ""},
    Key{"stop", "number > `start`", "required", ""},
    Key{"step", "number > 0", "from the tolerance; `monolithic`: 1/1000 of the duration",
        "fixed macro-step (implicit methods halve it where units do not agree)"},
    Key{"tolerance", "number, at least 1e-11", "1e-4",
        "[accuracy](accuracy.md) of the interface, from which the macro-steps follow; excludes `step`"},
    Key{"method", "name", "`auto`",
        "[coupling method](methods-reference.md); `auto` [chooses](methods.md#auto) by what the units can "
        "do"},
    Key{"solver", "name", "the method's", "[solver](methods-reference.md#solvers) of an implicit method"},
    Key{"estimate", "name", "`auto`", "which units are [estimated](#estimates) instead of tried"},
    Key{"options", "name: value", "the method's", "the method's own [knobs](methods-reference.md)"},
    Key{"output_interval", "number > 0", "every communication point",
        "rows at multiples of this interval instead"},
};

const std::vector<Key> kIntegrators = [] {
  std::vector<Key> keys;
  for (const IntegratorKind& kind : integrator_kinds())
    keys.push_back({.name = kind.name, .meaning = kind.text});
  return keys;
}();

constexpr std::array kKinds{
    Key{"co-simulation", "", "", "the FMU brings its own solver"},
    Key{"model-exchange", "", "", "the FMU gives equations, the solver is ours"},
};

constexpr std::array kEstimates{
    Key{"auto", "", "", "those that cannot roll back"},
    Key{"all", "", "", "all that can be estimated"},
    Key{"none", "", "", "none: units must roll back"},
};

constexpr std::array kFmuFeatures{
    Key{"directional_derivatives", "", "", "FMUs: neither linearization nor slopes by these"},
    Key{"input_derivatives", "", "", "FMI 2: inputs are constant within a step"},
    Key{"output_derivatives", "", "", "FMUs: no slopes by these"},
    Key{"intermediate_update", "", "", "FMI 3: inputs are constant within a step"},
    Key{"event_mode", "", "", "FMI 3: the FMU handles its events itself"},
};

// Those of all units come first, what only FMUs have after them.
constexpr auto kCapabilityKeys = [] {
  std::array<Key, kCapabilities.size() + kFmuFeatures.size()> keys;
  for (std::size_t i = 0; i < kCapabilities.size(); ++i)
    keys[i] = {.name = kCapabilities[i].name, .meaning = kCapabilities[i].without};
  std::copy(kFmuFeatures.begin(), kFmuFeatures.end(), keys.begin() + kCapabilities.size());
  return keys;
}();

const std::array kTables{
    KeyTable{"Top level", "", kScenario},
    KeyTable{
        "Units",
        "Under `units`, by name. Exactly one of `equations`, `linear` and `fmu` is required. From `inputs` "
        "on, the keys may also stand in the [annotation](ssp.md#the-annotation) of a system structure.",
        kUnit},
    KeyTable{"Equations", "x' = f(t, x, u), y = g(t, x, u), in [expressions](scenario.md#expressions).",
             kEquations},
    KeyTable{"Linear", "x' = A x + B u + f0, y = C x + D u + g0.", kLinear},
    KeyTable{"Time series", "The value of an input: `{file: f.csv, column: f}`.", kSeries},
    KeyTable{"Connections", "A connection as a mapping: `{from: a.y, to: b.u, gain: 0.001}`.", kConnection},
    KeyTable{"Experiment", "", kExperiment},
    KeyTable{"Integrators", "Values of `integrator`.", kIntegrators},
    KeyTable{"Kinds", "Values of `kind`, for FMUs.", kKinds},
    KeyTable{"Estimates", "Values of `estimate`.", kEstimates},
    KeyTable{"Capabilities",
             "What a unit is without one of them. The last five are features of FMI and for FMUs only.",
             kCapabilityKeys},
};

}  // namespace

namespace keys {
const Keys scenario = kScenario, unit = kUnit, unit_settings = unit.subspan(kUnitIdentity),
           equations = kEquations, linear = kLinear, series = kSeries, connection = kConnection,
           experiment = kExperiment;
const Keys integrators = kIntegrators, kinds = kKinds, estimates = kEstimates;
const Keys fmu_capabilities = kCapabilityKeys, capabilities = fmu_capabilities.first(kCapabilities.size());
}  // namespace keys

std::span<const KeyTable> key_tables() {
  return kTables;
}

std::vector<std::string> names_of(Keys list) {
  std::vector<std::string> names;
  for (const Key& key : list) names.emplace_back(key.name);
  return names;
}

bool is_declared(std::string_view name, Keys list) {
  return std::any_of(list.begin(), list.end(), [&](const Key& key) { return key.name == name; });
}

}  // namespace accordo
