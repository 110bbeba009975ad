// The variables of an exported FMU, as modelDescription.xml lists them, for both versions of FMI.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "export/model.hpp"
#include "export/options.hpp"

namespace accordo::exporter {

struct Variable {
  std::string name;  ///< unique in the FMU
  unsigned reference = 0;
  fmi::Causality causality = fmi::Causality::local;
  fmi::Initial initial = fmi::Initial::none;
  std::optional<double> start;
  std::optional<unsigned> derivative_of;  ///< the state's reference
};

/// An unknown of the model structure with the references of what it depends on.
struct Unknown {
  unsigned reference = 0;
  std::vector<unsigned> dependencies;
};

/// All variables are Float64 (Real) scalars. Those that would have equal names are told apart as
/// `state(x)`, `parameter(x)`, `output(x)`: an output keeps its name where it can, an input always.
struct Interface {
  std::vector<Variable> variables;  ///< time, parameters, inputs, outputs, states, derivatives
  std::vector<Unknown> outputs, derivatives, initial_unknowns;
};

Interface make_interface(const Model& model, const Features& features);

}  // namespace accordo::exporter
