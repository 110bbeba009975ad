#include "unit/fmi/description/quantities.hpp"

#include <algorithm>
#include <cmath>

#include "base/index.hpp"

namespace accordo::fmi {

const Unit* find_unit(const ModelDescription& description, const std::string& name) {
  const auto found = std::find_if(description.units.begin(), description.units.end(),
                                  [&](const Unit& unit) { return unit.name == name; });
  return found == description.units.end() ? nullptr : &*found;
}

Quantity quantity(const std::string& name, const Unit* definition, bool relative) {
  Quantity quantity;
  quantity.unit = name;
  quantity.relative = relative;
  if (name.empty() || definition == nullptr || !definition->has_base) return quantity;
  // A factor of 0 defines nothing.
  if (!std::isnormal(definition->factor) || !std::isfinite(definition->offset)) return quantity;
  quantity.defined = true;
  quantity.exponents = definition->exponents;
  quantity.factor = definition->factor;
  quantity.offset = definition->offset;
  return quantity;
}

Quantity quantity_of(const ModelDescription& description, const Variable& variable) {
  std::string name = variable.unit;
  const auto control = [](char c) { return static_cast<unsigned char>(c) < 0x20; };
  std::replace_if(name.begin(), name.end(), control, ' ');  // it is shown as it is
  return quantity(name, find_unit(description, variable.unit), variable.relative_quantity);
}

std::vector<Quantity> quantities(const ModelDescription& description, const ValueList& list) {
  std::vector<Quantity> found;
  bool any = false;
  for (int k = 0; k < list.variable_count(); ++k) {
    const Quantity quantity = quantity_of(description, description.variables[list.variables[index(k)]]);
    found.insert(found.end(), index(list.first[index(k) + 1] - list.first[index(k)]), quantity);
    any = any || !quantity.unit.empty();
  }
  if (!any) found.clear();
  return found;
}

}  // namespace accordo::fmi
