// A plan put to work: units made and coupled.
#pragma once

#include <atomic>
#include <functional>
#include <memory>

#include "core/driver.hpp"
#include "core/ensemble.hpp"
#include "core/error_bars.hpp"
#include "record/error_table.hpp"
#include "record/statistics.hpp"
#include "session/plan.hpp"

namespace accordo {

/// How a run is watched and stopped.
struct RunWatch {
  const std::atomic<bool>* interrupt = nullptr;
  std::function<void(double t)> progress = {};
  StepObserver* observer = nullptr;
  std::function<void(const Problem&)> warn = {};  ///< hears of what is noticed while the run goes on
  std::function<double()> seconds = {};           ///< the clock by which that is; empty: the machine's
};

/// What is known before the run is that of the plan.
class Session : public Plan {
 public:
  /// From a scenario: makes the plan and puts it to work; null after problems, all of which are reported.
  static std::unique_ptr<Session> open(Scenario scenario, Problems& problems, OpenOptions options = {});
  /// Makes the units; null where the method finds problems with them.
  static std::unique_ptr<Session> of(Plan plan, Problems& problems);

  Ensemble& ensemble() { return *ensemble_; }
  const Coupling& coupling() const { return *coupling_; }
  /// Outputs of units that, in the first row of the run that was made, need not belong to the rest of it.
  std::vector<std::string> unsure_at_start() const;

  /// Where units are only hosted: makes this rank's units and serves until the run is over.
  void host();

  /// The bare loop over time, once; whoever wants to know what came of it calls run() (session/run.hpp). The
  /// recorder may be null.
  Outcome record(Recorder* recorder, const RunWatch& watch = {}, const StepEnds& ends = {});
  /// The same by pieces; `control` is what steps then follow from.
  std::unique_ptr<TimeLoop> loop(Recorder* recorder, StepControl& control, const RunWatch& watch = {});
  /// Why errors are not carried along; empty: they can be.
  std::string bars_hindrance() const;
  const ErrorBars* bars() const { return bars_.get(); }
  /// What the recorder has heard of errors in the run that was made, or why there was nothing to hear.
  ErrorTable errors(const ErrorRecorder& recorder) const;
  /// Of the run that was made.
  Statistics statistics(const Outcome& outcome) const;

 private:
  explicit Session(Plan plan) : Plan(std::move(plan)) {}
  std::unique_ptr<Executor> make_executor();
  Run run_of(Recorder* recorder, StepControl& control, const RunWatch& watch);

  std::unique_ptr<Executor> executor_;
  std::unique_ptr<Ensemble> ensemble_;
  std::unique_ptr<Coupling> coupling_;
  std::unique_ptr<ErrorBars> bars_;
  double wall_seconds_ = 0;
};

}  // namespace accordo
