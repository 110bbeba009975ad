#include "linearize/linear_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace accordo {
namespace {

constexpr int kMostStates = 2000;  // eigenvalues of larger systems take minutes

/// The columns of all units that are of this kind ("input", "state"), each by its name.
std::vector<RecordColumn> all_of(const Plan& plan, RecordColumn::Kind kind, const char* word) {
  std::vector<Text> patterns;
  for (const UnitInfo& unit : plan.units())
    patterns.push_back({fmt::format("{}.{}(*)", unit.name, word), {}});
  Problems none;  // units without such variables
  std::vector<RecordColumn> columns = plan_record(patterns, plan.units(), plan.wiring().layout, none);
  std::erase_if(columns, [&](const RecordColumn& column) { return column.kind != kind; });
  std::sort(columns.begin(), columns.end(), [](const auto& a, const auto& b) { return a.index < b.index; });
  return columns;
}

bool is_continuous(const RecordColumn& column) {
  return !column.error && (column.kind == RecordColumn::output || column.kind == RecordColumn::input ||
                           column.kind == RecordColumn::state);
}

/// "left.F" may be an output, too: then the input is "left.input(F)".
std::string as_input(const std::string& name) {
  const auto dot = name.find('.');
  if (dot == std::string::npos || name.find('(') != std::string::npos) return name;
  return fmt::format("{}.input({})", name.substr(0, dot), name.substr(dot + 1));
}

void add_input(const Plan& plan, const std::string& name, std::vector<RecordColumn>& inputs,
               Problems& problems) {
  const auto columns_of = [&](const std::string& pattern, Problems& found) {
    const std::vector<Text> patterns{{pattern, {}}};
    return plan_record(patterns, plan.units(), plan.wiring().layout, found);
  };
  Problems ignored, found;
  std::vector<RecordColumn> columns = columns_of(as_input(name), ignored);
  if (columns.empty()) columns = columns_of(name, found);
  for (const Problem& problem : found.list()) problems.add(problem);
  const bool any = std::any_of(columns.begin(), columns.end(),
                               [](const RecordColumn& c) { return c.kind == RecordColumn::input; });
  if (!any && !columns.empty())
    problems.add("not-an-input", {}, fmt::format("'{}' is no continuous input", name),
                 "name inputs of units; those that are connected can be named, too");
  for (RecordColumn& column : columns) {
    const auto same = [&](const RecordColumn& c) { return c.index == column.index; };
    if (column.kind == RecordColumn::input && std::none_of(inputs.begin(), inputs.end(), same))
      inputs.push_back(std::move(column));
  }
}

std::vector<RecordColumn> choose_inputs(const Plan& plan, const LinearSettings& settings,
                                        Problems& problems) {
  std::vector<RecordColumn> inputs;
  for (const std::string& name : settings.inputs) add_input(plan, name, inputs, problems);
  if (!settings.inputs.empty()) return inputs;
  inputs = all_of(plan, RecordColumn::input, "input");
  std::erase_if(inputs, [&](const RecordColumn& column) {
    return plan.wiring().link_of_input[index(column.index)] >= 0;
  });
  return inputs;
}

std::vector<RecordColumn> choose_outputs(const Plan& plan, const LinearSettings& settings,
                                         Problems& problems) {
  std::vector<RecordColumn> outputs = plan.columns();
  if (!settings.outputs.empty()) {
    std::vector<Text> patterns;
    for (const std::string& name : settings.outputs) patterns.push_back({name, {}});
    outputs = plan_record(patterns, plan.units(), plan.wiring().layout, problems);
    for (const RecordColumn& column : outputs) {
      const auto named = std::find(settings.outputs.begin(), settings.outputs.end(), column.name);
      if (is_continuous(column) || named == settings.outputs.end()) continue;
      problems.add(
          "not-continuous", {},
          fmt::format("'{}' has values at communication points only: it cannot be linearized", column.name),
          "name outputs, inputs or states that are continuous");
    }
  }
  std::erase_if(outputs, [](const RecordColumn& column) { return !is_continuous(column); });
  return outputs;
}

std::vector<double> choose_times(const Plan& plan, const LinearSettings& settings, Problems& problems) {
  std::vector<double> times = settings.at;
  if (times.empty()) times.push_back(plan.start());
  for (const double t : times) {
    if (t >= plan.start() && t <= plan.stop()) continue;
    problems.add("outside-run", {},
                 fmt::format("t = {} is not within the run, t = {} to {}", t, plan.start(), plan.stop()),
                 "name a time within it, or change its stop");
  }
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

std::vector<double> choose_steps(const Plan& plan, const LinearSettings& settings, Problems& problems) {
  std::vector<double> steps = settings.steps;
  if (steps.empty() && plan.step() > 0) steps.push_back(plan.step());
  for (const double h : steps) {
    if (!std::isfinite(h) || h <= 0)
      problems.add("not-positive", {}, fmt::format("a macro-step must be greater than 0, not {}", h));
  }
  return steps;
}

/// Why a unit cannot be linearized; empty: it can.
std::string obstacle_of(const Plan& plan, std::size_t k) {
  const UnitInfo& unit = plan.units()[k];
  if (!unit.can.linearization) {
    const bool steps = unit.kind.ends_with("co-simulation");
    return steps ? "it gives no directional derivatives that a test has confirmed"
                 : "it gives no linearization";
  }
  if (!unit.can.states && unit.ports.state_count() > 0) return "it does not give its states";
  if (plan.separated(k)) return "it runs in a process of its own, as its FMU allows one instance per process";
  if (plan.isolated(k)) return "it runs in a process of its own";
  return {};
}

std::string remedy_of(const Plan& plan, std::size_t k) {
  const UnitInfo& unit = plan.units()[k];
  if (unit.can.linearization && unit.can.states) return "do not isolate it";
  if (unit.kind.ends_with("co-simulation"))
    return fmt::format(
        "accordo info --test tells what the FMU declares; as model exchange, where it has that, it can be: "
        "--kind "
        "{}=model-exchange",
        unit.name);
  return "units given by equations or matrices can be, and FMUs for model exchange";
}

void check_units(const Plan& plan, Problems& problems) {
  for (std::size_t k = 0; k < plan.units().size(); ++k) {
    if (const std::string why = obstacle_of(plan, k); !why.empty())
      problems.add("no-linearization", {},
                   fmt::format("unit '{}' cannot be linearized: {}", plan.units()[k].name, why),
                   remedy_of(plan, k));
  }
  if (const int states = plan.wiring().layout.states(); states > kMostStates)
    problems.add("too-many-states", {},
                 fmt::format("the system has {} states: more than {} are not analyzed", states, kMostStates));
}

}  // namespace

LinearPlan plan_linear(const Plan& plan, const LinearSettings& settings, Problems& problems) {
  LinearPlan out;
  check_units(plan, problems);
  out.times = choose_times(plan, settings, problems);
  out.steps = choose_steps(plan, settings, problems);
  out.inputs = choose_inputs(plan, settings, problems);
  out.outputs = choose_outputs(plan, settings, problems);
  out.states = all_of(plan, RecordColumn::state, "state");
  return out;
}

}  // namespace accordo
