// Sparse LU factors that are used many times: Eigen factorizes, the solves are our own.
#pragma once

#include <Eigen/SparseLU>
#include <span>
#include <vector>

namespace accordo {

/// Eigen keeps dense blocks, padded with zeros, and allocates in every solve. With few entries per row that
/// is most of the cost: here L and U are rows without zeros, in the order in which a solve reads them.
class SparseFactors {
 public:
  using Matrix = Eigen::SparseMatrix<double>;

  /// Chooses the order of elimination; once for all matrices of this pattern.
  void analyze(const Matrix& pattern) { lu_.analyzePattern(pattern); }
  /// `scaled` is R A C with diagonal R and C of powers of two; solves are with A. False where it is singular.
  bool factorize(const Matrix& scaled, std::span<const double> R, std::span<const double> C);
  /// r ← A⁻¹ r
  void solve(double* r);

 private:
  struct Rows {
    std::vector<int> first, column;  ///< row i: entries first[i] … first[i + 1] − 1
    std::vector<double> value;
  };
  /// Visits the entries of L and U that are not zero: each(row, column, value). Columns come in order.
  template <class Each>
  void visit(Each each) const;
  void take_permutations();

  Eigen::SparseLU<Matrix> lu_;
  Rows lower_, upper_;                    ///< without their diagonals
  std::vector<double> per_diagonal_, y_;  ///< 1 / U_ii
  std::vector<int> from_, to_;  ///< where row i of the factors stands in the right-hand side, in the solution
};

}  // namespace accordo
