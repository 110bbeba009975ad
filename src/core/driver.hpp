// The only loop over time.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <vector>

#include "base/error.hpp"
#include "core/coupling.hpp"
#include "core/ensemble.hpp"
#include "core/event_guide.hpp"
#include "core/recorder.hpp"
#include "core/step_control.hpp"

namespace accordo {

/// Sees every attempted macro-step, accepted or not.
class StepObserver {
 public:
  virtual ~StepObserver() = default;
  virtual void attempted(const StepQuestion& question, const Proposal& proposal, bool accepted) = 0;
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
  const std::atomic<bool>* interrupt = nullptr;  ///< set from outside to end the run
  std::function<void(double t)> progress = {};   ///< called now and then
};

/// What became of it. The recorder has seen every accepted point also when the run failed.
struct Outcome {
  double reached = 0;
  long long macro_steps = 0;
  long long rejected_steps = 0;
  long long iterations = 0;
  long long jumps = 0;                    ///< found by themselves, besides the events
  long long events = 0, idle_events = 0;  ///< of units that report them; those without visible effect
  LateValues late;
  bool unsettled = false;  ///< discrete values changed each other without end
  Work work;               ///< of the coupling itself
  std::vector<SolverUse> solvers;
  std::optional<double> error_estimate;
  bool interrupted = false;
  std::optional<Error> failure;
};

Outcome drive(const Run& run);

}  // namespace accordo
