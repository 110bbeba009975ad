// Products with matrices stored column by column, for the small sizes of most units: no dispatch, no
// temporaries.
#pragma once

#include <array>
#include <cstddef>

#include "unit/unit.hpp"

namespace accordo {

/// The same for a number of rows that the compiler knows: the sums stay in registers.
template <int rows>
void add_columns_fixed(const double* M, int columns, const double* z, double* sum) {
  std::array<double, rows> s;
  for (std::size_t i = 0; i < rows; ++i) s[i] = sum[i];
  for (int k = 0; k < columns; ++k, M += rows) {
    for (std::size_t i = 0; i < rows; ++i) s[i] += M[i] * z[k];
  }
  for (std::size_t i = 0; i < rows; ++i) sum[i] = s[i];
}

/// sum += M z for the columns of M that z has; M has `rows` rows.
inline void add_columns(int rows, const double* M, int columns, const double* z, double* __restrict sum) {
  switch (rows) {  // values and slopes of one to four outputs
    case 2:
      return add_columns_fixed<2>(M, columns, z, sum);
    case 4:
      return add_columns_fixed<4>(M, columns, z, sum);
    case 6:
      return add_columns_fixed<6>(M, columns, z, sum);
    case 8:
      return add_columns_fixed<8>(M, columns, z, sum);
    default:
      break;
  }
  for (int k = 0; k < columns; ++k, M += rows) {
    const double zk = z[k];
    for (int i = 0; i < rows; ++i) sum[i] += M[i] * zk;
  }
}

/// sum -= M z
inline void subtract_product(const Matrix& M, const double* z, double* __restrict sum) {
  const auto rows = M.rows();
  const double* column = M.data();
  for (Eigen::Index k = 0; k < M.cols(); ++k, column += rows) {
    const double zk = z[k];
    for (Eigen::Index i = 0; i < rows; ++i) sum[i] -= column[i] * zk;
  }
}

}  // namespace accordo
