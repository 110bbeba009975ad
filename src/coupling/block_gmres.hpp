// Restarted GMRES for systems whose factors would fill up: values and slopes of connections as 2 × 2 blocks,
// incomplete factors of the blocks as preconditioner.
#pragma once

#include <span>
#include <vector>

#include "coupling/sparse_factors.hpp"
#include "solve/krylov.hpp"

namespace accordo {

/// The unknowns are (values, slopes), as many of each. Sums have a fixed order; nothing is allocated after
/// the constructor.
class BlockGmres {
 public:
  using Matrix = SparseFactors::Matrix;

  /// Residuals are brought below `tolerance` relative to the right-hand side, both scaled.
  BlockGmres(const Matrix& pattern, double tolerance);

  /// `scaled` is R A C, as for SparseFactors. False where the incomplete factors break down.
  bool prepare(const Matrix& scaled, std::span<const double> R, std::span<const double> C);
  /// r ← A⁻¹ r, from a guess of the result (null: 0). False, and r as it was, where it does not converge.
  bool solve(double* r, const double* guess);

  /// Products with the matrix so far.
  long long iterations() const { return iterations_; }

 private:
  void multiply(const double* x, double* product) const;
  void precondition(double* x) const;
  double residual(const double* x);
  double cycle(double goal, long long most);

  int size_;
  double tolerance_;
  std::vector<int> place_;                  ///< per unknown: where its row and column are kept
  std::vector<int> first_, column_;         ///< row i: entries first_[i] … first_[i + 1] − 1, ascending
  std::vector<int> diagonal_;               ///< per row: its diagonal entry
  std::vector<int> slot_;                   ///< per entry of the matrix given: where it is kept
  std::vector<double> value_, incomplete_;  ///< the matrix, and L (unit diagonal) and U on its pattern
  std::vector<int> at_;                     ///< per column: its entry in the row at work, or −1
  std::vector<double> row_scale_, column_scale_;  ///< in the order kept
  std::vector<double> b_, x_, rest_, direction_, product_;
  Krylov krylov_;
  long long iterations_ = 0;
};

}  // namespace accordo
