// Stages of outputs and algebraic loops: see graph.hpp.
#include <algorithm>
#include <map>

#include "base/index.hpp"
#include "model/components.hpp"
#include "model/graph.hpp"

namespace accordo {
namespace {

/// Calls use(input, source) for each connected input that feeds through to `output`, with the output feeding
/// it.
template <class Use>
void for_each_need(const Wiring& wiring, std::span<const UnitInfo> units, int output, Use use) {
  const int unit = wiring.unit_of_output[index(output)];
  const UnitInfo& info = units[index(unit)];
  const int local = output - wiring.layout.first_output(unit);
  if (index(local) >= info.feed_through.size()) return;
  for (const int i : info.feed_through[index(local)]) {
    const int input = wiring.layout.first_input(unit) + i;
    const int link = wiring.link_of_input[index(input)];
    if (link >= 0) use(input, wiring.links[index(link)].output);
  }
}

/// The graph that leads from each output to those it needs, so that components come out in order of need.
Digraph needs(const Wiring& wiring, std::span<const UnitInfo> units) {
  std::vector<std::pair<int, int>> edges;
  for (int output = 0; output < wiring.layout.outputs(); ++output) {
    for_each_need(wiring, units, output, [&](int, int source) { edges.emplace_back(output, source); });
  }
  return {wiring.layout.outputs(), edges};
}

bool is_loop(const Digraph& graph, const std::vector<int>& component) {
  if (component.size() > 1) return true;
  const std::span<const int> next = graph.successors(component[0]);
  return std::find(next.begin(), next.end(), component[0]) != next.end();
}

/// Everything of a stage that follows from its outputs, except the links.
void complete(OutputOrder::Stage& stage, const Wiring& wiring, std::span<const UnitInfo> units) {
  std::sort(stage.outputs.begin(), stage.outputs.end());
  for (const int output : stage.outputs) {
    const int unit = wiring.unit_of_output[index(output)];
    if (stage.units.empty() || stage.units.back() != unit) stage.units.push_back(unit);
    if (!stage.loop) continue;
    for_each_need(wiring, units, output, [&](int input, int source) {
      if (std::binary_search(stage.outputs.begin(), stage.outputs.end(), source)) {
        stage.loop_inputs.push_back(input);
      }
    });
  }
  std::sort(stage.loop_inputs.begin(), stage.loop_inputs.end());
  stage.loop_inputs.erase(std::unique(stage.loop_inputs.begin(), stage.loop_inputs.end()),
                          stage.loop_inputs.end());
}

/// Gives each link to the stage of its source.
void distribute_links(OutputOrder& order, const Wiring& wiring) {
  std::vector<int> stage_of(index(wiring.layout.outputs()), -1);
  for (std::size_t s = 0; s < order.stages.size(); ++s) {
    for (const int output : order.stages[s].outputs) stage_of[index(output)] = static_cast<int>(s);
  }
  for (const Link& link : wiring.links) {
    const int stage = stage_of[index(link.output)];
    (stage < 0 ? order.links_first : order.stages[index(stage)].links_after).push_back(link);
  }
}

}  // namespace

OutputOrder order_outputs(const Wiring& wiring, std::span<const UnitInfo> units) {
  const Digraph graph = needs(wiring, units);
  OutputOrder order;
  std::vector<int> level(index(graph.size()), 0);
  // By level; then the outputs without loop together, then each loop by its first output.
  std::map<std::pair<int, int>, OutputOrder::Stage> stages;
  for (const std::vector<int>& component : strong_components(graph)) {
    int depth = 0;
    for (const int output : component) {
      for (const int source : graph.successors(output)) depth = std::max(depth, level[index(source)] + 1);
    }
    for (const int output : component) level[index(output)] = depth;
    const bool loop = is_loop(graph, component);
    OutputOrder::Stage* stage = depth == 0 ? nullptr : &stages[{depth, loop ? component[0] : -1}];
    if (stage != nullptr) stage->loop = loop;
    std::vector<int>& outputs = stage == nullptr ? order.outputs_first : stage->outputs;
    outputs.insert(outputs.end(), component.begin(), component.end());
  }
  std::sort(order.outputs_first.begin(), order.outputs_first.end());
  for (auto& [key, stage] : stages) order.stages.push_back(std::move(stage));
  for (OutputOrder::Stage& stage : order.stages) complete(stage, wiring, units);
  distribute_links(order, wiring);
  return order;
}

std::vector<std::vector<int>> loops(const OutputOrder& order) {
  std::vector<std::vector<int>> found;
  for (const OutputOrder::Stage& stage : order.stages) {
    if (stage.loop) found.push_back(stage.outputs);
  }
  return found;
}

std::string describe_loop(const OutputOrder::Stage& loop, const Wiring& wiring,
                          std::span<const UnitInfo> units) {
  if (loop.outputs.empty()) return {};
  // Breadth first against the direction of dependence: `used_by` remembers which output, through which input,
  // needs an output first reached.
  struct Use {
    int input, output;
  };
  const int start = loop.outputs.front();
  std::map<int, Use> used_by;
  std::vector<int> queue{start};
  for (std::size_t i = 0; i < queue.size() && !used_by.contains(start); ++i) {
    const int output = queue[i];
    for_each_need(wiring, units, output, [&](int input, int source) {
      if (!std::binary_search(loop.outputs.begin(), loop.outputs.end(), source)) return;
      if (used_by.emplace(source, Use{input, output}).second) queue.push_back(source);
    });
  }
  const auto name = [&](int unit, const std::vector<std::string>& names, int local) {
    return units[index(unit)].name + '.' + names[index(local)];
  };
  std::string text;
  int output = start;
  do {
    if (!used_by.contains(output)) break;
    const Use& use = used_by.at(output);
    const int from = wiring.unit_of_output[index(output)], to = wiring.unit_of_input[index(use.input)];
    if (!text.empty()) text += " -> ";
    text += name(from, units[index(from)].ports.outputs, output - wiring.layout.first_output(from)) + " -> " +
            name(to, units[index(to)].ports.inputs, use.input - wiring.layout.first_input(to));
    output = use.output;
  } while (output != start);
  return text;
}

}  // namespace accordo
