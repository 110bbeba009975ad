// The dependency graph: in which order outputs become valid, which of them form algebraic loops, and a good
// sequence of units for methods that step one after the other.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "model/wiring.hpp"
#include "unit/unit.hpp"

namespace accordo {

/// How to make inputs and outputs consistent at a communication point: dispatch `links_first`, then stage by
/// stage evaluate the outputs and dispatch `links_after`; a stage that is a loop must be solved.
struct OutputOrder {
  struct Stage {
    bool loop = false;
    std::vector<int> outputs;       ///< ascending
    std::vector<int> units;         ///< that own them, ascending
    std::vector<Link> links_after;  ///< from these outputs, ordered by input
    std::vector<int> loop_inputs;   ///< of a loop: fed by its outputs and feeding through to its outputs
  };

  std::vector<int> outputs_first;  ///< without feed-through from a connected input: valid right after a step
  std::vector<Link> links_first;   ///< from those
  std::vector<Stage> stages;       ///< in an order in which each needs earlier ones only
};

/// Outputs depend on each other where a connected input feeds through. Outputs of the same depth share a
/// stage; each loop is a stage of its own.
OutputOrder order_outputs(const Wiring& wiring, std::span<const UnitInfo> units);

/// The outputs of each algebraic loop.
std::vector<std::vector<int>> loops(const OutputOrder& order);

/// A shortest way round a loop from its first output, for people: "S1.f -> S2.f -> S2.v -> S1.v".
std::string describe_loop(const OutputOrder::Stage& loop, const Wiring& wiring,
                          std::span<const UnitInfo> units);

/// Units such that most connections point forward: topological where possible; in cycles the weakest feedback
/// is cut (a connection weighs 1, or 10 when its target feeds through). Ties: the order of the scenario.
std::vector<int> unit_sequence(const Wiring& wiring, std::span<const UnitInfo> units);

}  // namespace accordo
