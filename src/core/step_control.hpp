// Decides how long macro-steps are and which are accepted.
#pragma once

#include <limits>
#include <optional>

#include "base/time.hpp"
#include "core/coupling.hpp"

namespace accordo {

/// restart → next_step_size → accept → on_accepted | reduce → next_step_size → …; a step that is to be
/// repeated because of an event is followed by neither, and restart may follow on_accepted.
class StepControl {
 public:
  virtual ~StepControl() = default;

  /// The accuracy that steps follow from, or 0. Where there is one their errors are estimated, and the last
  /// ones before an event are spread evenly.
  virtual double tolerance() const { return 0; }
  /// At the start and after every event, the ensemble in agreement; with the first step, where the coupling
  /// could tell it.
  virtual void restart(Ensemble&, double /*t*/, std::optional<double> /*first*/) {}
  /// No step is longer.
  virtual double longest() const { return std::numeric_limits<double>::infinity(); }

  /// How fast the step just accepted made errors grow along the run, as ErrorBars tell it: 1 is as fast as
  /// may be. Returns by how much single steps are to be more accurate than the tolerance from here on.
  virtual double heed(double /*growth*/) { return 1; }

  /// Length of the next step; the clock shortens it at events and at the end.
  virtual double next_step_size() const = 0;
  /// Whether to commit this proposal. Called before anything irreversible happens.
  virtual bool accept(const Step& step, const Proposal& proposal) = 0;
  /// Whether the step just accepted holds a jump: everything starts again after it, as after an event.
  virtual bool jumped() const { return false; }
  /// A shorter next step after a rejection; false when there is none.
  virtual bool reduce(const Step& step) = 0;
  /// The step was committed; `post`: how far it ended from what was predicted, where that is known.
  virtual void on_accepted(const Step&, const Proposal&, std::optional<double> /*post*/) {}
};

}  // namespace accordo
