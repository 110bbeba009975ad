// Products with matrices stored column by column, for the small sizes of most units: no dispatch, no
// temporaries.
#pragma once

#include "unit/unit.hpp"

namespace accordo {

/// sum += M z for the columns of M that z has; M has `rows` rows.
inline void add_columns(int rows, const double* M, int columns, const double* z, double* __restrict sum) {
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
