#include "unit/fmi/binding/fmi3_instance.hpp"

#include <fmt/format.h>

#include <limits>

#include "archive/entry_name.hpp"
#include "base/failure.hpp"

namespace accordo::fmi {
namespace {

using fmi3::Size;

constexpr double kNever = std::numeric_limits<double>::infinity();

void log(fmi3::Environment environment, fmi3::Status status, fmi3::String category, fmi3::String message) {
  Instance::note_message(environment, status, category, message);
}

template <class T, class From>
int set_as(const fmi3::Functions::Function<fmi3::Set<T>>& function, fmi3::Instance instance,
           const StartValue& value) {
  const auto& given = std::get<std::vector<From>>(value.values);
  const auto list = std::make_unique<T[]>(given.size());  // std::vector<bool> has no array inside
  for (std::size_t i = 0; i < given.size(); ++i) list[i] = static_cast<T>(given[i]);
  return function(instance, &value.reference, 1, list.get(), given.size());
}

int set_strings(const fmi3::Functions& f, fmi3::Instance instance, const StartValue& value) {
  std::vector<fmi3::String> list;
  for (const std::string& s : std::get<std::vector<std::string>>(value.values)) list.push_back(s.c_str());
  return f.set_string(instance, &value.reference, 1, list.data(), list.size());
}

int set_binaries(const fmi3::Functions& f, fmi3::Instance instance, const StartValue& value) {
  std::vector<fmi3::Binary> list;
  std::vector<Size> sizes;
  for (const std::string& s : std::get<std::vector<std::string>>(value.values)) {
    list.push_back(reinterpret_cast<fmi3::Binary>(s.data()));
    sizes.push_back(s.size());
  }
  return f.set_binary(instance, &value.reference, 1, sizes.data(), list.data(), list.size());
}

int set_value(const fmi3::Functions& f, fmi3::Instance instance, const StartValue& value) {
  using I = std::int64_t;
  using U = std::uint64_t;
  switch (value.type) {
    case Type::float32:
      return set_as<float, double>(f.set_float32, instance, value);
    case Type::float64:
      return set_as<double, double>(f.set_float64, instance, value);
    case Type::int8:
      return set_as<std::int8_t, I>(f.set_int8, instance, value);
    case Type::int16:
      return set_as<std::int16_t, I>(f.set_int16, instance, value);
    case Type::int32:
      return set_as<std::int32_t, I>(f.set_int32, instance, value);
    case Type::int64:
    case Type::enumeration:
      return set_as<I, I>(f.set_int64, instance, value);
    case Type::uint8:
      return set_as<std::uint8_t, U>(f.set_uint8, instance, value);
    case Type::uint16:
      return set_as<std::uint16_t, U>(f.set_uint16, instance, value);
    case Type::uint32:
      return set_as<std::uint32_t, U>(f.set_uint32, instance, value);
    case Type::uint64:
      return set_as<U, U>(f.set_uint64, instance, value);
    case Type::boolean:
      return set_as<bool, I>(f.set_boolean, instance, value);
    case Type::string:
      return set_strings(f, instance, value);
    case Type::binary:
      return set_binaries(f, instance, value);
    case Type::clock:
      break;
  }
  return fmi3::discard;
}

}  // namespace

Fmi3Instance::Fmi3Instance(const std::shared_ptr<LoadedFmu>& fmu, const InstanceSettings& settings)
    : CommonInstance(fmu, settings, fmu->fmi3(settings.kind)),
      next_event_(kNever),
      saved_next_event_(kNever) {
  expect_alive();
  within_.values.resize(settings_.intermediate.values);
  instantiate();
}

void Fmi3Instance::instantiate() {
  const char* const name = settings_.name.c_str();
  const char* const token = fmu_->description().token.c_str();
  const std::string resources = fmu_->package().resource_path();
  if (settings_.kind == Kind::model_exchange) {
    instance_ =
        calls().instantiate_model_exchange(name, token, resources.c_str(), false, false, environment(), &log);
    if (instance_ == nullptr) fail_to_instantiate("fmi3InstantiateModelExchange");
    return;
  }
  const References& within = settings_.intermediate;
  instance_ = calls().instantiate_co_simulation(
      name, token, resources.c_str(), false, false, settings_.event_mode,
      settings_.event_mode && settings_.early_return, within.empty() ? nullptr : within.list.data(),
      within.list.size(), environment(), &log, within.empty() ? nullptr : &update_within_step);
  if (instance_ == nullptr) fail_to_instantiate("fmi3InstantiateCoSimulation");
}

void Fmi3Instance::configure(const std::vector<StartValue>& structural) {
  if (structural.empty()) return;
  call(f_.enter_configuration_mode);
  for (const StartValue& value : structural) set_start(value);
  call(f_.exit_configuration_mode);
}

void Fmi3Instance::set_start(const StartValue& value) {
  const int status = set_value(calls(), instance_, value);
  const Type type = value.type == Type::enumeration ? Type::int64 : value.type;
  if (status > fmi3::warning)
    fail(fmt::format("fmi3Set{}", name_of(type)).c_str(), status,
         fmt::format(" for {}", archive::printable(value.name)));
}

void Fmi3Instance::enter_initialization(const Experiment& experiment) {
  note_time(experiment.start);
  call(f_.enter_initialization_mode, true, experiment.tolerance, experiment.start, true, experiment.stop);
  phase_ = Phase::initializing;
}

void Fmi3Instance::exit_initialization() {
  call(f_.exit_initialization_mode);
  phase_ = Phase::running;
  if (settings_.event_mode) enter_step_mode();  // initialization ends in event mode
}

void Fmi3Instance::set(const References& references, const double* values) {
  if (references.empty()) return;
  call(f_.set_float64, references.list.data(), references.list.size(), values, references.values);
}

void Fmi3Instance::get(const References& references, double* values) {
  if (references.empty()) return;
  call(f_.get_float64, references.list.data(), references.list.size(), values, references.values);
}

void Fmi3Instance::ask_directional(const References& unknowns, const References& knowns, const double* seed,
                                   double* result) {
  call(f_.get_directional_derivative, unknowns.list.data(), unknowns.list.size(), knowns.list.data(),
       knowns.list.size(), seed, knowns.values, result, unknowns.values);
}

void Fmi3Instance::save_state() {
  CommonInstance::save_state();
  saved_next_event_ = next_event_;
}

void Fmi3Instance::restore_state() {
  CommonInstance::restore_state();
  next_event_ = saved_next_event_;
}

Instance::KeptState Fmi3Instance::keep_state() {
  KeptState kept = CommonInstance::keep_state();
  kept.next_event = next_event_;
  return kept;
}

void Fmi3Instance::go_to_state(const KeptState& kept) {
  CommonInstance::go_to_state(kept);
  next_event_ = kept.next_event;
}

void Fmi3Instance::output_derivatives(const References& outputs, double* values) {
  ones_.resize(outputs.list.size(), 1);
  call(f_.get_output_derivatives, outputs.list.data(), outputs.list.size(), ones_.data(), values,
       outputs.values);
}

bool Fmi3Instance::completed_step() {
  bool event = false, terminate = false;
  call(f_.completed_integrator_step, !settings_.rolls_back, &event, &terminate);
  if (terminate) end_simulation(fmt::format("at t = {}", time()));
  return event;
}

EventOutcome Fmi3Instance::update_discrete_states() {
  bool again = false, terminate = false, nominals = false, values = false, defined = false;
  double next = 0;
  call(f_.update_discrete_states, &again, &terminate, &nominals, &values, &defined, &next);
  return {.again = again,
          .terminate = terminate,
          .states_changed = values,
          .next_event = defined ? next : kNever};
}

}  // namespace accordo::fmi
