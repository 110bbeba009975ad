#include "session/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <numeric>

#include "base/index.hpp"
#include "session/planner.hpp"
#include "transport/error_transport.hpp"

namespace accordo {

std::unique_ptr<Session> Session::open(Scenario scenario, Problems& problems, OpenOptions options) {
  std::optional<Plan> plan = make_plan(std::move(scenario), problems, std::move(options));
  return plan ? of(std::move(*plan), problems) : nullptr;
}

std::unique_ptr<Session> Session::of(Plan plan, Problems& problems) {
  std::unique_ptr<Session> session(new Session(std::move(plan)));
  Session& s = *session;
  if (s.hosts()) return session;  // the rest is rank 0's
  s.executor_ = s.make_executor();
  s.ensemble_ = std::make_unique<Ensemble>(s.wiring_, s.units_, *s.executor_, s.driven_);
  s.ensemble_->follow(s.driven_tokens_);
  s.coupling_ = s.method_->make({*s.options_, *s.ensemble_, s.scenario_.experiment, problems});
  return problems.empty() ? std::move(session) : nullptr;
}

std::string Session::bars_hindrance() const {
  const ExperimentSpec& e = scenario_.experiment;
  if (e.error_bars == false && !e.record_errors && !e.accuracy) return "they are switched off";
  if (!traits().couples())
    return fmt::format("with {} there is no coupling whose error could be carried along", method_->name);
  return ErrorTransport::hindrance(units_);
}

ErrorTable Session::errors(const ErrorRecorder& recorder) const {
  if (bars_ != nullptr && bars_->started()) return recorder.table(bars_->lost());
  ErrorTable none;
  none.lost = bars_hindrance();
  if (none.lost.empty())
    none.lost = fmt::format("{} does not linearize units by itself: --error-bars on does", method_->name);
  return none;
}

Run Session::run_of(Recorder* recorder, StepControl& control, const RunWatch& watch) {
  if (bars_hindrance().empty()) bars_ = std::make_unique<ErrorTransport>(*ensemble_);
  const ExperimentSpec& e = scenario_.experiment;
  std::function<double(double)> later;
  if (!time_events_.empty()) later = [this](double t) { return next_switch(t); };
  return {.ensemble = *ensemble_,
          .coupling = *coupling_,
          .control = control,
          .recorder = recorder,
          .observer = watch.observer,
          .start = start_,
          .stop = stop_,
          .events = listed_events(),
          .later_events = std::move(later),
          .interrupt = watch.interrupt,
          .progress = watch.progress,
          .budget = {.steps = static_cast<long long>(scenario_.experiment.max_steps.value_or(0)),
                     .seconds = scenario_.experiment.max_seconds.value_or(0)},
          // With fixed steps what comes from the past is worse at the ends than within.
          .looks_inside = traits().couples() && (control.tolerance() > 0 || !traits().from_past()),
          .bars = bars_.get(),
          .bars_if_linearized = e.error_bars != true && !e.record_errors && !e.accuracy};
}

Outcome Session::record(Recorder* recorder, const RunWatch& watch, const StepEnds& ends) {
  const std::unique_ptr<StepControl> control = make_control(ends);
  const auto before = std::chrono::steady_clock::now();
  Outcome outcome = drive(run_of(recorder, *control, watch));
  if (recorder != nullptr) recorder->finish();
  wall_seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - before).count();
  return outcome;
}

std::unique_ptr<TimeLoop> Session::loop(Recorder* recorder, StepControl& control, const RunWatch& watch) {
  return std::make_unique<TimeLoop>(run_of(recorder, control, watch));
}

std::vector<std::string> Session::unsure_at_start() const {
  std::vector<std::string> names;
  for (const int output : ensemble_->unsure_at_start()) {
    const int k = wiring_.unit_of_output[index(output)];
    const auto port = index(output - wiring_.layout.first_output(k));
    names.push_back(units_[index(k)].name + "." + units_[index(k)].ports.outputs[port]);
  }
  return names;
}

Statistics Session::statistics(const Outcome& outcome) const {
  Statistics s;
  s.method = method_->name;
  s.start = start_;
  s.stop = stop_;
  s.reached = outcome.reached;
  s.status = outcome.failure       ? outcome.failure->problems().front().id
             : outcome.interrupted ? "interrupted"
             : outcome.ended       ? outcome.ended->problems().front().id
                                   : "done";
  s += outcome;
  s += outcome.work;
  s += ensemble_->counts();
  s.linear_solver = outcome.work.linear_solver;
  s.max_coupling_residual = ensemble_->max_residual();
  s.solvers = outcome.solvers;
  s.error_estimate = outcome.error_estimate;
  // Inputs that were extrapolated are off by what they differ from the outputs in the end.
  if (!s.error_estimate && traits_.from_past()) s.error_estimate = s.max_coupling_residual;
  s.wall_seconds = wall_seconds_;
  for (std::size_t k = 0; k < units_.size(); ++k) {
    const int unit = static_cast<int>(k);
    s.units.push_back({.name = units_[k].name,
                       .kind = units_[k].kind,
                       .integrations = ensemble_->integrations(unit),
                       .wall_seconds = executor_->unit_seconds(unit)});
  }
  return s;
}

}  // namespace accordo
