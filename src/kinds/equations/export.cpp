// Units given by equations: expressions become C code.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "base/index.hpp"
#include "expr/emit_c.hpp"
#include "expr/expr.hpp"
#include "kinds/equations/kind.hpp"
#include "unit/ode/equations.hpp"

namespace accordo::exporter {
namespace {

using expr::Graph;
using expr::Node;

/// `root` with symbols replaced by nodes; -1: left alone.
Node substitute(Graph& graph, Node root, const std::vector<Node>& replacement) {
  std::map<Node, Node> now;
  for (const Node n : expr::reachable(graph, std::vector<Node>{root})) {
    const expr::Entry entry = graph[n];
    now[n] = n;
    if (entry.op == expr::Op::symbol && replacement[index(entry.symbol)] >= 0) {
      now[n] = replacement[index(entry.symbol)];
    } else if (const auto operands = entry.operands(); !operands.empty()) {
      std::array<Node, 3> args{-1, -1, -1};
      std::transform(operands.begin(), operands.end(), args.begin(), [&](Node a) { return now.at(a); });
      now[n] = graph.make(entry.op, args[0], args[1], args[2]);
    }
  }
  return now.at(root);
}

class Builder {
 public:
  Builder(const EquationsSpec& body, const EquationsValues& values, Problems& problems)
      : body_(body), problems_(problems) {
    add_quantities(body.parameters, values.parameters, model_.parameters);
    add_quantities(body.states, values.states, model_.states);
    add_quantities(body.inputs, values.inputs, model_.inputs);
    symbols_ = expr::SymbolTable(names_);
    replacement_.assign(names_.size(), -1);
  }

  Model build() {
    calculate_parameters();
    calculate_states();
    std::vector<Node> rows;
    for (const Definition& state : body_.states) {
      const auto found = std::find_if(body_.der.begin(), body_.der.end(),
                                      [&](const Definition& d) { return d.name.text == state.name.text; });
      rows.push_back(parse(*found));
      model_.derivatives.push_back(computed(state.name.text, rows.back()));
    }
    for (const Definition& output : body_.outputs) {
      rows.push_back(parse(output));
      model_.outputs.push_back(computed(output.name.text, rows.back()));
      model_.output_state.push_back(state_behind(output.name.text, rows.back()));
    }
    write_functions(rows);
    return std::move(model_);
  }

 private:
  void add_quantities(const std::vector<Definition>& list, const std::vector<double>& values,
                      std::vector<Quantity>& to) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      to.push_back({.name = list[i].name.text, .start = values[i], .calculated = false, .needs = {}});
      names_.push_back(list[i].name.text);
    }
  }

  /// The equations have been checked: there are no problems any more.
  Node parse(const Definition& d) {
    return expr::parse(graph_, d.value.text, d.value.place, symbols_, problems_).value();
  }

  void calculated(int symbol, Node node, Quantity& quantity) {
    quantity.calculated = true;
    quantity.needs = expr::dependence(graph_, node);
    replacement_[index(symbol)] = node;
    model_.calculated.push_back(symbol);
    calculated_.push_back(node);
  }

  /// Parameters may be given in terms of each other, in any order but not in a circle.
  void calculate_parameters() {
    std::vector<Node> nodes;
    for (const Definition& d : body_.parameters) nodes.push_back(parse(d));
    std::vector<bool> done(nodes.size());
    for (bool progress = true; progress;) {
      progress = false;
      for (std::size_t i = 0; i < nodes.size(); ++i) {
        const auto needs = expr::dependence(graph_, nodes[i]).symbols;
        const bool ready = std::all_of(needs.begin(), needs.end(), [&](int s) { return done[index(s)]; });
        if (done[i] || !ready) continue;
        done[i] = progress = true;
        if (needs.empty()) continue;
        calculated(static_cast<int>(i), substitute(graph_, nodes[i], replacement_), model_.parameters[i]);
      }
    }
  }

