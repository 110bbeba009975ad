#include "unit/fmi/unit/plan_ports.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <unordered_map>

#include "archive/entry_name.hpp"
#include "base/index.hpp"
#include "unit/fmi/description/quantities.hpp"
#include "unit/fmi/unit/token_ports.hpp"

namespace accordo::fmi {
namespace {

class PortPlanner {
 public:
  PortPlanner(const FmuSpec& spec, const ParameterValues& values, FmuPlan& plan, UnitInfo& info,
              Problems& problems)
      : spec_(spec),
        d_(plan.fmu->description()),
        kind_(plan.settings.kind),
        values_(values),
        plan_(plan),
        info_(info),
        problems_(problems) {}

  std::vector<std::string> make() {
    add_inputs();
    add_outputs_and_states();
    add_tokens();
    add_quantities();
    if (!spec_.observed.empty()) add_observed();
    return std::move(left_out_);
  }

 private:
  void add_quantities() {
    info_.ports.input_quantities = quantities(d_, plan_.equations.inputs);
    info_.ports.output_quantities = quantities(d_, plan_.equations.outputs);
    info_.ports.state_quantities = quantities(d_, plan_.equations.states);
  }

  void add_inputs() {
    for (std::size_t i = 0; i < d_.variables.size(); ++i) {
      const Variable& v = d_.variables[i];
      if (v.causality == Causality::parameter || v.causality == Causality::structural_parameter) {
        info_.ports.parameters.push_back(v.name);
      }
      if (v.causality != Causality::input && !followed(v)) continue;
      if (v.type != Type::float64) {
        add_token(i, true);
        continue;
      }
      add_input(i);
    }
    info_.ports.inputs = plan_.equations.inputs.names;
    info_.ports.start = plan_.input_start;
    for (const char continuous : plan_.continuous_input) info_.ports.held.push_back(continuous == 0);
  }

  /// A parameter that may change during the run, and is to follow a series; or elements of it are.
  bool followed(const Variable& v) const {
    if (v.causality != Causality::parameter || v.variability != Variability::tunable) return false;
    return std::any_of(spec_.followed.begin(), spec_.followed.end(), [&](const std::string& name) {
      return name == v.name || (!v.dimensions.empty() && name.starts_with(v.name + "["));
    });
  }

  void add_input(std::size_t i) {
    const Variable& v = d_.variables[i];
    ValueList& inputs = plan_.equations.inputs;
    const int before = inputs.size();
    inputs.add(d_, i, values_.sizes);
    const std::size_t count = index(inputs.size() - before);
    const auto given = values_.inputs.find(i);
    const std::vector<double> start = given == values_.inputs.end() ? start_values(v, count) : given->second;
    const bool continuous = v.variability == Variability::continuous;
    plan_.input_start.insert(plan_.input_start.end(), start.begin(), start.end());
    plan_.continuous_input.insert(plan_.continuous_input.end(), count, continuous ? 1 : 0);
    constexpr double any = std::numeric_limits<double>::infinity();
    plan_.bounds.insert(plan_.bounds.end(), count, {v.min.value_or(-any), v.max.value_or(any)});
    plan_.input_size.insert(plan_.input_size.end(), count, size_of(v));
    const bool has_start = given != values_.inputs.end() || !std::holds_alternative<std::monostate>(v.start);
    info_.ports.has_start.insert(info_.ports.has_start.end(), count, has_start);
    References& part = continuous ? plan_.continuous : plan_.discrete;
    part.list.push_back(v.reference);
    part.values += count;
  }

  static double size_of(const Variable& v) {
    const double nominal = std::abs(v.nominal.value_or(1));
    return nominal > 0 && std::isfinite(nominal) ? nominal : 1;
  }

  void add_outputs_and_states() {
    Equations& e = plan_.equations;
    for (const Unknown& output : d_.structure.outputs) {
      const Variable& v = d_.variables[output.variable];
      if (v.type != Type::float64) {
        add_token(output.variable, false);
        continue;
      }
      const int before = e.outputs.size();
      e.outputs.add(d_, output.variable, values_.sizes);
      const std::vector<int> inputs = inputs_in(output);
      for (int i = before; i < e.outputs.size(); ++i) {
        info_.feed_through.push_back(inputs);
        plan_.undeclared.push_back(output.dependencies ? 0 : 1);
      }
    }
    for (std::size_t k = 0; k < d_.structure.states.size(); ++k) {
      const int before = e.states.size();
      e.states.add(d_, d_.structure.states[k], values_.sizes);
      e.derivatives.add(d_, d_.structure.derivatives[k].variable, values_.sizes);
      plan_.state_size.insert(plan_.state_size.end(), index(e.states.size() - before),
                              size_of(d_.variables[d_.structure.states[k]]));
    }
    info_.ports.outputs = e.outputs.names;
    info_.ports.states = e.states.names;
    if (e.states.size() == e.derivatives.size()) return;
    problems_.add("fmu-bad-states", {plan_.fmu->package().source().string(), 0, 0},
                  "states and their derivatives differ in size");
  }

  void add_token(std::size_t variable, bool input) {
    const Variable& v = d_.variables[variable];
    if (exchangeable(v) && has_token_function(*plan_.fmu, kind_, v.type, input)) {
      (input ? token_inputs_ : token_outputs_).push_back(variable);
    } else {
      left_out_.push_back(archive::printable(v.name));
    }
  }

