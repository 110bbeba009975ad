#include "unit/fmi/description/value_list.hpp"

#include <algorithm>

namespace accordo::fmi {

void ValueList::add(const ModelDescription& description, std::size_t variable,
                    const StructuralValues& sizes) {
  if (first.empty()) first.push_back(0);
  for (Element& element : elements(description, variable, sizes)) names.push_back(std::move(element.name));
  references.list.push_back(description.variables[variable].reference);
  references.values = names.size();
  variables.push_back(variable);
  first.push_back(size());
}

std::vector<double> start_values(const Variable& variable, std::size_t count) {
  std::vector<double> values(count);
  const auto* given = std::get_if<std::vector<double>>(&variable.start);
  if (given == nullptr || given->empty()) return values;
  if (given->size() == count) return *given;
  std::fill(values.begin(), values.end(), given->front());
  return values;
}

}  // namespace accordo::fmi
