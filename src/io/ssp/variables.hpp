// The variables of an FMU that is a component.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "unit/fmi/description/model_description.hpp"

namespace accordo::ssp {

/// An FMU's variables by name.
class Variables {
 public:
  explicit Variables(fmi::ModelDescription description);

  /// By name, by another name, or as an element of an array, `v[2]`; null when there is none.
  const fmi::Variable* find(const std::string& name) const;
  /// The names of the elements of an array after its own, `[1]`, `[2]`…; of a scalar, one that is empty.
  std::vector<std::string> suffixes(const std::string& name) const;
  /// A unit that the FMU defines, or null.
  const fmi::Unit* unit(const std::string& name) const;
  /// The items of a variable of an enumeration type, or null.
  const std::vector<fmi::EnumerationItem>* items(const fmi::Variable& variable) const;
  std::vector<std::string> names() const;

 private:
  fmi::ModelDescription description_;
  std::unordered_map<std::string, std::size_t> by_name_;
};

}  // namespace accordo::ssp
