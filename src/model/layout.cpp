// Where the parts of units are in the vectors of a system, and what the finished wiring says of units.

#include <algorithm>

#include "base/index.hpp"
#include "model/wiring.hpp"

namespace accordo {

Layout::Layout(std::span<const UnitInfo> units) {
  for (std::vector<int>* v : {&input, &output, &state, &discrete_input, &discrete_output, &observed}) {
    v->reserve(units.size() + 1);
    v->push_back(0);
  }
  for (const UnitInfo& u : units) {
    input.push_back(input.back() + u.ports.input_count());
    output.push_back(output.back() + u.ports.output_count());
    state.push_back(state.back() + u.ports.state_count());
    discrete_input.push_back(discrete_input.back() + static_cast<int>(u.ports.discrete_inputs.size()));
    discrete_output.push_back(discrete_output.back() + static_cast<int>(u.ports.discrete_outputs.size()));
    observed.push_back(observed.back() + static_cast<int>(u.ports.observed.size()));
  }
}

std::vector<unsigned char> undriven_units(const Wiring& wiring) {
  const Layout& layout = wiring.layout;
  if (layout.input.empty()) return {};
  std::vector<unsigned char> undriven(index(layout.units()), 1);
  const auto owner = [](const std::vector<int>& first, int variable) {
    return index(static_cast<int>(std::upper_bound(first.begin(), first.end(), variable) - first.begin()) -
                 1);
  };
  for (const Link& link : wiring.links) undriven[owner(layout.input, link.input)] = 0;
  for (const Link& link : wiring.discrete.held) undriven[owner(layout.input, link.input)] = 0;
  for (const Link& link : wiring.discrete.links) undriven[owner(layout.discrete_input, link.input)] = 0;
  for (const Link& link : wiring.discrete.sampled) undriven[owner(layout.discrete_input, link.input)] = 0;
  if (std::find(undriven.begin(), undriven.end(), 1) == undriven.end()) undriven.clear();
  return undriven;
}

}  // namespace accordo
