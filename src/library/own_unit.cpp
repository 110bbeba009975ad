#include "library/own_unit.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/names.hpp"
#include "library/own_dynamics.hpp"
#include "library/stepping_unit.hpp"
#include "unit/ode/build.hpp"

namespace accordo {
namespace {

std::vector<std::string> names_of(const std::vector<v0::Variable>& variables) {
  std::vector<std::string> names;
  for (const v0::Variable& v : variables) names.push_back(v.name);
  return names;
}

/// Where a name stands in the list; reports it where it does not.
int position(const std::string& name, const std::vector<std::string>& known, const UnitSpec& spec,
             Problems& problems) {
  const auto found = std::find(known.begin(), known.end(), name);
  if (found != known.end()) return static_cast<int>(found - known.begin());
  problems.add(
      "unknown-variable", spec.name.place,
      fmt::format("feed_through of unit '{}' names '{}', which it does not have", spec.name.text, name),
      did_you_mean(name, known));
  return 0;
}

UnitInfo info_of(const v0::Description& d, const UnitSpec& spec, Problems& problems) {
  UnitInfo info;
  info.name = spec.name.text;
  info.kind = "own";
  info.ports.inputs = names_of(d.inputs);
  info.ports.outputs = d.outputs;
  info.ports.states = names_of(d.states);
  for (const v0::Variable& input : d.inputs) {
    info.ports.start.push_back(input.start);
    info.ports.has_start.push_back(true);
  }
  info.feed_through.resize(d.outputs.size());
  for (const auto& [output, input] : d.feed_through) {
    const int y = position(output, d.outputs, spec, problems),
              u = position(input, info.ports.inputs, spec, problems);
    if (!d.outputs.empty()) info.feed_through[static_cast<std::size_t>(y)].push_back(u);
  }
  for (std::vector<int>& inputs : info.feed_through) std::sort(inputs.begin(), inputs.end());
  info.fixed_step = d.step_size;
  info.can.rollback = d.rollback || !d.states.empty();
  info.can.slopes = d.slopes;
  info.can.states = !d.states.empty();
  info.can.reevaluation = true;
  info.can.variable_step = d.step_size == 0;
  info.can.input_degree = d.input_degree;
  return info;
}

void check_names(const UnitInfo& info, const UnitSpec& spec, Problems& problems) {
  const auto check = [&](const std::vector<std::string>& names, const char* what) {
    for (auto name = names.begin(); name != names.end(); ++name) {
      const bool bad = name->empty() || name->find_first_of(" \t\n*>") != std::string::npos;
      if (bad)
        problems.add("bad-name", spec.name.place,
                     fmt::format("'{}' cannot be {} of unit '{}'", *name, what, info.name),
                     "names have no blanks, * or >");
      if (std::find(names.begin(), name, *name) != name)
        problems.add("duplicate-name", spec.name.place,
                     fmt::format("unit '{}' has two {}s called '{}'", info.name, what + 3, *name));
    }
  };
  check(info.ports.inputs, "an input");
  check(info.ports.outputs, "an output");
}

void begin(v0::Unit& unit, const std::string& name, double start) {
  try {
    unit.start(start);
  } catch (const std::exception& error) {
    throw Error(Exit::unit_failed, "unit-failed",
                fmt::format("unit '{}' failed at its start: {}", name, error.what()))
        .from({name, start, error.what()});
  }
}

BuiltUnit build_ode(const std::shared_ptr<v0::Ode>& ode, const UnitSpec& spec, const OwnUnitContext& context,
                    UnitInfo info) {
  std::vector<double> initial;
  for (const v0::Variable& state : ode->describe().states) initial.push_back(state.start);
  const auto ports = info.ports;
  return UnitBuilder(context.tolerance)
      .build_dynamics(
          spec, std::move(info),
          [ode, ports, start = context.start, name = spec.name.text] {
            begin(*ode, name, start);
            return std::make_unique<OwnDynamics>(ode, ports);
          },
          std::move(initial));
}

}  // namespace

OwnUnitBuilder build_own(std::shared_ptr<v0::Unit> unit) {
  return [unit = std::move(unit)](const UnitSpec& spec, const OwnUnitContext& context, Problems& problems) {
    UnitInfo info = info_of(unit->describe(), spec, problems);
    check_names(info, spec, problems);
    const std::shared_ptr<v0::Unit> copy = unit->copy_for_run();
    const std::shared_ptr<v0::Unit> used = copy ? copy : unit;
    if (const auto ode = std::dynamic_pointer_cast<v0::Ode>(used))
      return build_ode(ode, spec, context, std::move(info));
    const auto shared = std::make_shared<const UnitInfo>(std::move(info));
    return BuiltUnit{shared, [shared, used, start = context.start] {
                       begin(*used, shared->name, start);
                       return std::make_unique<SteppingUnit>(shared, used);
                     }};
  };
}

}  // namespace accordo
