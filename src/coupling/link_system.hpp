// (I − F) z = r for a sparse F whose entries are taken from a table: scaled, factorized once, solved many
// times.
#pragma once

#include <Eigen/LU>
#include <optional>
#include <span>
#include <vector>

#include "core/coupling.hpp"
#include "coupling/block_gmres.hpp"
#include "coupling/sparse_factors.hpp"

namespace accordo {

struct LinearSolverKnobs {
  /// By factors, by iterations, or (automatic) by iterations where factors would fill up.
  enum class Choice { automatic, direct, gmres } choice = Choice::automatic;
  double tolerance = 1e-13;  ///< of the iterations, relative
};

class LinkSystem {
 public:
  /// One entry of −F: where its value comes from, and where it goes.
  struct Entry {
    int row, column;
    std::size_t source;  ///< index into the table
    double factor;
  };
  LinkSystem(std::size_t size, std::vector<Entry> entries, const LinearSolverKnobs& knobs);

  /// Takes new values and factorizes. False where that fails: nothing may be solved.
  bool update(std::span<const double> table);
  /// r ← (I − F)⁻¹ r; iterations start from the guess of the result (null: 0). Where they do not converge,
  /// factors take over for the rest of the run; false where these fail.
  bool apply_inverse(double* r, const double* guess = nullptr);

  std::span<const Entry> entries() const { return entries_; }
  /// Entries of −F times their factors, as they were in the latest table.
  double value(std::size_t entry) const { return plain_[entry]; }
  bool iterates() const { return iterates_; }
  bool updated() const { return factorizations_ > 0; }
  Work work() const;

 private:
  void balance();
  void equilibrate();
  void factorize_dense();
  void fill_sparse();
  void choose(const LinearSolverKnobs& knobs);
  bool iterate_no_more();

  Eigen::Index size_;
  std::vector<Entry> entries_;
  std::vector<double> plain_;
  std::vector<double> values_;  ///< of the entries, scaled
  std::vector<double> unit_;    ///< per unknown: a power of two that its unit is scaled by
  std::vector<double> row_scale_, column_scale_;
  bool dense_;
  bool iterates_ = false;
  bool sound_ = true;
  Eigen::MatrixXd matrix_;
  Eigen::PartialPivLU<Eigen::MatrixXd> dense_lu_;
  SparseFactors::Matrix sparse_;
  std::vector<double*> slots_;  ///< per entry: its place in the sparse matrix
  std::vector<double*> diagonal_;
  SparseFactors sparse_factors_;
  std::optional<BlockGmres> gmres_;
  Eigen::VectorXd rhs_, solution_;
  long long factorizations_ = 0, solves_ = 0;
};

}  // namespace accordo
