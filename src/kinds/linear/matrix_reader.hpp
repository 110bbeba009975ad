// Matrices and vectors of linear units.
#pragma once

#include <string_view>
#include <vector>

#include "io/reading.hpp"
#include "unit/ode/specs.hpp"

namespace accordo {

/// The shape that a matrix must have, and why.
struct Shape {
  std::size_t rows, columns;
  std::string_view meaning;  ///< "states x inputs"
};

/// `[[1, 2], [3, 4]]`; a flat list where one row or one column is meant, a number for 1 x 1. An absent matrix
/// (null) is not `given`.
LinearSpec::MatrixSpec read_matrix(Reading& reading, const YamlNode* node, std::string_view name,
                                   const Shape& shape);

/// `[1, 2]`, or a number where one is meant; `count` numbers.
std::vector<double> read_vector(Reading& reading, const YamlNode* node, std::string_view name,
                                std::size_t count, std::string_view meaning);

}  // namespace accordo
