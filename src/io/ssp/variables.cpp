#include "io/ssp/variables.hpp"

#include "unit/fmi/description/array_elements.hpp"
#include "unit/fmi/description/quantities.hpp"

namespace accordo::ssp {

Variables::Variables(fmi::ModelDescription description) : description_(std::move(description)) {
  for (std::size_t i = 0; i < description_.variables.size(); ++i) {
    by_name_.emplace(description_.variables[i].name, i);
    for (const std::string& alias : description_.variables[i].aliases) by_name_.emplace(alias, i);
  }
}

const fmi::Variable* Variables::find(const std::string& name) const {
  if (const auto found = by_name_.find(name); found != by_name_.end())
    return &description_.variables[found->second];
  const std::size_t bracket = name.rfind('[');
  if (bracket == std::string::npos) return nullptr;
  const auto found = by_name_.find(name.substr(0, bracket));
  if (found == by_name_.end() || description_.variables[found->second].dimensions.empty()) return nullptr;
  return &description_.variables[found->second];
}

std::vector<std::string> Variables::suffixes(const std::string& name) const {
  const auto found = by_name_.find(name);
  if (found == by_name_.end() || description_.variables[found->second].dimensions.empty()) return {""};
  std::vector<std::string> list;
  const std::size_t length = description_.variables[found->second].name.size();
  for (const fmi::Element& e : fmi::elements(description_, found->second))
    list.push_back(e.name.substr(length));
  return list;
}

const fmi::Unit* Variables::unit(const std::string& name) const {
  return fmi::find_unit(description_, name);
}

const std::vector<fmi::EnumerationItem>* Variables::items(const fmi::Variable& variable) const {
  return variable.declared_type ? &description_.types[*variable.declared_type].items : nullptr;
}

std::vector<std::string> Variables::names() const {
  std::vector<std::string> list;
  for (const fmi::Variable& v : description_.variables) list.push_back(v.name);
  return list;
}

}  // namespace accordo::ssp