  void calculate_states() {
    for (std::size_t i = 0; i < body_.states.size(); ++i) {
      const Node node = substitute(graph_, parse(body_.states[i]), replacement_);
      if (expr::dependence(graph_, node).symbols.empty()) continue;
      calculated(static_cast<int>(body_.parameters.size() + i), node, model_.states[i]);
    }
  }

  Computed computed(const std::string& name, Node node) {
    return {.name = name,
            .needs = expr::dependence(graph_, node),
            .initial_needs = expr::dependence(graph_, substitute(graph_, node, replacement_))};
  }

  int state_behind(const std::string& output, Node node) const {
    const expr::Entry& e = graph_[node];
    const int state = e.op == expr::Op::symbol ? e.symbol - static_cast<int>(body_.parameters.size()) : -1;
    const bool same =
        state >= 0 && index(state) < body_.states.size() && body_.states[index(state)].name.text == output;
    return same ? state : -1;
  }

  void write_functions(const std::vector<Node>& rows) {
    const std::size_t n = body_.states.size();
    const auto middle = rows.begin() + static_cast<std::ptrdiff_t>(n);
    std::vector<int> columns(n + body_.inputs.size());
    std::iota(columns.begin(), columns.end(), static_cast<int>(body_.parameters.size()));
    std::vector<Node> partials;
    for (const expr::Partial& p : expr::jacobian(graph_, rows, columns)) {
      model_.partials.push_back({p.row, p.column});
      partials.push_back(p.value);
    }
    const std::vector<Node> by_time = expr::derive_time(graph_, rows);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (graph_.is_zero(by_time[i])) continue;
      model_.partials.push_back({static_cast<int>(i), static_cast<int>(columns.size())});
      partials.push_back(by_time[i]);
    }
    std::string& code = model_.functions;
    code = expr::c_prelude();
    code += function("model_calculate", calculated_, calculated_definitions());
    code += function("model_derivatives", {rows.begin(), middle}, definitions("der", body_.der));
    code += function("model_outputs", {middle, rows.end()}, definitions("output", body_.outputs));
    code += function("model_partials", partials, "");
  }

  std::string function(const char* name, const std::vector<Node>& roots, const std::string& comment) const {
    const expr::Program program(graph_, roots, static_cast<int>(body_.parameters.size()));
    const std::string text = expr::emit_c(program, name);
    return comment.empty() ? text : fmt::format("\n/*\n{} */{}", comment, text);
  }

  static std::string definitions(const char* what, const std::vector<Definition>& list) {
    std::string text;
    for (const Definition& d : list) text += fmt::format(" * {} {} = {}\n", what, d.name.text, d.value.text);
    return text;
  }

  std::string calculated_definitions() const {
    std::string text;
    for (const int symbol : model_.calculated) {
      const std::size_t i = index(symbol), first = body_.parameters.size();
      const Definition& d = i < first ? body_.parameters[i] : body_.states[i - first];
      text += fmt::format(" * {} = {}\n", d.name.text, d.value.text);
    }
    return text;
  }

  const EquationsSpec& body_;
  Problems& problems_;
  Model model_;
  Graph graph_;
  std::vector<std::string> names_;
  expr::SymbolTable symbols_;
  std::vector<Node> replacement_;  ///< per symbol: what it is calculated from
  std::vector<Node> calculated_;
};

/// The unit's own values of parameters stand in for those of the equations.
EquationsSpec with_overrides(const EquationsSpec& body, const std::vector<Definition>& overrides) {
  EquationsSpec spec = body;
  for (Definition& d : spec.parameters) {
    for (const Definition& o : overrides) {
      if (o.name.text == d.name.text) d.value = o.value;
    }
  }
  return spec;
}

}  // namespace

Model model_of_equations(const UnitSpec& unit, Problems& problems) {
  const EquationsSpec& body = *unit.as<EquationsSpec>();
  const std::size_t before = problems.list().size();
  const auto compiled = compile(body, problems);
  const EquationsValues values = evaluate_values(body, unit.parameters, problems);
  if (compiled == nullptr || problems.list().size() > before) return {};
  return Builder(with_overrides(body, unit.parameters), values, problems).build();
}

}  // namespace accordo::exporter
