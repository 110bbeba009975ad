#include "coupling/sparse_factors.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
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

/// U is within the Cholesky factor of AᵀA, L not far from its transpose (George and Ng 1985). The factor's
/// rows are paths in the elimination tree, from the first column of each row of A that has an entry in this
/// column.
long long SparseFactors::fill(const Matrix& pattern, long long most) const {
  const auto n = static_cast<std::size_t>(pattern.cols());
  const auto& order = lu_.colsPermutation().indices();
  std::vector<int> column(n), first(n, static_cast<int>(n)), parent(n, -1), seen(n, -1);
  for (std::size_t j = 0; j < n; ++j)
    column[index(order[static_cast<Eigen::Index>(j)])] = static_cast<int>(j);
  long long entries = 0;
  for (int k = 0; k < static_cast<int>(n) && 2 * entries < most; ++k) {
    seen[index(k)] = k;
    ++entries;
    for (Matrix::InnerIterator it(pattern, column[index(k)]); it; ++it) {
      int& begin = first[index(static_cast<int>(it.row()))];
      begin = std::min(begin, k);
      for (int j = begin; seen[index(j)] != k; j = parent[index(j)]) {
        if (parent[index(j)] < 0) parent[index(j)] = k;
        seen[index(j)] = k;
        ++entries;
      }
    }
  }
  return std::min(2 * entries, most);
}

/// P (R A C) Q⁻¹ = L U. Powers of two pass through the factors without rounding: with them inside, a solve
/// scales nothing.
bool SparseFactors::factorize(const Matrix& scaled, std::span<const double> R, std::span<const double> C) {
  lu_.factorize(scaled);
  if (lu_.info() != Eigen::Success) return false;
  take_permutations();
  const std::size_t n = from_.size();
  Draft &lower = lower_draft_, &upper = upper_draft_;
  for (Draft* draft : {&lower, &upper}) draft->first.assign(n + 1, 0);
  visit([&](int row, int column, double) {
    if (row != column) ++(row > column ? lower : upper).first[index(row) + 1];
  });
  for (Draft* draft : {&lower, &upper}) {
    std::partial_sum(draft->first.begin(), draft->first.end(), draft->first.begin());
    draft->column.resize(index(draft->first.back()));
    draft->value.resize(draft->column.size());
  }
  per_diagonal_.assign(n, 0);
  double least = 1;  // pivot
  const auto r = [&](int i) { return R[index(from_[index(i)])]; };
  const auto put = [](Draft& draft, int row, int column, double value) {
    const auto at = index(draft.first[index(row)]++);
    draft.column[at] = column;
    draft.value[at] = value;
  };
  visit([&](int row, int column, double value) {
    if (row > column) return put(lower, row, column, value / r(row) * r(column));
    if (row == column) least = std::min(least, std::abs(value));
    value /= r(row) * C[index(to_[index(column)])];
    if (row < column) return put(upper, row, column, value);
    per_diagonal_[index(row)] = 1 / value;
  });
  for (Draft* draft : {&lower, &upper}) {  // filling has moved each start to the next row's
    std::copy_backward(draft->first.begin(), draft->first.end() - 1, draft->first.end());
    draft->first[0] = 0;
  }
  for (Rows* rows : {&lower_, &upper_}) rows->runs.clear(), rows->value.clear();
  for (std::size_t i = 0; i < n; ++i) append_row(lower, i, 1, lower_);
  for (std::size_t i = n; i-- > 0;) append_row(upper, i, -1, upper_);
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

/// In the order in which a solve finds the unknowns: what it found last, it subtracts last and need not wait
/// for.
void SparseFactors::append_row(const Draft& draft, std::size_t i, int direction, Rows& rows) {
  constexpr auto longest = std::numeric_limits<decltype(Run::count)>::max();
  const int count = draft.first[i + 1] - draft.first[i];
  const int first = direction > 0 ? draft.first[i] : draft.first[i + 1] - 1;
  if (count == 0) rows.runs.push_back({0, 0, 0});
  for (int k = 0; k < count; ++k) {
    const auto at = index(first + k * direction);
    const int column = draft.column[at];
    const bool neighbor = k > 0 && column == draft.column[index(first + (k - 1) * direction)] + direction;
    if (!neighbor || rows.runs.back().count == longest) rows.runs.push_back({column, 0, 0});
    ++rows.runs.back().count;
    rows.value.push_back(draft.value[at]);
  }
  rows.runs.back().last = 1;
}

/// Subtracts, row after row, what the unknowns y found before contribute.
template <int direction>
struct SparseFactors::Reader {
  const Run* run;
  const double* value;
  const double* y;

  Reader(const Rows& rows, const double* found) : run(rows.runs.data()), value(rows.value.data()), y(found) {}
  double subtract(double sum) {
    do {
      const double* z = y + run->column;
      for (const double* end = value + run->count; value != end; z += direction) sum -= *value++ * *z;
    } while ((run++)->last == 0);
    return sum;
  }
};

void SparseFactors::solve(double* r) {
  const std::size_t n = from_.size();
  double* y = y_.data();
  Reader<1> lower(lower_, y);
  for (std::size_t i = 0; i < n; ++i) y[i] = lower.subtract(r[from_[i]]);
  Reader<-1> upper(upper_, y);
  for (std::size_t i = n; i-- > 0;) {
    y[i] = upper.subtract(y[i]) * per_diagonal_[i];
    r[to_[i]] = y[i];
  }
}

}  // namespace accordo
