// A unit as the exporter sees it: names, start values, structure, and its functions as C code.
#pragma once

#include <string>
#include <vector>

#include "expr/query.hpp"

namespace accordo::exporter {

/// A parameter, state or input.
struct Quantity {
  std::string name;  ///< in the unit
  double start = 0;
  /// Given in terms of parameters, so that it cannot be set itself: a parameter's value, a state's initial
  /// value.
  bool calculated = false;
  expr::Dependence needs;  ///< of what is calculated: parameters that are not
};

/// A derivative or an output. Symbols are numbered parameters first, then states, then inputs.
struct Computed {
  std::string name;  ///< of the state or the output
  expr::Dependence needs;
  expr::Dependence initial_needs;  ///< with what is calculated replaced by what it is calculated from
};

/// ∂row/∂column: rows are derivatives, then outputs; columns are states, then inputs, then time.
struct PartialPlace {
  int row = 0, column = 0;
};

struct Model {
  std::string name;  ///< the unit's
  std::vector<Quantity> parameters, states, inputs;
  std::vector<Computed> derivatives, outputs;
  /// Per output, the state that it is by name and definition, or -1: both are then one variable.
  std::vector<int> output_state;
  std::vector<PartialPlace> partials;  ///< that do not vanish identically
  std::vector<int> calculated;         ///< symbols, in the order in which the code computes them
  std::string functions;               ///< C code of model_calculate, _derivatives, _outputs and _partials

  int symbol_count() const { return static_cast<int>(parameters.size() + states.size() + inputs.size()); }
};

}  // namespace accordo::exporter
