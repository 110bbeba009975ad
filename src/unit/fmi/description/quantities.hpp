// Units of measurement that an FMU declares.
#pragma once

#include <string>
#include <vector>

#include "unit/fmi/description/model_description.hpp"
#include "unit/fmi/description/value_list.hpp"
#include "unit/quantity.hpp"

namespace accordo::fmi {

/// A unit that the description defines, or null.
const Unit* find_unit(const ModelDescription& description, const std::string& name);

/// The name of a unit, and what it means as far as a definition (null: none) tells.
Quantity quantity(const std::string& name, const Unit* definition, bool relative);

/// What a variable is measured in.
Quantity quantity_of(const ModelDescription& description, const Variable& variable);

/// The same for each scalar of a list; empty where none of them has a unit.
std::vector<Quantity> quantities(const ModelDescription& description, const ValueList& list);

}  // namespace accordo::fmi
