// FMI 3 arrays as named scalars.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "unit/fmi/description/model_description.hpp"

namespace accordo::fmi {

/// Values of structural parameters (by position) that differ from their start values.
using StructuralValues = std::map<std::size_t, std::uint64_t>;

/// One scalar: a variable, or an element of an array.
struct Element {
  std::size_t variable = 0;
  std::size_t offset = 0;  ///< in the array, row by row
  std::string name;        ///< `v`; `v[i]`, `v[i,j]` for arrays, counting from 1
};

/// How many scalars a variable has; at most 2^64 - 1.
std::uint64_t element_count(const Variable& variable, const StructuralValues& values = {});

/// The scalars of a variable. Throws Error(Exit::usage) when the values make it too large.
std::vector<Element> elements(const ModelDescription& description, std::size_t variable,
                              const StructuralValues& values = {});

}  // namespace accordo::fmi
