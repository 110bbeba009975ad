#include "coupling/global_system.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/index.hpp"
#include "model/graph.hpp"

namespace accordo {
namespace {

std::vector<std::size_t> response_offsets(const Ensemble& e) {
  const Layout& layout = e.wiring().layout;
  std::vector<std::size_t> offsets{0};
  for (int k = 0; k < layout.units(); ++k) {
    const std::size_t block = 4 * index(layout.output_count(k)) * index(layout.input_count(k));
    offsets.push_back(offsets.back() + (e.estimators().has(k) ? block : 0));
  }
  return offsets;
}

}  // namespace

std::vector<LinkSystem::Entry> response_entries(const Wiring& wiring, std::span<const Link> links,
                                                std::span<const std::size_t> offsets) {
  const Layout& layout = wiring.layout;
  const int n = static_cast<int>(links.size());
  std::vector<LinkSystem::Entry> entries;
  for (int l = 0; l < n; ++l) {
    const Link& link = links[index(l)];
    const int unit = wiring.unit_of_output[index(link.output)];
    if (offsets[index(unit)] == offsets[index(unit) + 1]) continue;  // its outputs are taken as given
    const int inputs = layout.input_count(unit), outputs = layout.output_count(unit);
    const int row = link.output - layout.first_output(unit);
    for (int j = 0; j < inputs; ++j) {
      const int source = wiring.link_of_input[index(layout.first_input(unit) + j)];
      if (source < 0) continue;
      for (const int r : {0, 1}) {    // value row, slope row
        for (const int c : {0, 1}) {  // by value, by slope
          const std::size_t at = index(row + r * outputs) * index(2 * inputs) + index(j + c * inputs);
          entries.push_back({l + r * n, source + c * n, offsets[index(unit)] + at, -link.gain});
        }
      }
    }
  }
  return entries;
}

GlobalSystem::GlobalSystem(const Ensemble& e, const Interface& interface, const LinearSolverKnobs& knobs)
    : e_(e),
      system_(interface.size(), response_entries(e.wiring(), interface.links(), response_offsets(e)), knobs) {
  for (std::size_t l = 0; l < interface.links().size(); ++l) inputs_.push_back(interface.input(l));
}

void GlobalSystem::update(const AffineResponse& response, double t) {
  t_ = t;
  if (!response.changed && system_.updated()) return;
  const bool sound = system_.update(response.K);
  note_reach();
  if (!sound) fail();
}

void GlobalSystem::apply_inverse(double* r, const double* guess) {
  if (!system_.apply_inverse(r, guess)) fail();
}

/// How far inputs get within the step where those that feed their sources move by their sizes.
void GlobalSystem::note_reach() {
  const std::size_t n = inputs_.size();
  reach_.assign(n, 0);
  for (std::size_t i = 0; i < system_.entries().size(); ++i) {
    const LinkSystem::Entry& entry = system_.entries()[i];
    const auto row = index(entry.row), column = index(entry.column) % n;
    if (row < n) reach_[row] += std::abs(system_.value(i)) * e_.sizes().recent_size(inputs_[column]);
  }
  for (std::size_t l = 0; l < n; ++l) e_.sizes().set_reach(inputs_[l], reach_[l]);
}

void GlobalSystem::gains(std::vector<Gain>& list) const {
  const std::size_t n = inputs_.size();
  list.clear();
  for (std::size_t i = 0; i < system_.entries().size(); ++i) {
    const LinkSystem::Entry& entry = system_.entries()[i];
    const auto row = index(entry.row);
    const double gain = std::abs(system_.value(i));
    if (row < n && gain > 0) list.push_back({row, index(entry.column) % n, gain});
  }
}

void GlobalSystem::fail() const {
  std::string loops;
  for (const OutputOrder::Stage& stage : order_outputs(e_.wiring(), e_.units()).stages) {
    if (stage.loop) loops += (loops.empty() ? "" : "; ") + describe_loop(stage, e_.wiring(), e_.units());
  }
  if (loops.empty()) {
    for (const int k : e_.estimators().units())
      loops += (loops.empty() ? "units " : ", ") + e_.units()[index(k)].name;
  }
  throw Error(
      Exit::no_agreement, "singular-coupling",
      fmt::format("the coupling condition at t = {} has no unique solution: {}", t_, loops),
      "inputs and outputs of these units determine each other only up to a multiple: look for a gain of 1 "
      "around the loop, or take a smaller step");
}

}  // namespace accordo
