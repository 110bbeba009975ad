// Expressions on intervals: between which bounds do the values lie when the variables stay between theirs?
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "expr/program.hpp"

namespace accordo::expr {

/// All numbers from lo to hi; bounds may be infinite.
struct Interval {
  static constexpr double infinity = std::numeric_limits<double>::infinity();

  double lo = -infinity;
  double hi = infinity;

  static constexpr Interval point(double v) { return {v, v}; }
  static constexpr Interval hull(Interval a, Interval b) {
    return {std::min(a.lo, b.lo), std::max(a.hi, b.hi)};
  }
  double width() const { return hi - lo; }
  bool contains(double v) const { return lo <= v && v <= hi; }
  double magnitude() const { return std::max(-lo, hi); }  ///< the largest |v|
};

/// Encloses what `op` computes on numbers from these intervals. What is not defined on all of them (log,
/// sqrt, asin) is enclosed where it is; the whole line if that is nowhere, and at poles. Rounded results of
/// + - * / and sqrt are monotone, so that their bounds need no widening; those of library functions are
/// widened by a few ulps.
Interval apply(Op op, Interval a, Interval b, Interval c);

/// A Program on intervals; holds its own memory and allocates nothing later.
class IntervalTape {
 public:
  IntervalTape() = default;
  explicit IntervalTape(const Program& program);

  /// Encloses all values of the program for times and symbols from these intervals; `t_switch` as in
  /// Program::evaluate. The tighter the intervals the tighter the result: it converges where the expressions
  /// are continuous, in proportion to the widths.
  void enclose(const Program& program, Interval t, Interval t_switch, const Interval* symbols);
  /// Of the root with this number, and of any slot of the program.
  Interval root(const Program& program, std::size_t number) const {
    return slots_[static_cast<std::size_t>(program.result_slots()[number])];
  }
  const Interval& operator[](int slot) const { return slots_[static_cast<std::size_t>(slot)]; }

 private:
  std::vector<Interval> slots_;
};

/// What an instruction computes: as apply(), but a product of a value with itself is a square.
inline Interval enclose(const Program::Instruction& i, const Interval* slots) {
  if (i.op == Op::multiply && i.a == i.b) return apply(Op::power, slots[i.a], Interval::point(2), {});
  return apply(i.op, slots[i.a], slots[i.b], slots[i.c]);
}

}  // namespace accordo::expr
