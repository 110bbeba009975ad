#include "io/scenario/keys.hpp"

#include <fmt/format.h>

#include <array>
#include <map>

#include "integrate/catalogue.hpp"
#include "kinds/registry.hpp"
#include "unit/capabilities.hpp"

namespace accordo {
namespace {

constexpr std::array kScenario{
    Key{"constants", "name: value", "none", "[names for numbers](scenario.md#constants)"},
    Key{"units", "mapping", "required", "name → [unit](#units)"},
    Key{"connections", "list", "none",
        "`unit.output -> unit.input`, with a scale where wanted: `a.y * 0.001 + 273.15 -> b.u`; or "
        "[mappings](#connections)"},
    Key{"events", "list of numbers, `none`", "those found",
        "instants that no macro-step crosses, besides those that equations and series "
        "[tell of](scenario.md#events); `none`: not these, either"},
    Key{"experiment", "mapping", "required (`stop`)", "[when and how](#experiment) to run"},
    Key{"record", "text, list of texts", "every output",
        "signals in the results: `unit.variable`, `*` for any letters, `unit.state(x)` and `unit.input(x)`; "
        "of FMUs also any other variable by its exact name"},
    Key{"ignore_units", "`true`, `false`", "`false`",
        "connections are neither converted nor checked by [units of measurement](scenario.md#quantities)"},
};

// What a unit is comes first: the rest may also be said of a unit that is known from elsewhere (SSP). Before
// each of the three parts stand the keys of single kinds.
constexpr std::array kUnitIdentity{
    Key{"parameters", "name: value", "none",
        "other values for parameters: numbers or expressions; of FMUs values of any type, lists for arrays; "
        "tunable ones may follow a [time series](#time-series)"},
    Key{"quantities", "name: unit of measurement", "what an FMU declares",
        "what inputs, outputs and states are [measured in](scenario.md#quantities): `{x: mm, F: N}`; nothing "
        "for none"},
    Key{"repeat", "count, range or `{i: 10, j: 1..5}`", "one unit",
        "[many units](scenario.md#generated-units) from one text: `cell[i]` with `repeat: 3` is `cell[0]`, "
        "`cell[1]` and `cell[2]`"},
};
constexpr std::array kUnitSettings{
    Key{"inputs", "name: [time series](#time-series)", "none",
        "time series for inputs; of FMUs also start values"},
    Key{"capabilities", "name: `true`, `false`", "what the unit can do",
        "disable [capabilities](#capabilities): `{rollback: false}`"},
    Key{"integrator", "name", "`auto`", "the unit's own solver, see [integrators](#integrators)"},
    Key{"integrator_tolerance", "number > 0", "the smaller of 1e-8 and `tolerance`/100",
        "relative tolerance of `dopri5` and `rosenbrock`, at least 1e-15; the absolute one is a hundredth of "
        "it"},
    Key{"micro_step", "number > 0", "a tenth of the macro-step", "longest step of `rk4`"},
};
constexpr std::array kUnitWhereabouts{
    Key{"isolate", "`true`, `false`", "`false`", "the unit runs in a process of its own"},
    Key{"rank", "whole number", "balanced", "under `mpirun`: the rank that hosts the unit, from 1 on"},
};

void append(Keys keys, std::vector<Key>& to) {
  for (const Key& key : keys) {
    if (!is_declared(key.name, to)) to.push_back(key);
  }
}

const std::vector<Key> kUnitSettingsOfAll = [] {
  std::vector<Key> keys(kUnitSettings.begin(), kUnitSettings.end());
  for (const UnitKind* kind : unit_kinds()) append(kind->own_settings, keys);
  append(kUnitWhereabouts, keys);
  return keys;
}();

const std::vector<Key> kUnit = [] {
  std::vector<Key> keys;
  for (const UnitKind* kind : unit_kinds()) keys.push_back(kind->key);
  for (const UnitKind* kind : unit_kinds()) append(kind->own_keys, keys);
  append(kUnitIdentity, keys);
  append(kUnitSettingsOfAll, keys);
  return keys;
}();

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
    Key{"accuracy", "number > 0", "-",
        "bounds the [error along the run](accuracy.md#error-bars) of the recorded signals, as a part of "
        "their "
        "range: the run is repeated with a smaller tolerance where it has to be; excludes `step` and "
        "`tolerance`"},
    Key{"method", "name", "`auto`",
        "[coupling method](methods-reference.md); `auto` [chooses](methods.md#auto) by what the units can "
        "do"},
    Key{"solver", "name", "the method's", "[solver](methods-reference.md#solvers) of an implicit method"},
    Key{"estimate", "name", "`auto`", "which units are [estimated](#estimates) instead of tried"},
    Key{"options", "name: value", "the method's", "the method's own [options](methods-reference.md)"},
    Key{"output_interval", "number > 0", "every communication point",
        "rows at multiples of this interval instead"},
    Key{"output_points", "list of numbers, or a file", "every communication point",
        "rows at [these instants](results.md#output-points) instead; excludes `output_interval`"},
    Key{"max_steps", "integer > 0", "no limit",
        "the run ends after so many macro-steps, with exit code 4 (`budget`) unless it is done; rows are "
        "kept"},
    Key{"max_seconds", "number > 0", "no limit", "likewise after so many seconds"},
    Key{"error_bars", "`true`, `false`", "where the method linearizes all units anyway",
        "the [error](accuracy.md#error-bars) of every signal is carried along with the run"},
    Key{"record_errors", "`true`, `false`", "`false`",
        "beside every recorded signal a column with its error; switches `error_bars` on"},
};

const std::vector<Key> kIntegrators = [] {
  std::vector<Key> keys;
  for (const IntegratorKind& kind : integrator_kinds())
    keys.push_back({.name = kind.name, .meaning = kind.text});
  return keys;
}();

constexpr std::array kEstimates{
    Key{"auto", "", "", "those that cannot roll back"},
    Key{"all", "", "", "all that can be estimated"},
    Key{"none", "", "", "none: units must roll back"},
};

/// What all units may be without; null: and what units of each kind may be without.
std::vector<Key> capabilities_of(const UnitKind* kind) {
  std::vector<Key> keys;
  for (const Capability& c : kCapabilities) keys.push_back({.name = c.name, .meaning = c.without});
  for (const UnitKind* other : unit_kinds()) {
    if (kind == nullptr || kind == other) append(other->features, keys);
  }
  return keys;
}

const std::vector<Key> kEveryCapability = capabilities_of(nullptr);

/// Tables of single kinds: those of keys, or those of values.
void append_tables(bool values, std::vector<KeyTable>& to) {
  for (const UnitKind* kind : unit_kinds()) {
    for (const KeyTable& table : kind->tables) {
      if (table.keys.front().type.empty() == values) to.push_back(table);
    }
  }
}

/// "`equations`, `linear` and `fmu`"
std::string names_of_kinds() {
  std::string text;
  for (const UnitKind* kind : unit_kinds()) {
    const bool last = kind == unit_kinds().back();
    text += fmt::format("{}`{}`", text.empty() ? "" : last ? " and " : ", ", kind->key.name);
  }
  return text;
}

std::vector<KeyTable> all_tables() {
  static const std::string units = fmt::format(
      "Under `units`, by name. Exactly one of {} is required. From `inputs` on, the keys may also stand in "
      "the "
      "[annotation](ssp.md#the-annotation) of a system structure.",
      names_of_kinds());
  static const std::string capabilities = [] {
    std::string text = "What a unit is without one of them.";
    for (const UnitKind* kind : unit_kinds()) {
      if (!kind->features.empty()) text += fmt::format(" {}", kind->features_text);
    }
    return text;
  }();
  std::vector<KeyTable> tables{{"Top level", "", kScenario}, {"Units", units, kUnit}};
  append_tables(false, tables);
  tables.push_back({"Time series", "The value of an input: `{file: f.csv, column: f}`.", keys::series});
  tables.push_back(
      {"Connections", "A connection as a mapping: `{from: a.y, to: b.u, gain: 0.001}`.", kConnection});
  tables.push_back({"Experiment", "", kExperiment});
  tables.push_back({"Integrators", "Values of `integrator`.", kIntegrators});
  append_tables(true, tables);
  tables.push_back({"Estimates", "Values of `estimate`.", kEstimates});
  tables.push_back({"Capabilities", capabilities, kEveryCapability});
  return tables;
}

}  // namespace

namespace keys {
const Keys scenario = kScenario, unit = kUnit, unit_settings = kUnitSettingsOfAll, connection = kConnection,
           experiment = kExperiment;
const Keys integrators = kIntegrators, estimates = kEstimates;
}  // namespace keys

Keys capability_keys(const UnitKind* kind) {
  static const std::map<const UnitKind*, std::vector<Key>> keys = [] {
    std::map<const UnitKind*, std::vector<Key>> all;
    for (const UnitKind* each : unit_kinds()) all.emplace(each, capabilities_of(each));
    return all;
  }();
  if (kind == nullptr) return Keys(kEveryCapability).first(kCapabilities.size());
  return keys.at(kind);
}

std::span<const KeyTable> key_tables() {
  static const std::vector<KeyTable> tables = all_tables();
  return tables;
}

}  // namespace accordo
