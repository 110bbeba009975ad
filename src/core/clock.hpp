// Simulated time without drift: t_n = anchor + n·h, the anchor being the start or the latest event.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "base/time.hpp"

namespace accordo {

class Clock {
 public:
  /// Events outside (start, stop] are dropped; the others are hit exactly.
  /// With `spread`, the way to the next event is halved where two steps would leave the second one short.
  Clock(double start, double stop, std::vector<double> events, bool spread = false);

  /// There are more events than those of the list: `after(t)` is the first one after t, infinite where there
  /// is none.
  void know(std::function<double(double t)> after);

  double time() const { return t_; }
  bool done() const { return t_ >= stop_; }
  /// Whether the latest step ended at one of the given events.
  bool at_event() const { return at_event_; }

  /// The step from here with the wished length, clipped to the next event and to the stop; a remainder below
  /// 1e-9·h is merged into it.
  Step next(double h);
  /// Makes the step end sooner; with `event`, in the left limit. A step of given length is completed by the
  /// one after it.
  void cut(Step& step, double end, bool event);
  /// The step has been made.
  void advance(const Step& step);

 private:
  void complete(Step& step);
  void look_ahead();

  double stop_;
  std::vector<double> events_;  ///< ahead, the next one last
  std::function<double(double)> after_;
  double next_ = 0;  ///< of both; infinite where none is left
  double anchor_, t_;
  double h_ = 0;
  long long n_ = 0;
  bool after_event_ = true;  ///< the start counts as one
  bool spread_;
  bool cut_ = false;       ///< the step at hand is shorter than next() made it
  bool off_grid_ = false;  ///< the latest step was
  bool at_event_ = false;
};

// In the header: both run on every step.
inline Step Clock::next(double h) {
  cut_ = false;
  if (h != h_) {
    anchor_ = t_;
    n_ = 0;
    h_ = h;
    off_grid_ = false;
  }
  const double bound = std::min(next_, stop_);
  Step step{.t = t_, .h = h, .end = anchor_ + static_cast<double>(n_ + 1) * h, .after_event = after_event_};
  if (off_grid_) complete(step);
  if (step.end < bound - h) return step;  // far from it, as nearly always
  if (spread_ && step.end < bound) {
    step.h = (bound - t_) / 2;
    step.end = t_ + step.h;
    h_ = 0;  // off the grid: the next step counts from where this one ends
  }
  // Below a few rounding errors of the times themselves no remainder is worth a step.
  const double rounding =
      4 * std::numeric_limits<double>::epsilon() * std::max({std::abs(anchor_), std::abs(bound), h});
  if (step.end >= bound - std::max(1e-9 * h, rounding)) {
    step.end = bound;
    step.before_event = next_ <= stop_;
    const double length = bound - t_;
    if (std::abs(length - h) > rounding) step.h = length;  // a clipped step, not just a rounded one
  }
  return step;
}

inline void Clock::advance(const Step& step) {
  t_ = step.end;
  if (!cut_) ++n_;
  off_grid_ = cut_;
  after_event_ = step.before_event;
  at_event_ = false;
  if (step.before_event && step.end >= next_) {
    look_ahead();
    anchor_ = t_;
    n_ = 0;
    off_grid_ = false;
    at_event_ = true;
  }
}

}  // namespace accordo
