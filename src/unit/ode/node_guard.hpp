// Finds out whether a function of states and inputs was stepped over: a narrow hill that no stage has seen.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "base/time.hpp"
#include "expr/interval.hpp"

namespace accordo {

/// Where in a program functions of states and inputs are, and how far their arguments may move before
/// anything could hide in them. Sums and products hide nothing; what switches is an event and no concern of
/// this. Immutable: units that differ in parameter values share it.
class WatchedNodes {
 public:
  WatchedNodes() = default;
  WatchedNodes(const expr::Program& program, int parameters);

  /// How far an argument may move: by 1, or by half of itself, or not at all.
  enum class Scale : char { one, own, none };
  struct Watch {
    int argument = 0;  ///< slot
    int result = 0;    ///< slot
    Scale scale = Scale::none;
  };
  /// How a slot follows from states, inputs and time.
  enum class SlotShape : char { fixed, affine, other };

  bool any() const { return !watches_.empty(); }
  std::span<const Watch> watches() const { return watches_; }
  SlotShape shape(int slot) const { return shapes_[static_cast<std::size_t>(slot)]; }

 private:
  void add(const expr::Program::Instruction& i, int result);

  std::vector<Watch> watches_;
  std::vector<SlotShape> shapes_;  ///< per slot
  std::vector<bool> variable_;     ///< per slot: it depends on states or inputs
};

/// Watched nodes at work. For each attempt it notes between which values the arguments were at the stages. If
/// one has moved too far for comfort, the values of all that is computed are found for every stage, and from
/// what is computed on the way an enclosure of each such node: states, inputs and their linear combinations
/// stay within what the stages saw and 5 % of it on either side. As in TimeGuard an enclosure may be four
/// times as wide as what was seen; 2 % of what the node can reach at all, if that is finite, may hide.
class NodeGuard {
 public:
  /// `program` and `nodes` must outlive it.
  NodeGuard(const expr::Program& program, const WatchedNodes& nodes, std::span<const double> parameters,
            std::size_t states, std::size_t inputs);

  /// As in StepGuard; `work` is what the program has just computed, null at an origin where it has not.
  void origin(const Instant& at, const double* x, const double* u, const double* work);
  void attempting();
  void stage(const Instant& at, const double* x, const double* u, const double* work);
  bool hides();

 private:
  static constexpr std::size_t kRows = 8;
  struct Row {
    Instant at;
    std::vector<double> symbols, work;
  };

  bool calm(std::size_t watch) const;
  bool visible(std::size_t watch) const;
  void evaluate_rows();
  void find_used();
  expr::Interval enclosed(const expr::Program::Instruction& i, int slot) const;
  double excess(int slot, bool above) const;
  void note(std::size_t row, const Instant& at, const double* x, const double* u);

  const expr::Program* program_;
  const WatchedNodes* nodes_;
  std::size_t parameters_, states_, inputs_;
  std::vector<int> arguments_;   ///< per watch: its slot
  std::array<Row, kRows> rows_;  ///< the first is the origin
  std::size_t stages_ = 0;       ///< the row of the latest stage
  bool full_ = false;            ///< all rows are in use, and the oldest stages lost
  bool origin_ = false, origin_known_ = false;
  std::vector<double> origin_values_;         ///< per watch
  std::vector<expr::Interval> moved_;         ///< per watch: its argument
  std::vector<expr::Interval> seen_, slots_;  ///< per slot
  std::vector<bool> used_;                    ///< per slot
  std::vector<double> reach_, results_;       ///< reach: per watch, 0 where there is no bound
};

}  // namespace accordo
