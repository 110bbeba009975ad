// Events within macro-steps: how far a step may go because of them, and which steps have to be repeated.
#pragma once

#include "core/clock.hpp"
#include "core/coupling.hpp"
#include "core/ensemble.hpp"

namespace accordo {

/// Discrete values that others got later than they changed.
struct LateValues {
  long long count = 0;
  double longest = 0, sum = 0;  ///< at most so late; all of them together
  /// By how much real inputs were off for that time, relative to their size, times that time: of all changes,
  /// those found in time included. Divided by the span it is the constant error that would do as much.
  double effect = 0;
};

/// An event that a unit reports ends the step. Of a unit that only steps, the change of a discrete output is
/// sought by bisection of the step, as finely as the tolerance asks; where it cannot go back, steps are
/// short.
class EventGuide {
 public:
  /// Without a tolerance (0) only events that units report end a step: a change of a discrete output is late.
  EventGuide(Ensemble& ensemble, double tolerance, double span)
      : ensemble_(ensemble), tolerance_(tolerance), span_(span) {}

  void begin();
  bool on() const { return on_; }
  /// Steps are no longer where discrete outputs are seen too late.
  double longest() const { return longest_; }
  /// The step ends no later than what is known to happen.
  void limit(Clock& clock, Step& step) const;
  /// Whether the step, which is otherwise fine, has to be repeated with an earlier end.
  bool interrupts(const Step& step, const Proposal& proposal);
  /// The step was made; `passed`: a discrete output had changed in it. Whether that was found in time.
  bool on_accepted(const Step& step, bool passed, LateValues& late);

 private:
  Ensemble& ensemble_;
  double tolerance_, span_;
  bool on_ = false;
  bool located_ = false;  ///< a change of a discrete output, as finely as the tolerance asks
  double longest_ = EventNews::never;
  double event_ = EventNews::never;    ///< of a unit, in the step to be made
  double change_ = -EventNews::never;  ///< by here a discrete output has changed
  double resolution_ = 0;              ///< how finely that is looked for
  int repeats_ = 0;                    ///< of the open step
  double near_ = 0;                    ///< an event so near to the end of the open step is handled there
  int missed_ = 0;                     ///< steps in a row that were to end at an event and met none
  bool met_ = false;                   ///< the latest attempt has met one
  int restless_ = 0;                   ///< changes in a row that were there however short the step was
  int standing_ = 0;                   ///< steps in a row without progress in time
};

}  // namespace accordo
