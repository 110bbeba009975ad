// The only loop over time.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "base/error.hpp"
#include "core/budget.hpp"
#include "core/coupling.hpp"
#include "core/ensemble.hpp"
#include "core/error_bars.hpp"
#include "core/event_guide.hpp"
#include "core/recorder.hpp"
#include "core/step_control.hpp"

namespace accordo {

/// Sees every attempted macro-step, accepted or not.
class StepObserver {
 public:
  virtual ~StepObserver() = default;
  virtual void attempted(const StepQuestion& question, const Proposal& proposal, bool accepted) = 0;
  /// Of the step just accepted: how far outputs got, within it, from what inputs took them for.
  virtual void looked_back(double /*error*/) {}
};

/// A run to be made: who takes part and when.
struct Run {
  Ensemble& ensemble;
  const Coupling& coupling;
  StepControl& control;
  Recorder* recorder = nullptr;
  StepObserver* observer = nullptr;
  double start = 0;
  double stop = 0;
  std::vector<double> events = {};
  std::function<double(double t)> later_events = {};  ///< the first after t of more events; empty: none
  const std::atomic<bool>* interrupt = nullptr;       ///< set from outside to end the run
  std::function<void(double t)> progress = {};        ///< called now and then
  RunBudget budget = {};
  bool looks_inside = false;  ///< at what units do within steps
  ErrorBars* bars = nullptr;
  bool bars_if_linearized = false;  ///< bars only where the method linearizes all units anyway
};

/// What became of it. The recorder has seen every accepted point also when the run failed.
struct Outcome : Counters {
  double reached = 0;
  LateValues late;
  bool unsettled = false;  ///< discrete values changed each other without end
  FloorUse floor;          ///< steps that went down to the noise of inputs
  Work work;               ///< of the coupling itself
  std::vector<SolverUse> solvers;
  std::optional<double> error_estimate;
  double error_time = 0;  ///< the same of all steps, each times its length
  bool interrupted = false;
  std::optional<Error> ended;  ///< by a unit that wanted the simulation to end
  std::optional<Error> failure;
};

Outcome drive(const Run& run);

/// The same by pieces, for whoever decides on the way. What `run` refers to must live as long.
class TimeLoop {
 public:
  explicit TimeLoop(Run run);
  ~TimeLoop();
  TimeLoop(const TimeLoop&) = delete;
  TimeLoop& operator=(const TimeLoop&) = delete;

  /// Consistent values at the start, which is recorded.
  void begin();
  /// Goes on until a communication point at t, or until the run ends: at its stop, by a failure, interrupted.
  void advance_to(double t);
  /// Something was changed from outside, time perhaps: everything starts again here, as after an event.
  void restart(double t);

  double time() const;
  /// What became of it so far.
  Outcome outcome() const;

 private:
  class Pieces;
  std::unique_ptr<Pieces> pieces_;
};

}  // namespace accordo
