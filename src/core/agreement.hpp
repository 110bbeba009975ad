// Consistent values at one instant: u = Φᵀ g(t, x, u) and its time derivative, in dependency order; algebraic
// loops by Newton's method with the units' own ∂g/∂u.
#pragma once

#include <Eigen/LU>
#include <Eigen/SparseCore>
#include <memory>
#include <span>
#include <vector>

#include "base/time.hpp"
#include "model/graph.hpp"
#include "model/wiring.hpp"

namespace accordo {

/// Evaluates outputs of units at some states: the units' present ones, or any that a solver tries.
class OutputSource {
 public:
  virtual ~OutputSource() = default;
  /// y ← g under u for these units; with dy: dy ← g_t + C f + D du, in time.
  virtual void outputs(std::span<const int> units, const Instant& at, const double* u, const double* du,
                       double* y, double* dy) = 0;
  /// D ← ∂g/∂u of these units, row by row, each unit at its offset.
  virtual void feed_through(std::span<const int> units, const Instant& at, const double* u, double* D) = 0;
};

/// First index of each unit's ∂g/∂u in a vector of all of them, and the total at the end.
std::vector<std::size_t> feed_offsets(const Layout& layout);

/// In which order outputs become consistent. Units whose outputs cannot be evaluated again at the same
/// instant keep those of their step: their outputs count as depending on nothing.
OutputOrder propagation_order(const Wiring& wiring, std::span<const UnitInfo> units);

class Agreement {
 public:
  Agreement(const Wiring& wiring, std::span<const UnitInfo> units);
  ~Agreement();

  /// Completes u and y. On entry y holds outputs that are right wherever no connected input feeds through (as
  /// after a step), and u a guess. Throws Error(no_agreement) naming the loop that has no solution.
  void values(OutputSource& source, const Instant& at, double* u, double* y);

  /// Completes the slopes du and dy (in time) for consistent u (y is overwritten; NaN where a unit has no
  /// slopes); du holds the slopes of inputs without a link.
  void slopes(OutputSource& source, const Instant& at, const double* u, double* du, double* y, double* dy);

  /// After values(): throws Error "singular-coupling" where the gain around a loop has passed 1 since it was
  /// called before. The values on both sides of such a pole have nothing to do with each other.
  void check_poles(const Instant& at) {
    if (!sides_.empty()) compare_sides(at);
  }
  /// After an event a loop may be on the other side of a pole.
  void forget_poles() {
    sides_.assign(sides_.size(), 0);
    sides_before_ = sides_;
  }

  const OutputOrder& order() const { return order_; }
  long long loop_solves() const { return loop_solves_; }

 private:
  using Stage = OutputOrder::Stage;
  void compare_sides(const Instant& at);
  void solve_loop(const Stage& stage, OutputSource& source, const Instant& at, double* u, double* y);
  double loop_residual(const Stage& stage, OutputSource& source, const Instant& at, const double* u,
                       double* y);
  double weighted(const std::vector<double>& step) const;
  bool shorten(const Stage& stage, OutputSource& source, const Instant& at, bool near, double* u, double* y);
  double relative_correction(const Stage& stage, const double* u, const double* y) const;
  void solve_loop_slopes(const Stage& stage, OutputSource& source, const Instant& at, const double* u,
                         double* du, double* y, double* dy);
  /// δ with (I − ΦᵀD) δ = residual, over the loop's inputs; false when singular.
  bool solve_linear(const Stage& stage, OutputSource& source, const Instant& at, const double* u,
                    std::vector<double>& residual);
  /// The same matrix once more.
  void solve_again(std::vector<double>& residual);
  [[noreturn]] void fail(const Stage& stage, const Instant& at, const std::string& why) const;

  const Wiring& wiring_;
  std::vector<UnitInfo> units_;
  OutputOrder order_;
  std::vector<int> all_;
  std::vector<std::size_t> feed_;
  std::vector<double> D_;
  std::vector<int> row_of_input_;  ///< position among a loop's inputs, while it is solved
  std::vector<double> residual_, weight_, step_, next_step_, best_;
  double relative_ = 0;                       ///< the latest residual, to the inputs as they are
  double side_ = 0;                           ///< sign of det(I − ΦᵀD) in the latest linear solve
  std::vector<double> sides_, sides_before_;  ///< per stage: that of its loop; 0: not known
  std::vector<Eigen::Triplet<double>> entries_;
  Eigen::MatrixXd dense_;
  Eigen::PartialPivLU<Eigen::MatrixXd> lu_;  ///< of small loops
  struct LargeLoop;
  std::unique_ptr<LargeLoop> large_;  ///< of others
  Eigen::VectorXd rhs_, solution_;
  long long loop_solves_ = 0;
};

}  // namespace accordo
