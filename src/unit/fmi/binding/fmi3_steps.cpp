// Steps of FMUs of FMI 3 for co-simulation, with the events in them.
#include <fmt/format.h>

#include "base/failure.hpp"
#include "base/time.hpp"
#include "unit/fmi/binding/fmi3_instance.hpp"

namespace accordo::fmi {
namespace {

constexpr int kMostIterations = 1000;    ///< of discrete states in an event
constexpr int kMostStops = 100;          ///< one after the other that bring the FMU no further
constexpr double kLeastProgress = 1e-6;  ///< of a step, between two stops

}  // namespace

Instance::Stop Fmi3Instance::advance(double t, double h, bool to_event) {
  expect_alive();
  if (!settings_.event_mode) return {step_once(t, h).reached, false};
  const double end = t + h;
  double length = h;
  for (int stuck = 0; stuck < kMostStops;) {
    const bool shortened = settings_.any_step && next_event_ > t + one_sided_offset(t) &&
                           next_event_ < end - one_sided_offset(end);
    const StepEnd now = step_once(t, shortened ? next_event_ - t : length);
    note_time(now.reached);
    if (now.event || (next_event_ > t && next_event_ <= now.reached + one_sided_offset(end))) {
      if (to_event) return {now.reached, true};
      handle_event();
    }
    const bool stopped = shortened || now.early || now.event;
    if (!stopped || !(now.reached < end - one_sided_offset(end))) return {now.reached, false};
    stuck = now.reached - t > kLeastProgress * h ? 0 : stuck + 1;
    t = now.reached;
    length = end - t;
    if (within_.inputs != nullptr) check("fmi3SetFloat64", set_inputs_within(t));
  }
  throw UnitFailure(
      fmt::format("fmi3DoStep of {} stopped early {} times in a row without getting beyond t = {}",
                  fmu_->package().source().filename().string(), kMostStops, t));
}

Fmi3Instance::StepEnd Fmi3Instance::step_once(double t, double h) {
  note_time(t);
  bool terminate = false;
  StepEnd end{.reached = t + h};
  within_.failed = 0;
  const int status =
      calls().do_step(instance_, t, h, !going_back_, &end.event, &terminate, &end.early, &end.reached);
  // A call of ours that failed inside is the cause of whatever the step says.
  check("fmi3SetFloat64 within fmi3DoStep", within_.failed);
  check("fmi3DoStep", status);
  if (terminate) end_simulation(fmt::format("at t = {}", end.reached));
  if (end.event && !settings_.event_mode)
    fail("fmi3DoStep", status, " and asks for an event to be handled, which it was told not to do");
  if (end.early && !(settings_.event_mode && settings_.early_return))
    fail("fmi3DoStep", status, fmt::format(" early, at t = {}, which it was told not to do", end.reached));
  // Who does not return early goes on from t + h, wherever the internal steps ended.
  if (!end.early) end.reached = t + h;
  return end;
}

void Fmi3Instance::enter_step_mode() {
  EventOutcome outcome{.again = true};
  for (int i = 0; outcome.again; ++i) {
    if (i == kMostIterations)
      fail("fmi3UpdateDiscreteStates", fmi3::ok, fmt::format(" {} times, but the event does not settle", i));
    outcome = update_discrete_states();
    if (outcome.terminate) end_simulation(fmt::format("at t = {}", time()));
  }
  next_event_ = outcome.next_event;
  call(f_.enter_step_mode);
}

void Fmi3Instance::set_intermediate_inputs(const SignalView* inputs, double t, double h) {
  within_.inputs = inputs;
  within_.t = t;
  within_.h = h;
}

int Fmi3Instance::set_inputs_within(double t) {
  const References& references = settings_.intermediate;
  within_.inputs->values((t - within_.t) / within_.h, within_.values.data());
  return calls().set_float64(instance_, references.list.data(), references.list.size(), within_.values.data(),
                             references.values);
}

/// Runs inside the FMU's code: nothing may be thrown through it.
void Fmi3Instance::update_within_step(fmi3::Environment environment, double t, bool set_requested, bool, bool,
                                      bool, bool* early_return_requested, double*) {
  if (early_return_requested != nullptr) *early_return_requested = false;
  auto* const self = static_cast<Fmi3Instance*>(meant_by(environment));
  if (self == nullptr || !set_requested || self->within_.inputs == nullptr) return;
  const int status = self->set_inputs_within(t);
  if (status > self->within_.failed && status > fmi3::warning) self->within_.failed = status;
}

}  // namespace accordo::fmi
