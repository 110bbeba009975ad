// The C interface of FMI 2.0: types, and the functions that an FMU's library exports. Names follow the
// standard without its prefix `fmi2`.
#pragma once

#include <cstddef>

#include "unit/fmi/binding/library.hpp"

namespace accordo::fmi2 {

using Component = void*;
using ComponentEnvironment = void*;
using State = void*;  ///< fmi2FMUstate
using ValueReference = unsigned int;
using Real = double;
using Integer = int;
using Boolean = int;         ///< 0 or 1
using String = const char*;  ///< of an FMU: valid until the next call to it
using Byte = char;

constexpr Boolean kFalse = 0, kTrue = 1;

enum Status : int { ok, warning, discard, error, fatal, pending };
enum Kind : int { model_exchange, co_simulation };
enum StatusKind : int { do_step_status, pending_status, last_successful_time, terminated };

/// What an FMU may call. The standard lets the pointer to it die after instantiation, but older FMUs keep it.
struct CallbackFunctions {
  void (*logger)(ComponentEnvironment, String instance, Status, String category, String message, ...);
  void* (*allocate_memory)(std::size_t count, std::size_t size);  ///< zeroed, as by calloc
  void (*free_memory)(void*);
  void (*step_finished)(ComponentEnvironment, Status);  ///< may be null
  ComponentEnvironment environment;
};

struct EventInfo {
  Boolean new_discrete_states_needed;
  Boolean terminate_simulation;
  Boolean nominals_of_continuous_states_changed;
  Boolean values_of_continuous_states_changed;
  Boolean next_event_time_defined;
  Real next_event_time;
};

/// Shorthands for signatures that recur.
using Simple = Status(Component);
template <class T>
using Get = Status(Component, const ValueReference*, std::size_t, T*);
template <class T>
using Set = Status(Component, const ValueReference*, std::size_t, const T*);
template <class T>
using GetStatus = Status(Component, StatusKind, T*);
using GetVector = Status(Component, Real*, std::size_t);
using SetVector = Status(Component, const Real*, std::size_t);

/// The functions of one loaded library.
struct Functions {
  template <class Signature>
  using Function = fmi::Function<Signature>;

  // Both kinds
  Function<String()> get_types_platform, get_version;
  Function<Status(Component, Boolean on, std::size_t, const String* categories)> set_debug_logging;
  Function<Component(String name, Kind, String guid, String resources, const CallbackFunctions*,
                     Boolean visible, Boolean logging)>
      instantiate;
  Function<void(Component)> free_instance;
  Function<Status(Component, Boolean tolerance_defined, Real tolerance, Real start, Boolean stop_defined,
                  Real stop)>
      setup_experiment;
  Function<Simple> enter_initialization_mode, exit_initialization_mode, terminate, reset;
  Function<Get<Real>> get_real;
  Function<Get<Integer>> get_integer;
  Function<Get<Boolean>> get_boolean;
  Function<Get<String>> get_string;
  Function<Set<Real>> set_real;
  Function<Set<Integer>> set_integer;
  Function<Set<Boolean>> set_boolean;
  Function<Set<String>> set_string;
  Function<Status(Component, State*)> get_state, free_state;
  Function<Status(Component, State)> set_state;
  Function<Status(Component, State, std::size_t*)> serialized_state_size;
  Function<Status(Component, State, Byte*, std::size_t)> serialize_state;
  Function<Status(Component, const Byte*, std::size_t, State*)> deserialize_state;
  /// unknowns' = ∂unknowns/∂knowns · seed.
  Function<Status(Component, const ValueReference* unknowns, std::size_t, const ValueReference* knowns,
                  std::size_t, const Real* seed, Real* result)>
      get_directional_derivative;

  // Model Exchange
  Function<Simple> enter_event_mode, enter_continuous_time_mode;
  Function<Status(Component, EventInfo*)> new_discrete_states;
  Function<Status(Component, Boolean no_rollback_before, Boolean* enter_event_mode, Boolean* terminate)>
      completed_integrator_step;
  Function<Status(Component, Real)> set_time;
  Function<SetVector> set_continuous_states;
  Function<GetVector> get_continuous_states, get_derivatives, get_event_indicators, get_nominals;

  // Co-Simulation
  Function<Status(Component, const ValueReference*, std::size_t, const Integer* order, const Real*)>
      set_real_input_derivatives;
  Function<Status(Component, const ValueReference*, std::size_t, const Integer* order, Real*)>
      get_real_output_derivatives;
  Function<Status(Component, Real t, Real h, Boolean no_rollback_before)> do_step;
  Function<Simple> cancel_step;
  Function<GetStatus<Status>> get_status;
  Function<GetStatus<Real>> get_real_status;
  Function<GetStatus<Integer>> get_integer_status;
  Function<GetStatus<Boolean>> get_boolean_status;
  Function<GetStatus<String>> get_string_status;
};

/// Looks up all functions. Throws Error(Exit::usage) when one is missing without which nothing works.
Functions bind(const fmi::Exports& library, Kind kind);

}  // namespace accordo::fmi2
