// Scalars of an FMU in the order in which one call takes them: what ports are made of.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "unit/fmi/description/array_elements.hpp"

namespace accordo::fmi {

/// Variables of one type as the functions of FMI want them.
struct References {
  std::vector<std::uint32_t> list;  ///< one per variable
  std::size_t values = 0;           ///< scalars in all of them, arrays row by row

  bool empty() const { return list.empty(); }
};

/// Float variables, and the scalars in them.
struct ValueList {
  References references;
  std::vector<std::size_t> variables;  ///< per reference: position in the description
  std::vector<int> first;              ///< per reference, and one more: its first scalar
  std::vector<std::string> names;      ///< per scalar

  void add(const ModelDescription& description, std::size_t variable, const StructuralValues& sizes);
  int size() const { return static_cast<int>(names.size()); }
  int variable_count() const { return static_cast<int>(variables.size()); }
};

/// The start values of a variable's scalars; zeros where the description gives none.
std::vector<double> start_values(const Variable& variable, std::size_t count);

}  // namespace accordo::fmi
