// How the standards name types and other properties of variables.
#pragma once

#include <optional>
#include <string_view>

#include "unit/fmi/description/model_description.hpp"

namespace accordo::fmi {

std::optional<Type> fmi2_type(std::string_view element);
std::optional<Type> fmi3_type(std::string_view element);
std::optional<Causality> causality_named(std::string_view word);
std::optional<Variability> variability_named(std::string_view word);
std::optional<Initial> initial_named(std::string_view word);
std::optional<DependencyKind> dependency_kind_named(std::string_view word);
std::optional<IntervalVariability> interval_variability_named(std::string_view word);

/// What counts when the file says nothing (or what cannot be, such as a continuous integer).
Variability standard_variability(Type type, Causality causality);
Initial standard_initial(Version version, Causality causality, Variability variability);

}  // namespace accordo::fmi