  void add_tokens() {
    plan_.token_inputs = arrange(d_, token_inputs_, values_, info_.ports.discrete_inputs);
    plan_.token_outputs = arrange(d_, token_outputs_, values_, info_.ports.discrete_outputs);
    for (const DiscretePort& port : info_.ports.discrete_inputs) plan_.token_start.push_back(port.start);
  }

  /// Variables that are to be recorded and are no ports: floats first, then the others that are numbers.
  void add_observed() {
    Ports& ports = info_.ports;
    ValueList floats;
    std::vector<std::size_t> others;
    std::set<std::size_t> taken;
    for (const std::string& name : spec_.observed) {
      const std::optional<std::size_t> i = find(name);
      if (!i || is_port(name) || !taken.insert(*i).second) continue;
      const Variable& v = d_.variables[*i];
      if (v.type == Type::float64) {
        floats.add(d_, *i, values_.sizes);
        const std::size_t count = floats.names.size() - ports.observed_continuous.size();
        ports.observed_continuous.insert(ports.observed_continuous.end(), count,
                                         v.variability == Variability::continuous);
      } else if (exchangeable(v) && v.type != Type::string && v.type != Type::binary &&
                 has_token_function(*plan_.fmu, kind_, v.type, false)) {
        others.push_back(*i);
      }
    }
    std::vector<DiscretePort> numbers;
    plan_.observed_tokens = arrange(d_, others, values_, numbers);
    plan_.observed = floats.references;
    ports.observed = std::move(floats.names);
    for (DiscretePort& port : numbers) ports.observed.push_back(std::move(port.name));
    ports.observed_continuous.resize(ports.observed.size());
    name_derivatives();
    auto all = std::make_shared<std::vector<std::string>>();
    for (const Variable& v : d_.variables) all->push_back(v.name);
    ports.variables = std::move(all);
  }

  bool is_port(const std::string& name) const {
    const Ports& ports = info_.ports;
    for (const auto* list : {&ports.inputs, &ports.outputs, &ports.states}) {
      if (std::find(list->begin(), list->end(), name) != list->end()) return true;
    }
    for (const auto* list : {&ports.discrete_inputs, &ports.discrete_outputs}) {
      const auto named = [&](const DiscretePort& port) { return port.name == name; };
      if (std::any_of(list->begin(), list->end(), named)) return true;
    }
    return false;
  }

  /// By its name, as an array of which it is an element, or as der(x) of a state x.
  std::optional<std::size_t> find(const std::string& name) {
    if (by_name_.empty()) {
      for (std::size_t i = 0; i < d_.variables.size(); ++i) by_name_.emplace(d_.variables[i].name, i);
    }
    if (const auto found = by_name_.find(name); found != by_name_.end()) return found->second;
    if (const auto found = by_name_.find(name.substr(0, name.rfind('['))); found != by_name_.end()) {
      if (!d_.variables[found->second].dimensions.empty()) return found->second;
    }
    if (!name.starts_with("der(") || !name.ends_with(")")) return std::nullopt;
    const std::string state = name.substr(4, name.size() - 5);
    for (std::size_t k = 0; k < d_.structure.states.size(); ++k) {
      if (d_.variables[d_.structure.states[k]].name == state) return d_.structure.derivatives[k].variable;
    }
    return std::nullopt;
  }

  /// Derivatives that were asked for as der(x) go by that name.
  void name_derivatives() {
    for (const std::string& name : spec_.observed) {
      const std::optional<std::size_t> i = find(name);
      if (!i || by_name_.contains(name) || !d_.variables[*i].dimensions.empty()) continue;
      auto& names = info_.ports.observed;
      const auto found = std::find(names.begin(), names.end(), d_.variables[*i].name);
      if (found != names.end()) *found = name;
    }
  }

  /// The inputs that an output depends on; all, where the FMU does not say.
  std::vector<int> inputs_in(const Unknown& output) const {
    const ValueList& inputs = plan_.equations.inputs;
    std::vector<int> list;
    for (int k = 0; k < inputs.variable_count(); ++k) {
      const std::uint32_t reference = inputs.references.list[index(k)];
      const auto is_it = [&](const Dependency& on) {
        const Variable& v = d_.variables[on.variable];
        return v.reference == reference && v.type == Type::float64;
      };
      const bool depends = !output.dependencies ||
                           std::any_of(output.dependencies->begin(), output.dependencies->end(), is_it);
      for (int i = inputs.first[index(k)]; depends && i < inputs.first[index(k) + 1]; ++i) list.push_back(i);
    }
    return list;
  }

  const FmuSpec& spec_;
  const ModelDescription& d_;
  Kind kind_;
  const ParameterValues& values_;
  FmuPlan& plan_;
  UnitInfo& info_;
  Problems& problems_;
  std::vector<std::size_t> token_inputs_, token_outputs_;
  std::vector<std::string> left_out_;
  std::unordered_map<std::string, std::size_t> by_name_;  // when first needed
};

}  // namespace

std::vector<std::string> plan_ports(const FmuSpec& spec, const ParameterValues& values, FmuPlan& plan,
                                    UnitInfo& info, Problems& problems) {
  return PortPlanner(spec, values, plan, info, problems).make();
}

}  // namespace accordo::fmi
