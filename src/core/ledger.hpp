// Where each unit stands within the present macro-step.
#pragma once

#include <cstdint>
#include <vector>

#include "base/index.hpp"
#include "model/wiring.hpp"
#include "signal/signal.hpp"

namespace accordo {

/// Bookkeeping of trials: which units are checkpointed, which have moved, and under which inputs. Of a unit:
///
///   at the start → saved → moved (a trial) → back at the start, still saved → moved → …
///
/// All entries are forgotten at once when a new step opens, wherever the units stand.
class StepLedger {
 public:
  explicit StepLedger(const Layout& layout);

  /// A new step, all units at its start.
  void open() {
    ++step_;
    any_moved_ = false;
  }
  bool saved(int unit) const { return saved_[index(unit)] == step_; }
  bool moved(int unit) const { return moved_[index(unit)] == step_; }
  bool any_moved() const { return any_moved_; }
  void mark_saved(int unit) { saved_[index(unit)] = step_; }
  void mark_rewound(int unit) { moved_[index(unit)] = 0; }
  /// The unit has stepped under these inputs (those of the whole system).
  void mark_moved(int unit, const SignalView& inputs);
  /// Whether the unit already stands at the end of the step, having stepped under exactly these inputs.
  bool already_at_end(int unit, const SignalView& inputs) const;

 private:
  const Layout* layout_;
  std::uint64_t step_ = 1;
  bool any_moved_ = false;
  std::vector<std::uint64_t> saved_, moved_;
  std::vector<int> degree_;
  std::vector<double> inputs_;  ///< of the latest trial; allocated with the first one
};

}  // namespace accordo
