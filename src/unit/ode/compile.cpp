// Compiling equations: parsing with all problems reported, derivatives, structure.

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <numeric>
#include <optional>

#include "base/index.hpp"
#include "base/names.hpp"
#include "unit/ode/equations.hpp"
#include "unit/ode/state_switches.hpp"

namespace accordo {
namespace {

using expr::Graph;
using expr::Node;

std::vector<std::string> names_of(const std::vector<Definition>& list) {
  std::vector<std::string> names;
  for (const Definition& d : list) names.push_back(d.name.text);
  return names;
}

void check_names(const std::vector<Definition>& list, Problems& problems) {
  for (const Definition& d : list) {
    if (!expr::is_reserved(d.name.text)) continue;
    problems.add("reserved-name", d.name.place,
                 fmt::format("'{}' has a meaning of its own in expressions", d.name.text),
                 "choose another name");
  }
}

/// How a value depends on states, inputs and time.
enum class Shape : char { fixed, affine, other };

Shape combine(const Graph& graph, Node n, std::span<const Shape> shapes) {
  const expr::Entry& e = graph[n];
  Shape widest = Shape::fixed;
  for (const Node a : e.operands()) widest = std::max(widest, shapes[index(a)]);
  if (widest == Shape::fixed) return widest;
  const auto fixed = [&](Node a) { return shapes[index(a)] == Shape::fixed; };
  switch (e.op) {
    case expr::Op::add:
    case expr::Op::subtract:
    case expr::Op::negate:
      return widest;
    case expr::Op::multiply:
      return fixed(e.a()) || fixed(e.b()) ? widest : Shape::other;
    case expr::Op::divide:
      return fixed(e.b()) ? widest : Shape::other;
    default:
      return Shape::other;
  }
}

/// The first root that is not affine in the symbols from `parameters` on, or -1.
int first_not_affine(const Graph& graph, std::span<const Node> roots, int parameters) {
  std::vector<Shape> shapes(index(graph.size()), Shape::fixed);
  for (const Node n : expr::reachable(graph, roots)) {
    switch (graph[n].op) {
      case expr::Op::constant:
        break;
      case expr::Op::time:
        shapes[index(n)] = Shape::other;
        break;
      case expr::Op::symbol:
        shapes[index(n)] = graph[n].symbol < parameters ? Shape::fixed : Shape::affine;
        break;
      default:
        shapes[index(n)] = combine(graph, n, shapes);
    }
  }
  for (std::size_t i = 0; i < roots.size(); ++i) {
    if (shapes[index(roots[i])] == Shape::other) return static_cast<int>(i);
  }
  return -1;
}

/// The derivatives' values, in the order in which `entries` says where they go.
std::vector<Node> partials(Graph& graph, std::span<const Node> roots, int first, int count,
                           std::vector<EquationPrograms::Entry>& entries) {
  std::vector<int> symbols(index(count));
  std::iota(symbols.begin(), symbols.end(), first);
  std::vector<Node> values;
  for (const expr::Partial& p : expr::jacobian(graph, roots, symbols)) {
    entries.push_back({p.row, p.column});
    values.push_back(p.value);
  }
  return values;
}

std::vector<Node> concatenate(std::initializer_list<std::span<const Node>> lists) {
  std::vector<Node> all;
  for (const auto& list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

void compile_programs(Graph& graph, std::span<const Node> f, std::span<const Node> g,
                      const CompiledEquations& size, EquationPrograms& out) {
  const int first_state = size.parameters, first_input = size.parameters + size.states;
  const auto A = partials(graph, f, first_state, size.states, out.A);
  const auto B = partials(graph, f, first_input, size.inputs, out.B);
  const auto C = partials(graph, g, first_state, size.states, out.C);
  const auto D = partials(graph, g, first_input, size.inputs, out.D);
  const auto f_t = expr::derive_time(graph, f);
  const auto g_t = expr::derive_time(graph, g);
  const auto program = [&](std::initializer_list<std::span<const Node>> roots) {
    return expr::Program(graph, concatenate(roots), size.parameters);
  };
  out.f = program({f});
  out.g = program({g});
  out.slopes = program({g, g_t, f, C, D});
  out.jacobians = program({f, g, f_t, g_t, A, B, C, D});
  out.watched = WatchedNodes(out.f, size.parameters);
}

/// The equations with held branches; nothing where there are none.
void compile_held(Graph& graph, std::span<const Node> f, std::span<const Node> g, const EquationsSpec& spec,
                  CompiledEquations& out) {
  const StateSwitches found =
      find_state_switches(graph, concatenate({f, g}), out.parameters, out.states + out.inputs);
  if (found.switches.empty()) return;
  HeldEquations& held = out.held.emplace();
  const std::span<const Node> roots = found.roots;
  compile_programs(graph, roots.first(f.size()), roots.subspan(f.size()), out, held);
  std::vector<std::string> names = names_of(spec.parameters);
  for (const auto* list : {&spec.states, &spec.inputs}) {
    for (const Definition& d : *list) names.push_back(d.name.text);
  }
  std::vector<Node> values, noises;
  for (const StateSwitches::Switch& s : found.switches) {
    values.push_back(s.value);
    noises.push_back(s.noise);
    held.jumps.push_back(s.jumps);
    const bool state = s.root < f.size();
    const Definition& in = state ? spec.states[s.root] : spec.outputs[s.root - f.size()];
    const auto same = [&](const Definition& d) { return d.name.text == in.name.text; };
    const Definition& where = state ? *std::find_if(spec.der.begin(), spec.der.end(), same) : in;
    held.texts.push_back({expr::print(graph, s.written, names), in.name.text, where.value.place});
  }
  held.switches = expr::Program(graph, concatenate({values, noises}), out.parameters);
}

/// Whether the unknown symbol is one of the unit's outputs.
bool uses_output(std::string_view text, const expr::ParseProblem& problem, const EquationsSpec& spec) {
  if (problem.id != "unknown-symbol") return false;
  const std::string_view from = text.substr(index(problem.offset));
  const auto end = std::find_if(from.begin(), from.end(), [](char c) {
    return c != '_' && std::isalnum(static_cast<unsigned char>(c)) == 0;
  });
  const std::string_view name = from.substr(0, static_cast<std::size_t>(end - from.begin()));
  return std::any_of(spec.outputs.begin(), spec.outputs.end(),
                     [&](const Definition& d) { return d.name.text == name; });
}

}  // namespace

std::shared_ptr<const CompiledEquations> compile(const EquationsSpec& spec, Problems& problems) {
  const std::size_t before = problems.list().size();
  for (const auto* list : {&spec.parameters, &spec.states, &spec.inputs}) check_names(*list, problems);
  auto out = std::make_shared<CompiledEquations>();
  out->parameters = static_cast<int>(spec.parameters.size());
  out->states = static_cast<int>(spec.states.size());
  out->inputs = static_cast<int>(spec.inputs.size());
  out->outputs = static_cast<int>(spec.outputs.size());

  std::vector<std::string> names = names_of(spec.parameters);
  for (const auto* list : {&spec.states, &spec.inputs}) {
    for (const Definition& d : *list) names.push_back(d.name.text);
  }
  const expr::SymbolTable symbols(names);
  Graph graph;
  const auto parse = [&](const Definition& d) {
    const expr::Parsed parsed = expr::parse(graph, d.value.text, symbols);
    if (parsed) return *parsed;
    const expr::ParseProblem& p = parsed.problem();
    problems.add(p.id, expr::place_of(d.value.place, d.value.text, p.offset), p.what,
                 uses_output(d.value.text, p, spec)
                     ? "an expression cannot use outputs: write what this one is instead"
                     : p.remedy);
    return Node{0};
  };
  std::vector<Node> f, g;
  for (const Definition& state : spec.states) {
    const auto found = std::find_if(spec.der.begin(), spec.der.end(),
                                    [&](const Definition& d) { return d.name.text == state.name.text; });
    if (found != spec.der.end()) f.push_back(parse(*found));
  }
  for (const Definition& d : spec.outputs) g.push_back(parse(d));
  if (problems.list().size() > before || index(out->states) != f.size()) return nullptr;

  for (const Node y : g) {
    std::vector<int>& inputs = out->feed_through.emplace_back();
    for (const int s : expr::dependence(graph, y).symbols) {
      if (s >= out->parameters + out->states) inputs.push_back(s - out->parameters - out->states);
    }
  }
  const auto all = concatenate({f, g});
  const int curved = first_not_affine(graph, all, out->parameters);
  out->affine = curved < 0;
  if (curved >= 0) {
    const bool state = curved < out->states;
    const auto& list = state ? spec.states : spec.outputs;
    out->not_affine = list[index(state ? curved : curved - out->states)].name.text;
  }
  compile_programs(graph, f, g, *out, *out);
  out->time_switches = time_switches(graph, all, out->parameters);
  out->timed = timed_nodes(graph, all, out->parameters);
  compile_held(graph, f, g, spec, *out);
  return out;
}

}  // namespace accordo
