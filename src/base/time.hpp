// Instants, macro-steps and one-sided limits (docs/decisions/0004).
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace accordo {

/// A few rounding errors of t: how far to the side of an event a one-sided limit is taken.
inline double one_sided_offset(double t) {
  constexpr double least = 1e-12;  // t = 0 has no rounding error to go by
  return 16 * std::numeric_limits<double>::epsilon() * std::max(std::abs(t), least);
}

/// A point in time at which f and g are evaluated. Constructs that switch on time (`if(t >= 100, …)`) see
/// `t_switch`, which stands just beside t where a one-sided limit is meant; everything else sees t.
struct Instant {
  double t = 0;
  double t_switch = 0;

  static Instant at(double t) { return {t, t}; }
  static Instant left_of(double t) { return {t, t - one_sided_offset(t)}; }
  static Instant right_of(double t) { return {t, t + one_sided_offset(t)}; }
};

/// One macro-step [t, end]. `h` is the nominal length: end - t differs from it by rounding only, and it is
/// the same number on every step of a fixed-step run, so that what is cached per h stays valid.
struct Step {
  double t = 0;
  double h = 0;
  double end = 0;
  bool after_event = false;   ///< something may jump at t: the step starts from the right limit
  bool before_event = false;  ///< something may jump at `end`: the step ends in the left limit
  bool watched = false;   ///< events of a unit that reports them are reported, not handled: it goes on as if
                          ///< there were none
  bool followed = false;  ///< units keep the course of their states: they will be asked for it

  Instant begin_instant() const { return after_event ? Instant::right_of(t) : Instant::at(t); }
  Instant end_instant() const { return before_event ? Instant::left_of(end) : Instant::at(end); }
};

/// The instants of one macro-step: keeps what switches on time inside the step, so that neither end is seen
/// from beyond an event.
struct TimeWindow {
  double lowest = -std::numeric_limits<double>::infinity();
  double highest = std::numeric_limits<double>::infinity();

  TimeWindow() = default;
  explicit TimeWindow(const Step& step) {
    if (step.after_event) lowest = step.t + one_sided_offset(step.t);
    if (step.before_event) highest = step.end - one_sided_offset(step.end);
  }
  Instant at(double t) const { return {t, std::min(std::max(t, lowest), highest)}; }
};

/// Part of a step, and where a method looks at it: at t + c dt for every c of `points`, which are ascending
/// from 0 to 1.
struct Stretch {
  double t = 0;
  double dt = 0;
  double shortest = 0;  ///< no need to look closer
  std::span<const double> points;
};

}  // namespace accordo
