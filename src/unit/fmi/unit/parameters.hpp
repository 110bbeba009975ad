// Values that a user gives to an FMU's variables before initialization.
#pragma once

#include <map>
#include <vector>

#include "unit/fmi/binding/instance.hpp"
#include "unit/fmi/unit/fmu_spec.hpp"

namespace accordo::fmi {

struct ParameterValues {
  StructuralValues sizes;
  std::vector<StartValue> structural;
  std::vector<StartValue> start;
  std::map<std::size_t, std::vector<double>> inputs;  ///< start values of float inputs, by position
  std::map<std::size_t, Values> discrete_inputs;      ///< those of other inputs
};

/// Reads them by the types of the variables; what is wrong goes to problems.
ParameterValues read_parameters(const FmuSpec& spec, const ModelDescription& description, Problems& problems);

}  // namespace accordo::fmi
