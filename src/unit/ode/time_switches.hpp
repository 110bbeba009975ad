// The instants at which a unit's equations switch by time alone: t >= 4.2, floor(t), sin(50*t) > 0.
#pragma once

#include <span>
#include <vector>

#include "expr/interval.hpp"
#include "unit/ode/time_guard.hpp"
#include "unit/time_events.hpp"

namespace accordo {

/// What switches by time and parameters alone, as values that are constant from switch to switch:
/// comparisons, floor, ceil and sign themselves; of abs, min and max, whose slopes jump, which side they are
/// on.
expr::Program time_switches(expr::Graph& graph, std::span<const expr::Node> roots, int parameters);

/// Finds where any of them changes: the part of the run ahead is halved until their enclosures are constant
/// or nothing is left between two numbers. So nothing is missed, however short it holds, except what cannot
/// be enclosed (then the search gives up, and there are no later instants) and what holds at one point only.
class TimeSwitches final : public TimeEvents {
 public:
  /// `program` must outlive it.
  TimeSwitches(const expr::Program& program, std::span<const double> parameters, Horizon horizon);
  double next(double t) override;

 private:
  double search(double from);
  bool constant(double from, double to);
  double located(double from, double to);
  void evaluate(double t, std::vector<double>& values);

  const expr::Program* program_;
  double stop_;
  std::vector<double> symbols_;
  std::vector<expr::Interval> symbol_points_;
  expr::IntervalTape tape_;
  std::vector<double> work_, before_, values_;
  // The latest answer, and from when on it holds.
  double from_ = 0, next_ = 0;
};

}  // namespace accordo
