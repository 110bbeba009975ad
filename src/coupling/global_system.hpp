// MISSILES' linear system in input space, (I − ΦᵀK) z = Φᵀb, with K the estimators' responses: one unknown
// value and one scaled slope per connected input.
#pragma once

#include <Eigen/LU>
#include <optional>
#include <vector>

#include "core/coupling.hpp"
#include "core/estimators.hpp"
#include "coupling/block_gmres.hpp"
#include "coupling/interface.hpp"
#include "coupling/sparse_factors.hpp"

namespace accordo {

struct LinearSolverKnobs {
  /// By factors, by iterations, or (automatic) by iterations where factors would fill up.
  enum class Choice { automatic, direct, gmres } choice = Choice::automatic;
  double tolerance = 1e-13;  ///< of the iterations, relative
};

class GlobalSystem {
 public:
  /// The ensemble must outlive it.
  GlobalSystem(const Ensemble& e, const Interface& interface, const LinearSolverKnobs& knobs);

  /// Takes new responses and factorizes. Throws Error "singular-coupling", naming the units, where that
  /// fails.
  void update(const AffineResponse& response, double t);
  /// r ← (I − ΦᵀK)⁻¹ r; iterations start from the guess of the result (null: 0). Where they do not converge,
  /// factors take over for the rest of the run, and may be found singular as in update().
  void apply_inverse(double* r, const double* guess = nullptr);

  /// By how much the end of one input's source moves with the end of another input, per link.
  struct Gain {
    std::size_t to, from;
    double gain;
  };
  /// Of the latest responses.
  void gains(std::vector<Gain>& list) const;

  /// Whether a guess helps.
  bool iterates() const { return iterates_; }
  /// What was done so far; its solver: "direct", "gmres", or "gmres, direct" where factors had to take over.
  Work work() const;

 private:
  /// One entry of −ΦᵀK: where its value comes from, and where it goes.
  struct Entry {
    int row, column;
    std::size_t source;  ///< index into K
    double factor;       ///< minus the link's gain
  };
  void balance();
  void note_reach();
  void equilibrate();
  void factorize_dense();
  void fill_sparse();
  void choose(const LinearSolverKnobs& knobs);
  void iterate_no_more();
  [[noreturn]] void fail() const;

  const Ensemble& e_;
  double t_ = 0;  ///< of the latest responses
  Eigen::Index size_;
  std::vector<Entry> entries_;
  std::vector<double> values_;       ///< of the entries, scaled
  std::vector<std::size_t> inputs_;  ///< per link
  std::vector<double> unit_;         ///< per unknown: a power of two that its unit is scaled by
  std::vector<double> reach_;        ///< per link
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
