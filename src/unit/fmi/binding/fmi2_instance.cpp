#include "unit/fmi/binding/fmi2_instance.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdarg>
#include <cstdlib>
#include <limits>

#include "base/failure.hpp"

namespace accordo::fmi {
namespace {

using namespace fmi2;

void log(ComponentEnvironment environment, String, fmi2::Status status, String category, String message,
         ...) {
  if (message == nullptr) return;
  std::array<char, 1000> text;
  std::va_list arguments;
  va_start(arguments, message);
  format_message(text.data(), text.size(), message, arguments);
  va_end(arguments);
  Instance::note_message(environment, status, category, text.data());
}

/// The values as the functions for this type want them.
template <class T, class From>
std::vector<T> as(const Values& values) {
  std::vector<T> list;
  for (const From& value : std::get<std::vector<From>>(values)) list.push_back(static_cast<T>(value));
  return list;
}

}  // namespace

Fmi2Instance::Fmi2Instance(const std::shared_ptr<LoadedFmu>& fmu, const InstanceSettings& settings)
    : CommonInstance(fmu, settings, fmu->fmi2(settings.kind)),
      callbacks_{&log, &std::calloc, &std::free, nullptr, environment()} {
  const fmi2::Kind kind = settings.kind == Kind::co_simulation ? co_simulation : model_exchange;
  expect_alive();
  instance_ = calls().instantiate(settings_.name.c_str(), kind, fmu_->description().token.c_str(),
                                  fmu_->package().resource_uri().c_str(), &callbacks_, kFalse, kFalse);
  if (instance_ == nullptr) fail_to_instantiate("fmi2Instantiate");
}

void Fmi2Instance::set_start(const StartValue& value) {
  const unsigned reference = value.reference;
  // One variable is one scalar here.
  switch (value.type) {
    case Type::float64:
      return call(f_.set_real, &reference, 1, as<Real, double>(value.values).data());
    case Type::boolean:
      return call(f_.set_boolean, &reference, 1, as<Boolean, std::int64_t>(value.values).data());
    case Type::string: {
      const char* text = std::get<std::vector<std::string>>(value.values).front().c_str();
      return call(f_.set_string, &reference, 1, &text);
    }
    default:
      return call(f_.set_integer, &reference, 1, as<Integer, std::int64_t>(value.values).data());
  }
}

void Fmi2Instance::setup_experiment(const Experiment& e) {
  note_time(e.start);
  call(f_.setup_experiment, kTrue, e.tolerance, e.start, e.stop_defined ? kTrue : kFalse,
       e.stop_defined ? e.stop : 0);
}

void Fmi2Instance::enter_initialization(const Experiment&) {
  call(f_.enter_initialization_mode);
  phase_ = Phase::initializing;
}

void Fmi2Instance::exit_initialization() {
  call(f_.exit_initialization_mode);
  phase_ = Phase::running;
}

void Fmi2Instance::set(const References& references, const double* values) {
  if (references.empty()) return;
  call(f_.set_real, references.list.data(), references.list.size(), values);
}

void Fmi2Instance::get(const References& references, double* values) {
  if (references.empty()) return;
  call(f_.get_real, references.list.data(), references.list.size(), values);
}

void Fmi2Instance::ask_directional(const References& unknowns, const References& knowns, const double* seed,
                                   double* result) {
  call(f_.get_directional_derivative, unknowns.list.data(), unknowns.list.size(), knowns.list.data(),
       knowns.list.size(), seed, result);
}

void Fmi2Instance::set_input_derivatives(const InputDerivatives& d) {
  call(f_.set_real_input_derivatives, d.references.data(), d.references.size(), d.orders.data(),
       d.values.data());
}

void Fmi2Instance::output_derivatives(const References& outputs, double* values) {
  ones_.resize(outputs.list.size(), 1);
  call(f_.get_real_output_derivatives, outputs.list.data(), outputs.list.size(), ones_.data(), values);
}

double Fmi2Instance::do_step(double t, double h) {
  expect_alive();
  note_time(t);
  const int status = calls().do_step(instance_, t, h, going_back_ ? kFalse : kTrue);
  if (status > warning) fail_step(t, status);
  return t + h;
}

/// With what else the FMU tells about a step that it could not finish.
void Fmi2Instance::fail_step(double t, int status) {
  if (status == fatal) fail("fmi2DoStep", status);
  if (status == pending) fail("fmi2DoStep", status, " (steps in the background are not supported)");
  std::string more;
  if (Real reached = 0; status == discard && calls().get_real_status &&
                        calls().get_real_status(instance_, last_successful_time, &reached) <= warning) {
    more = fmt::format(" (it reached t = {})", reached);
  }
  if (Boolean ended = kFalse; status == discard && calls().get_boolean_status &&
                              calls().get_boolean_status(instance_, terminated, &ended) <= warning &&
                              ended != kFalse) {
    end_simulation(fmt::format("in the step from t = {}{}", t, more));
  }
  fail("fmi2DoStep", status, more);
}

bool Fmi2Instance::completed_step() {
  Boolean event = kFalse, terminate = kFalse;
  call(f_.completed_integrator_step, settings_.rolls_back ? kFalse : kTrue, &event, &terminate);
  if (terminate != kFalse) end_simulation(fmt::format("at t = {}", time()));
  return event != kFalse;
}

EventOutcome Fmi2Instance::update_discrete_states() {
  EventInfo info{};
  call(f_.new_discrete_states, &info);
  return {.again = info.new_discrete_states_needed != kFalse,
          .terminate = info.terminate_simulation != kFalse,
          .states_changed = info.values_of_continuous_states_changed != kFalse,
          .next_event = info.next_event_time_defined != kFalse ? info.next_event_time
                                                               : std::numeric_limits<double>::infinity()};
}

}  // namespace accordo::fmi
