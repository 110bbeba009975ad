// Keeps steps so short that nothing which depends on time alone hides between the points of a step.
#pragma once

#include <limits>

#include "base/time.hpp"
#include "expr/interval.hpp"
#include "unit/ode/timed_nodes.hpp"

namespace accordo {

/// From when to when a run goes; nothing is known where both are the same.
struct Horizon {
  double start = 0, stop = 0;
};

/// A list of nodes at work. A stretch is fine when for each node the width of its enclosure is at most four
/// times what its values at the points differ by, or 2 % of its size: of all that its values differ by during
/// the run (for slopes, a quarter). Both are the same for a node times a factor or plus a constant.
class TimedList {
 public:
  TimedList(const TimedNodes::List& nodes, std::span<const double> parameters, Horizon horizon);

  bool fine(const Stretch& stretch, const TimeWindow& window);
  double size(std::size_t root) const { return sizes_[root]; }

 private:
  bool quiet(expr::Interval t, expr::Interval t_switch);
  bool known_quiet(expr::Interval t);
  bool visible(const Stretch& stretch, const TimeWindow& window);
  double small(std::size_t root) const;

  const TimedNodes::List* nodes_;
  std::vector<double> symbols_;
  std::vector<expr::Interval> symbol_points_;
  expr::IntervalTape tape_;
  std::vector<double> work_, values_, sizes_;
  std::vector<expr::Interval> seen_;
  // Where all enclosures are small, and how far to look for more of that. What lies in there has small
  // enclosures, too, so that this saves work and changes no answer.
  expr::Interval quiet_{0, -1};
  double reach_ = 0;
};

/// The nodes of a unit at work; `nodes` must outlive it.
class TimeGuard {
 public:
  TimeGuard(const TimedNodes& nodes, std::span<const double> parameters, Horizon horizon);
  double longest(const Stretch& stretch, const TimeWindow& window);

 private:
  bool fine(const Stretch& stretch, const TimeWindow& window);

  TimedList even_, others_;
  double clear_ = std::numeric_limits<double>::infinity();  ///< up to this length even_ hides nothing
};

}  // namespace accordo
