// Values of parameters, which may use each other, and of what is given in terms of them.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/index.hpp"
#include "base/names.hpp"
#include "unit/ode/equations.hpp"

namespace accordo {
namespace {

/// Evaluates definitions over the parameters; problems where a value is not a finite number.
double value_of(const expr::Graph& graph, expr::Node node, const Definition& d,
                std::span<const double> parameters, Problems& problems) {
  if (expr::dependence(graph, node).time) {
    problems.add("time-in-constant", d.value.place,
                 fmt::format("'{}' is fixed before the run: it cannot use t", d.name.text));
    return 0;
  }
  const double value = expr::evaluate_once(graph, node, 0, parameters);
  if (!std::isfinite(value)) {
    problems.add("not-finite", d.value.place,
                 fmt::format("'{}' is not a finite number: {}", d.name.text, d.value.text));
  }
  return value;
}

/// An override of something that is not a parameter.
void refuse_override(const EquationsSpec& spec, const Definition& o, Problems& problems) {
  const auto among = [&](const std::vector<Definition>& list) {
    return std::any_of(list.begin(), list.end(),
                       [&](const Definition& d) { return d.name.text == o.name.text; });
  };
  if (among(spec.states)) {
    return problems.add("unknown-parameter", o.name.place,
                        fmt::format("'{}' is a state, not a parameter", o.name.text),
                        "let its initial value be a parameter, which can be set");
  }
  if (among(spec.inputs)) {
    return problems.add("unknown-parameter", o.name.place,
                        fmt::format("'{}' is an input, not a parameter", o.name.text),
                        "connect it, or let it follow a file with --input");
  }
  std::vector<std::string> names;
  for (const Definition& d : spec.parameters) names.push_back(d.name.text);
  problems.add("unknown-parameter", o.name.place, fmt::format("there is no parameter '{}'", o.name.text),
               did_you_mean(o.name.text, names));
}

/// The definitions with the overrides in place.
std::vector<Definition> overridden(const EquationsSpec& spec, const std::vector<Definition>& overrides,
                                   Problems& problems) {
  std::vector<Definition> list = spec.parameters;
  for (const Definition& o : overrides) {
    const auto found = std::find_if(list.begin(), list.end(),
                                    [&](const Definition& d) { return d.name.text == o.name.text; });
    if (found != list.end()) {
      found->value = o.value;
    } else {
      refuse_override(spec, o, problems);
    }
  }
  return list;
}

/// Evaluates parameters in an order in which each needs only earlier ones.
std::vector<double> solve_parameters(const std::vector<Definition>& list, const expr::SymbolTable& symbols,
                                     Problems& problems) {
  expr::Graph graph;
  std::vector<std::optional<expr::Node>> nodes;
  for (const Definition& d : list)
    nodes.push_back(expr::parse(graph, d.value.text, d.value.place, symbols, problems));
  std::vector<double> values(list.size());
  std::vector<bool> known(list.size());
  for (bool progress = true; progress;) {
    progress = false;
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (known[i] || !nodes[i]) continue;
      const auto needs = expr::dependence(graph, *nodes[i]);
      if (!std::all_of(needs.symbols.begin(), needs.symbols.end(), [&](int s) { return known[index(s)]; }))
        continue;
      values[i] = value_of(graph, *nodes[i], list[i], values, problems);
      known[i] = progress = true;
    }
  }
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (known[i] || !nodes[i]) continue;
    problems.add("circular-parameter", list[i].value.place,
                 fmt::format("parameter '{}' depends on itself", list[i].name.text));
  }
  return values;
}

}  // namespace

EquationsValues evaluate_values(const EquationsSpec& spec, const std::vector<Definition>& overrides,
                                Problems& problems) {
  const std::size_t before = problems.list().size();
  const std::vector<Definition> parameters = overridden(spec, overrides, problems);
  std::vector<std::string> names;
  for (const Definition& d : parameters) names.push_back(d.name.text);
  const expr::SymbolTable symbols(names);
  EquationsValues values;
  values.parameters = solve_parameters(parameters, symbols, problems);
  const bool usable = problems.list().size() == before;

  expr::Graph graph;
  const auto evaluate = [&](const std::vector<Definition>& list, std::vector<double>& to) {
    for (const Definition& d : list) {
      to.push_back(0);
      if (d.value.text.empty()) continue;  // an input without a start value
      const auto node = expr::parse(graph, d.value.text, d.value.place, symbols, problems);
      if (node && usable) to.back() = value_of(graph, *node, d, values.parameters, problems);
    }
  };
  evaluate(spec.states, values.states);
  evaluate(spec.inputs, values.inputs);
  return values;
}

}  // namespace accordo
