#include "coupling/sparse_factors.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/index.hpp"

namespace accordo {

template <class Each>
void SparseFactors::visit(Each each) const {
  const auto L = lu_.matrixL();  // its blocks hold the triangles of U on the diagonal, too
  const auto U = lu_.matrixU();
  using Block = std::remove_cvref_t<decltype(L.m_mapL)>;
  using Column = std::remove_cvref_t<decltype(U.m_mapU)>;
  for (Eigen::Index j = 0; j < lu_.cols(); ++j) {
    const int column = static_cast<int>(j);
    for (typename Column::InnerIterator it(U.m_mapU, j); it; ++it) {
      if (it.value() != 0) each(static_cast<int>(it.index()), column, it.value());
    }
    for (typename Block::InnerIterator it(L.m_mapL, j); it; ++it) {
      if (it.value() != 0) each(static_cast<int>(it.row()), column, it.value());
    }
  }
}

/// P (R A C) Q⁻¹ = L U. Powers of two pass through the factors without rounding: with them inside, a solve
/// scales nothing.
bool SparseFactors::factorize(const Matrix& scaled, std::span<const double> R, std::span<const double> C) {
  lu_.factorize(scaled);
  if (lu_.info() != Eigen::Success) return false;
  take_permutations();
  const std::size_t n = from_.size();
  for (Rows* rows : {&lower_, &upper_}) rows->first.assign(n + 1, 0);
  visit([&](int row, int column, double) {
    if (row != column) ++(row > column ? lower_ : upper_).first[index(row) + 1];
  });
  for (Rows* rows : {&lower_, &upper_}) {
    std::partial_sum(rows->first.begin(), rows->first.end(), rows->first.begin());
    rows->column.resize(index(rows->first.back()));
    rows->value.resize(rows->column.size());
  }
  per_diagonal_.assign(n, 0);
  double least = 1;  // pivot
  const auto r = [&](int i) { return R[index(from_[index(i)])]; };
  visit([&](int row, int column, double value) {
    if (row > column) {
      const auto at = index(lower_.first[index(row)]++);
      lower_.column[at] = column;
      lower_.value[at] = value / r(row) * r(column);
      return;
    }
    if (row == column) least = std::min(least, std::abs(value));
    value /= r(row) * C[index(to_[index(column)])];
    if (row == column) {
      per_diagonal_[index(row)] = 1 / value;
      return;
    }
    const auto at = index(upper_.first[index(row)]++);
    upper_.column[at] = column;
    upper_.value[at] = value;
  });
  for (Rows* rows : {&lower_, &upper_}) {  // filling has moved each start to the next row's
    std::copy_backward(rows->first.begin(), rows->first.end() - 1, rows->first.end());
    rows->first[0] = 0;
  }
  constexpr double nothing = 1e-14;  // beside rows and columns of size 1: no solve would mean anything
  return least > nothing;
}

void SparseFactors::take_permutations() {
  const auto& rows = lu_.rowsPermutation().indices();
  const auto& columns = lu_.colsPermutation().indices();
  const auto n = static_cast<std::size_t>(rows.size());
  from_.resize(n);
  to_.resize(n);
  y_.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    from_[index(rows[static_cast<Eigen::Index>(i)])] = static_cast<int>(i);
    to_[index(columns[static_cast<Eigen::Index>(i)])] = static_cast<int>(i);
  }
}

void SparseFactors::solve(double* r) {
  const std::size_t n = from_.size();
  double* y = y_.data();
  const auto subtract_row = [y](const Rows& rows, std::size_t i, double sum) {
    for (int k = rows.first[i]; k < rows.first[i + 1]; ++k)
      sum -= rows.value[index(k)] * y[rows.column[index(k)]];
    return sum;
  };
  for (std::size_t i = 0; i < n; ++i) y[i] = subtract_row(lower_, i, r[from_[i]]);
  for (std::size_t i = n; i-- > 0;) {
    y[i] = subtract_row(upper_, i, y[i]) * per_diagonal_[i];
    r[to_[i]] = y[i];
  }
}

}  // namespace accordo
