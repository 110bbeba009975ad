// Variables of an FMU that are no real numbers, arranged so that one call per type reads or sets them all.
#pragma once

#include <vector>

#include "unit/fmi/unit/parameters.hpp"
#include "unit/unit.hpp"

namespace accordo::fmi {

/// Whether a variable can be exchanged: neither a real number, nor a clock, nor only there while a clock
/// ticks.
bool exchangeable(const Variable& variable);

/// Whether the FMU's library has the function that reads, or sets, values of this type.
bool has_token_function(const LoadedFmu& fmu, Kind kind, Type type, bool set);

/// Makes ports of these variables, ordered by type: what lies side by side is exchanged in one call.
TokenPorts arrange(const ModelDescription& description, std::vector<std::size_t> variables,
                   const ParameterValues& given, std::vector<DiscretePort>& ports);

}  // namespace accordo::fmi
