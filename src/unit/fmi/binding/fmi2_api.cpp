#include "unit/fmi/binding/fmi2_api.hpp"

namespace accordo::fmi2 {
namespace {

void bind_common(fmi::FunctionBinder& b, Functions& f) {
  b.optional(f.get_types_platform, "fmi2GetTypesPlatform");
  b.optional(f.get_version, "fmi2GetVersion");
  b.optional(f.set_debug_logging, "fmi2SetDebugLogging");
  b.required(f.instantiate, "fmi2Instantiate");
  b.required(f.free_instance, "fmi2FreeInstance");
  b.required(f.setup_experiment, "fmi2SetupExperiment");
  b.required(f.enter_initialization_mode, "fmi2EnterInitializationMode");
  b.required(f.exit_initialization_mode, "fmi2ExitInitializationMode");
  b.required(f.terminate, "fmi2Terminate");
  b.optional(f.reset, "fmi2Reset");
  b.required(f.get_real, "fmi2GetReal");
  b.optional(f.get_integer, "fmi2GetInteger");
  b.optional(f.get_boolean, "fmi2GetBoolean");
  b.optional(f.get_string, "fmi2GetString");
  b.required(f.set_real, "fmi2SetReal");
  b.optional(f.set_integer, "fmi2SetInteger");
  b.optional(f.set_boolean, "fmi2SetBoolean");
  b.optional(f.set_string, "fmi2SetString");
  b.optional(f.get_state, "fmi2GetFMUstate");
  b.optional(f.free_state, "fmi2FreeFMUstate");
  b.optional(f.set_state, "fmi2SetFMUstate");
  b.optional(f.serialized_state_size, "fmi2SerializedFMUstateSize");
  b.optional(f.serialize_state, "fmi2SerializeFMUstate");
  b.optional(f.deserialize_state, "fmi2DeSerializeFMUstate");
  b.optional(f.get_directional_derivative, "fmi2GetDirectionalDerivative");
}

void bind_model_exchange(fmi::FunctionBinder& b, Functions& f) {
  b.required(f.enter_event_mode, "fmi2EnterEventMode");
  b.required(f.enter_continuous_time_mode, "fmi2EnterContinuousTimeMode");
  b.required(f.new_discrete_states, "fmi2NewDiscreteStates");
  b.optional(f.completed_integrator_step, "fmi2CompletedIntegratorStep");
  b.required(f.set_time, "fmi2SetTime");
  b.required(f.set_continuous_states, "fmi2SetContinuousStates");
  b.required(f.get_continuous_states, "fmi2GetContinuousStates");
  b.required(f.get_derivatives, "fmi2GetDerivatives");
  b.optional(f.get_event_indicators, "fmi2GetEventIndicators");
  b.optional(f.get_nominals, "fmi2GetNominalsOfContinuousStates");
}

void bind_co_simulation(fmi::FunctionBinder& b, Functions& f) {
  b.optional(f.set_real_input_derivatives, "fmi2SetRealInputDerivatives");
  b.optional(f.get_real_output_derivatives, "fmi2GetRealOutputDerivatives");
  b.required(f.do_step, "fmi2DoStep");
  b.optional(f.cancel_step, "fmi2CancelStep");
  b.optional(f.get_status, "fmi2GetStatus");
  b.optional(f.get_real_status, "fmi2GetRealStatus");
  b.optional(f.get_integer_status, "fmi2GetIntegerStatus");
  b.optional(f.get_boolean_status, "fmi2GetBooleanStatus");
  b.optional(f.get_string_status, "fmi2GetStringStatus");
}

}  // namespace

Functions bind(const fmi::Exports& library, Kind kind) {
  fmi::FunctionBinder binder(library);
  Functions functions;
  bind_common(binder, functions);
  if (kind == model_exchange) bind_model_exchange(binder, functions);
  if (kind == co_simulation) bind_co_simulation(binder, functions);
  binder.throw_if_incomplete();
  return functions;
}

}  // namespace accordo::fmi2
