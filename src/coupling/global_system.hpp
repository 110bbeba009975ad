// MISSILES' linear system in input space, (I − ΦᵀK) z = Φᵀb, with K the estimators' responses: one unknown
// value and one scaled slope per connected input.
#pragma once

#include <Eigen/LU>
#include <vector>

#include "core/estimators.hpp"
#include "coupling/interface.hpp"
#include "coupling/sparse_factors.hpp"

namespace accordo {

class GlobalSystem {
 public:
  GlobalSystem(const Ensemble& e, const Interface& interface);

  /// Takes new responses and factorizes. Throws Error "singular-coupling", naming the units, where that
  /// fails.
  void update(const Ensemble& e, const AffineResponse& response, double t);
  /// r ← (I − ΦᵀK)⁻¹ r
  void apply_inverse(double* r);

  long long factorizations() const { return factorizations_; }
  long long solves() const { return solves_; }

 private:
  /// One entry of −ΦᵀK: where its value comes from, and where it goes.
  struct Entry {
    int row, column;
    std::size_t source;  ///< index into K
    double factor;       ///< minus the link's gain
  };
  void equilibrate();
  void factorize_dense();
  void factorize_sparse();
  [[noreturn]] void fail(const Ensemble& e, double t) const;

  Eigen::Index size_;
  std::vector<Entry> entries_;
  std::vector<double> values_;  ///< of the entries, scaled
  std::vector<double> row_scale_, column_scale_;
  bool dense_;
  bool sound_ = true;
  Eigen::MatrixXd matrix_;
  Eigen::PartialPivLU<Eigen::MatrixXd> dense_lu_;
  SparseFactors::Matrix sparse_;
  std::vector<double*> slots_;  ///< per entry: its place in the sparse matrix
  std::vector<double*> diagonal_;
  SparseFactors sparse_factors_;
  Eigen::VectorXd rhs_, solution_;
  long long factorizations_ = 0, solves_ = 0;
};

}  // namespace accordo
