// What an FMU says about itself: modelDescription.xml of FMI 2.0 and 3.0 as one plain data structure.
// Variables are referred to by their position in `variables`, whatever the standard's way is (FMI 2: 1-based
// indices; FMI 3: value references).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/error.hpp"

namespace accordo::fmi {

enum class Version { fmi2, fmi3 };

/// FMI 2's Real, Integer are float64, int32. An enumeration is an int32 in FMI 2 and an int64 in FMI 3.
enum class Type {
  float32,
  float64,
  int8,
  uint8,
  int16,
  uint16,
  int32,
  uint32,
  int64,
  uint64,
  boolean,
  string,
  binary,
  enumeration,
  clock
};

enum class Causality {
  parameter,
  calculated_parameter,
  structural_parameter,
  input,
  output,
  local,
  independent
};

enum class Variability { constant, fixed, tunable, discrete, continuous };

/// How a variable gets its first value; `none`: it is given from outside (FMI 2 inputs, the independent
/// variable).
enum class Initial { none, exact, approx, calculated };

/// Start values: of floats as double; of signed integers, enumerations and booleans (0, 1) as int64; of
/// unsigned integers as uint64; of strings and binaries (bytes) as string. For an array one value for all its
/// elements, or one for each, row by row. Nothing: the file gives none.
using Values = std::variant<std::monostate, std::vector<double>, std::vector<std::int64_t>,
                            std::vector<std::uint64_t>, std::vector<std::string>>;

/// The extent of an array in one direction: a number, or the value of a structural parameter.
struct Dimension {
  std::uint64_t size = 0;               ///< by the structural parameter's start value, if there is one
  std::optional<std::size_t> given_by;  ///< the structural parameter (or constant)
};

enum class IntervalVariability { constant, fixed, tunable, changing, countdown, triggered };

/// What FMI 3 says about a clock besides what all variables have.
struct Clock {
  IntervalVariability interval_variability = IntervalVariability::triggered;
  std::optional<double> interval;
  double shift = 0;
  bool supports_fraction = false;
  std::optional<std::uint64_t> resolution, interval_counter;
  std::uint64_t shift_counter = 0;
  std::optional<std::uint64_t> priority;
  bool can_be_deactivated = false;
};

struct Variable {
  std::string name;
  std::uint32_t reference = 0;  ///< FMI 2: variables of one kind of type with equal references are aliases
  Type type = Type::float64;
  Causality causality = Causality::local;
  Variability variability = Variability::continuous;
  Initial initial = Initial::none;
  Values start;
  std::vector<Dimension> dimensions;  ///< none: a scalar
  std::optional<std::size_t> derivative_of;
  std::optional<std::size_t> previous;
  std::vector<std::size_t> clocks;
  std::vector<std::string> aliases;                       ///< FMI 3: further names
  std::optional<std::size_t> declared_type;               ///< position in `types`
  std::string description, quantity, unit, display_unit;  ///< what is missing comes from the declared type
  std::optional<double> min, max, nominal;
  bool relative_quantity = false;
  bool unbounded = false;
  bool reinit = false;
  bool can_handle_multiple_set = true;
  bool intermediate_update = false;
  std::string mime_type;                  ///< of a binary
  std::optional<std::uint64_t> max_size;  ///< of a binary
  std::optional<Clock> clock;             ///< of a clock
  int line = 0;                           ///< in the file
};

struct EnumerationItem {
  std::string name;
  std::int64_t value = 0;
};

struct TypeDefinition {
  std::string name;
  Type type = Type::float64;
  std::vector<EnumerationItem> items;  ///< of an enumeration
};

/// A unit that is shown instead: shown = factor·value + offset, or factor/value when inverse.
struct DisplayUnit {
  std::string name;
  double factor = 1, offset = 0;
  bool inverse = false;
};

/// base = factor·value + offset, without the offset where a quantity is relative.
struct Unit {
  std::string name;
  bool has_base = false;
  std::array<int, 8> exponents{};  ///< of kg, m, s, A, K, mol, cd, rad
  double factor = 1, offset = 0;
  std::vector<DisplayUnit> display_units;
};

/// What an FMU declares for one kind of use. To be verified, not believed.
struct Interface {
  std::string model_identifier;
  bool needs_execution_tool = false;
  bool once_per_process = false;
  bool rollback = false;  ///< gets and sets its state
  bool serializes = false;
  bool directional_derivatives = false;
  bool adjoint_derivatives = false;
  bool per_element_dependencies = false;
  bool own_memory = false;  ///< FMI 2: ignores the memory callbacks
  // Model Exchange
  bool needs_completed_integrator_step = false;
  bool evaluates_discrete_states = false;  ///< also Co-Simulation
  // Co-Simulation
  bool variable_step = false;
  bool interpolates_inputs = false;  ///< FMI 2: takes input derivatives, of an order that is not declared
  bool asynchronous = false;         ///< FMI 2: may answer Pending
  int max_output_derivative_order = 0;
  std::optional<double> fixed_internal_step;
  int recommended_input_smoothness = 0;
  bool intermediate_update = false;
  bool might_return_early = false;
  bool can_return_early_after_intermediate_update = false;
  bool event_mode = false;
};

/// Whether an unknown's known enters linearly, and with which factor. `dependent`: any dependency.
enum class DependencyKind { dependent, constant, fixed, tunable, discrete };

struct Dependency {
  std::size_t variable = 0;
  DependencyKind kind = DependencyKind::dependent;
};

struct Unknown {
  std::size_t variable = 0;
  /// Nothing: it may depend on every known.
  std::optional<std::vector<Dependency>> dependencies;
};

/// The order of these lists is the order of the vectors in FMI's functions.
struct ModelStructure {
  std::vector<Unknown> outputs;  ///< all of them; those that the file forgets come last
  std::vector<Unknown> derivatives;
  std::vector<std::size_t> states;  ///< derivatives[i] is the derivative of states[i]
  std::vector<Unknown> initial_unknowns;
  std::vector<Unknown> clocked_states;
  std::vector<Unknown> event_indicators;  ///< FMI 3
};

struct DefaultExperiment {
  std::optional<double> start, stop, tolerance, step;
};

struct LogCategory {
  std::string name, description;
};

struct ModelDescription {
  Version version = Version::fmi2;
  std::string fmi_version;  ///< as written
  std::string model_name;
  std::string token;  ///< FMI 2: guid; FMI 3: instantiationToken; to be passed on verbatim
  std::string description, author, model_version, license, generation_tool, generation_date;
  bool structured_names = false;
  std::optional<Interface> model_exchange, co_simulation, scheduled_execution;
  std::size_t event_indicators = 0;  ///< how many, in elements
  std::vector<Unit> units;
  std::vector<TypeDefinition> types;
  std::vector<LogCategory> log_categories;
  DefaultExperiment experiment;
  std::vector<Variable> variables;
  ModelStructure structure;
  std::vector<Problem> warnings;  ///< faults of the file that were tolerated
};

/// Whether values of this type are floating-point numbers.
constexpr bool is_float(Type type) {
  return type == Type::float32 || type == Type::float64;
}

/// The type's name in FMI 3.
const char* name_of(Type type);
/// The causality's name in both standards.
const char* name_of(Causality causality);

}  // namespace accordo::fmi
