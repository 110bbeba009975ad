// QR factors of a growing and moving window of columns: append the newest, drop the oldest.
#pragma once

#include <vector>

namespace accordo {

/// A = QR, Q with orthonormal columns. Appending is Gram-Schmidt (twice where needed); dropping the oldest
/// column rotates R back to triangular form and Q with it: O(rows · columns) each.
class UpdatedQr {
 public:
  UpdatedQr(int rows, int most_columns);

  int columns() const { return columns_; }
  bool full() const { return columns_ == most_; }
  void clear() { columns_ = 0; }
  /// False where the column depends on those that are there, to working accuracy: nothing is changed then.
  bool append(const double* column);
  void drop_oldest();
  /// θ ← argmin |b − A θ|, rest ← b − A θ.
  void solve(const double* b, double* theta, double* rest) const;

 private:
  /// Makes q(k) orthogonal to the columns before it, adding to r what that takes away; the length of the
  /// rest.
  double remove_known(int k);
  double* q(int j);
  const double* q(int j) const;
  double& r(int i, int j);
  double r(int i, int j) const;

  int rows_, most_, columns_ = 0;
  std::vector<double> q_, r_;  // by columns
};

}  // namespace accordo
