// The C interface of FMI 3.0: types, and the functions that an FMU's library exports. Names follow the
// standard without its prefix `fmi3`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "unit/fmi/binding/library.hpp"

namespace accordo::fmi3 {

using Instance = void*;
using Environment = void*;
using State = void*;  ///< fmi3FMUState
using ValueReference = std::uint32_t;
using Float32 = float;
using Float64 = double;
using Boolean = bool;
using String = const char*;  ///< of an FMU: valid until the next call to it
using Binary = const std::uint8_t*;
using Byte = std::uint8_t;
using Clock = bool;
using Size = std::size_t;

enum Status : int { ok, warning, discard, error, fatal };
enum Kind : int { model_exchange, co_simulation };
enum DependencyKind : int { independent, constant, fixed, tunable, discrete, dependent };
enum IntervalQualifier : int { not_yet_known, unchanged, changed };

using LogMessage = void (*)(Environment, Status, String category, String message);
/// Called inside do_step. Inputs listed at instantiation may be set when `set_requested`, outputs read when
/// `get_allowed`.
using IntermediateUpdate = void (*)(Environment, Float64 t, Boolean set_requested, Boolean get_allowed,
                                    Boolean step_finished, Boolean can_return_early,
                                    Boolean* early_return_requested, Float64* early_return_time);

/// Shorthands for signatures that recur. Counts of values are counts of scalars, arrays row by row.
using Simple = Status(Instance);
template <class T>
using Get = Status(Instance, const ValueReference*, Size, T*, Size);
template <class T>
using Set = Status(Instance, const ValueReference*, Size, const T*, Size);
using GetVector = Status(Instance, Float64*, Size);
using SetVector = Status(Instance, const Float64*, Size);
using Derivative = Status(Instance, const ValueReference* unknowns, Size, const ValueReference* knowns, Size,
                          const Float64* seed, Size, Float64* sensitivity, Size);

/// The functions of one loaded library.
struct Functions {
  template <class Signature>
  using Function = fmi::Function<Signature>;

  // Both kinds
  Function<String()> get_version;
  Function<Status(Instance, Boolean on, Size, const String* categories)> set_debug_logging;
  Function<Instance(String name, String token, String resource_path, Boolean visible, Boolean logging,
                    Environment, LogMessage)>
      instantiate_model_exchange;
  Function<Instance(String name, String token, String resource_path, Boolean visible, Boolean logging,
                    Boolean event_mode_used, Boolean early_return_allowed, const ValueReference* intermediate,
                    Size, Environment, LogMessage, IntermediateUpdate)>
      instantiate_co_simulation;
  Function<void(Instance)> free_instance;
  Function<Status(Instance, Boolean tolerance_defined, Float64 tolerance, Float64 start, Boolean stop_defined,
                  Float64 stop)>
      enter_initialization_mode;
  Function<Simple> exit_initialization_mode, enter_event_mode, terminate, reset;
  Function<Simple> enter_configuration_mode, exit_configuration_mode;

  Function<Get<Float32>> get_float32;
  Function<Get<Float64>> get_float64;
  Function<Get<std::int8_t>> get_int8;
  Function<Get<std::uint8_t>> get_uint8;
  Function<Get<std::int16_t>> get_int16;
  Function<Get<std::uint16_t>> get_uint16;
  Function<Get<std::int32_t>> get_int32;
  Function<Get<std::uint32_t>> get_uint32;
  Function<Get<std::int64_t>> get_int64;  ///< also for enumerations
  Function<Get<std::uint64_t>> get_uint64;
  Function<Get<Boolean>> get_boolean;
  Function<Get<String>> get_string;
  Function<Status(Instance, const ValueReference*, Size, Size* sizes, Binary*, Size)> get_binary;
  Function<Status(Instance, const ValueReference*, Size, Clock*)> get_clock;

  Function<Set<Float32>> set_float32;
  Function<Set<Float64>> set_float64;
  Function<Set<std::int8_t>> set_int8;
  Function<Set<std::uint8_t>> set_uint8;
  Function<Set<std::int16_t>> set_int16;
  Function<Set<std::uint16_t>> set_uint16;
  Function<Set<std::int32_t>> set_int32;
  Function<Set<std::uint32_t>> set_uint32;
  Function<Set<std::int64_t>> set_int64;
  Function<Set<std::uint64_t>> set_uint64;
  Function<Set<Boolean>> set_boolean;
  Function<Set<String>> set_string;
  Function<Status(Instance, const ValueReference*, Size, const Size* sizes, const Binary*, Size)> set_binary;
  Function<Status(Instance, const ValueReference*, Size, const Clock*)> set_clock;

  Function<Status(Instance, const ValueReference*, Size, Float64*, IntervalQualifier*)> get_interval_decimal;
  Function<Status(Instance, const ValueReference*, Size, Float64*)> get_shift_decimal;
  Function<Status(Instance, const ValueReference*, Size, const Float64*)> set_interval_decimal,
      set_shift_decimal;

  Function<Status(Instance, ValueReference, Size*)> get_number_of_variable_dependencies;
  Function<Status(Instance, ValueReference, Size* elements, ValueReference* independents,
                  Size* their_elements, DependencyKind*, Size)>
      get_variable_dependencies;
  Function<Status(Instance, State*)> get_state, free_state;
  Function<Status(Instance, State)> set_state;
  Function<Status(Instance, State, Size*)> serialized_state_size;
  Function<Status(Instance, State, Byte*, Size)> serialize_state;
  Function<Status(Instance, const Byte*, Size, State*)> deserialize_state;
  Function<Derivative> get_directional_derivative;  ///< sensitivity = J · seed
  Function<Derivative> get_adjoint_derivative;      ///< sensitivity = Jᵀ · seed
  Function<Simple> evaluate_discrete_states;
  Function<Status(Instance, Boolean* need_update, Boolean* terminate, Boolean* nominals_changed,
                  Boolean* values_changed, Boolean* next_event_defined, Float64* next_event)>
      update_discrete_states;

  // Model Exchange
  Function<Simple> enter_continuous_time_mode;
  Function<Status(Instance, Boolean no_rollback_before, Boolean* enter_event_mode, Boolean* terminate)>
      completed_integrator_step;
  Function<Status(Instance, Float64)> set_time;
  Function<SetVector> set_continuous_states;
  Function<GetVector> get_continuous_states, get_derivatives, get_event_indicators, get_nominals;
  Function<Status(Instance, Size*)> get_number_of_event_indicators, get_number_of_continuous_states;

  // Co-Simulation
  Function<Simple> enter_step_mode;
  Function<Status(Instance, const ValueReference*, Size, const std::int32_t* orders, Float64*, Size)>
      get_output_derivatives;
  Function<Status(Instance, Float64 t, Float64 h, Boolean no_rollback_before, Boolean* event_handling_needed,
                  Boolean* terminate, Boolean* early_return, Float64* last_successful_time)>
      do_step;
};

/// Looks up all functions. Throws Error(Exit::usage) when one is missing without which nothing works.
Functions bind(const fmi::Exports& library, Kind kind);

}  // namespace accordo::fmi3
