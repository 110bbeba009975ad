#include "unit/fmi/binding/fmi3_api.hpp"

namespace accordo::fmi3 {
namespace {

void bind_common(fmi::FunctionBinder& b, Functions& f) {
  b.optional(f.get_version, "fmi3GetVersion");
  b.optional(f.set_debug_logging, "fmi3SetDebugLogging");
  b.required(f.free_instance, "fmi3FreeInstance");
  b.required(f.enter_initialization_mode, "fmi3EnterInitializationMode");
  b.required(f.exit_initialization_mode, "fmi3ExitInitializationMode");
  b.optional(f.enter_event_mode, "fmi3EnterEventMode");
  b.required(f.terminate, "fmi3Terminate");
  b.optional(f.reset, "fmi3Reset");
  b.optional(f.enter_configuration_mode, "fmi3EnterConfigurationMode");
  b.optional(f.exit_configuration_mode, "fmi3ExitConfigurationMode");
  b.optional(f.get_number_of_variable_dependencies, "fmi3GetNumberOfVariableDependencies");
  b.optional(f.get_variable_dependencies, "fmi3GetVariableDependencies");
  b.optional(f.get_state, "fmi3GetFMUState");
  b.optional(f.free_state, "fmi3FreeFMUState");
  b.optional(f.set_state, "fmi3SetFMUState");
  b.optional(f.serialized_state_size, "fmi3SerializedFMUStateSize");
  b.optional(f.serialize_state, "fmi3SerializeFMUState");
  b.optional(f.deserialize_state, "fmi3DeserializeFMUState");
  b.optional(f.get_directional_derivative, "fmi3GetDirectionalDerivative");
  b.optional(f.get_adjoint_derivative, "fmi3GetAdjointDerivative");
  b.optional(f.evaluate_discrete_states, "fmi3EvaluateDiscreteStates");
  b.optional(f.update_discrete_states, "fmi3UpdateDiscreteStates");
}

void bind_getters(fmi::FunctionBinder& b, Functions& f) {
  b.optional(f.get_float32, "fmi3GetFloat32");
  b.required(f.get_float64, "fmi3GetFloat64");
  b.optional(f.get_int8, "fmi3GetInt8");
  b.optional(f.get_uint8, "fmi3GetUInt8");
  b.optional(f.get_int16, "fmi3GetInt16");
  b.optional(f.get_uint16, "fmi3GetUInt16");
  b.optional(f.get_int32, "fmi3GetInt32");
  b.optional(f.get_uint32, "fmi3GetUInt32");
  b.optional(f.get_int64, "fmi3GetInt64");
  b.optional(f.get_uint64, "fmi3GetUInt64");
  b.optional(f.get_boolean, "fmi3GetBoolean");
  b.optional(f.get_string, "fmi3GetString");
  b.optional(f.get_binary, "fmi3GetBinary");
  b.optional(f.get_clock, "fmi3GetClock");
  b.optional(f.get_interval_decimal, "fmi3GetIntervalDecimal");
  b.optional(f.get_shift_decimal, "fmi3GetShiftDecimal");
}

void bind_setters(fmi::FunctionBinder& b, Functions& f) {
  b.optional(f.set_float32, "fmi3SetFloat32");
  b.required(f.set_float64, "fmi3SetFloat64");
  b.optional(f.set_int8, "fmi3SetInt8");
  b.optional(f.set_uint8, "fmi3SetUInt8");
  b.optional(f.set_int16, "fmi3SetInt16");
  b.optional(f.set_uint16, "fmi3SetUInt16");
  b.optional(f.set_int32, "fmi3SetInt32");
  b.optional(f.set_uint32, "fmi3SetUInt32");
  b.optional(f.set_int64, "fmi3SetInt64");
  b.optional(f.set_uint64, "fmi3SetUInt64");
  b.optional(f.set_boolean, "fmi3SetBoolean");
  b.optional(f.set_string, "fmi3SetString");
  b.optional(f.set_binary, "fmi3SetBinary");
  b.optional(f.set_clock, "fmi3SetClock");
  b.optional(f.set_interval_decimal, "fmi3SetIntervalDecimal");
  b.optional(f.set_shift_decimal, "fmi3SetShiftDecimal");
}

void bind_model_exchange(fmi::FunctionBinder& b, Functions& f) {
  b.required(f.instantiate_model_exchange, "fmi3InstantiateModelExchange");
  b.required(f.enter_continuous_time_mode, "fmi3EnterContinuousTimeMode");
  b.optional(f.completed_integrator_step, "fmi3CompletedIntegratorStep");
  b.required(f.set_time, "fmi3SetTime");
  b.required(f.set_continuous_states, "fmi3SetContinuousStates");
  b.required(f.get_continuous_states, "fmi3GetContinuousStates");
  b.required(f.get_derivatives, "fmi3GetContinuousStateDerivatives");
  b.optional(f.get_event_indicators, "fmi3GetEventIndicators");
  b.optional(f.get_nominals, "fmi3GetNominalsOfContinuousStates");
  b.optional(f.get_number_of_event_indicators, "fmi3GetNumberOfEventIndicators");
  b.optional(f.get_number_of_continuous_states, "fmi3GetNumberOfContinuousStates");
}

void bind_co_simulation(fmi::FunctionBinder& b, Functions& f) {
  b.required(f.instantiate_co_simulation, "fmi3InstantiateCoSimulation");
  b.optional(f.enter_step_mode, "fmi3EnterStepMode");
  b.optional(f.get_output_derivatives, "fmi3GetOutputDerivatives");
  b.required(f.do_step, "fmi3DoStep");
}

}  // namespace

Functions bind(const fmi::Exports& library, Kind kind) {
  fmi::FunctionBinder binder(library);
  Functions functions;
  bind_common(binder, functions);
  bind_getters(binder, functions);
  bind_setters(binder, functions);
  if (kind == model_exchange) bind_model_exchange(binder, functions);
  if (kind == co_simulation) bind_co_simulation(binder, functions);
  binder.throw_if_incomplete();
  return functions;
}

}  // namespace accordo::fmi3
