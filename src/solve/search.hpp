// One solve in progress, whatever the method: the iterate, the best one seen, and what it has cost.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "solve/solver.hpp"

namespace accordo {

/// Methods see unknowns and residuals divided by scales, powers of two near the sizes of unknowns at the
/// first guess: a force of 10⁴ must not outweigh a position of 10⁻³ in norms. Division by them is exact.
class Search {
 public:
  using End = Solution::End;

  explicit Search(int size);
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;

  /// Evaluates ψ at the guess; false where it has no finite value there. `use` pays from now on.
  bool begin(FixedPoint& problem, const Criterion& criterion, std::span<const double> guess, SolverUse& use);
  void charge(SolverUse& use) { use_ = &use; }

  int size() const { return size_; }
  FixedPoint& problem() const { return *problem_; }
  const Criterion& criterion() const { return *criterion_; }
  const double* scale() const { return scale_.data(); }

  /// The scaled residual γ = z − ψ(z) at the iterate, its 2-norm, and what the criterion says of it.
  const double* gamma() const { return now_->gamma.data(); }
  double norm() const { return now_->norm; }
  double residual() const { return now_->residual; }
  /// γ at the iterate before the latest accept(); until the next probe().
  const double* previous_gamma() const { return previous_->gamma.data(); }
  /// The 2-norm of the scaled iterate.
  double length() const;
  bool converged() const;
  /// Converged, or out of iterations; end() says which.
  bool over() const { return converged() || iterations_ >= criterion_->max_iterations; }
  End end() const { return converged() ? End::converged : End::iterations; }

  /// Evaluates ψ at z + λd, d scaled, without going there. False where it has no finite value.
  bool probe(const double* d, double lambda);
  const double* probed_gamma() const { return probed_->gamma.data(); }
  double probed_norm() const { return probed_->norm; }
  bool probed_converged() const;
  /// The point just probed becomes the iterate: one iteration.
  void accept();

  /// Goes to z + λd with the largest λ of 1, 1/4, 1/16, … where ψ can be evaluated. λ; 0 where there is none.
  double step(const double* d);
  /// The same with d = β (ψ(z) − z), returns λβ; for β = 1 the next iterate is ψ(z) bit by bit.
  double step_to_psi(double beta);

  /// A better estimate of the long-run factor per iteration than the latest ratio of residuals.
  void set_contraction(double factor) { contraction_ = factor; }
  double contraction() const { return contraction_; }
  void return_to_best();
  /// The solution, or the best iterate, goes to z.
  Solution finish(End end, std::span<double> z) const;

 private:
  struct Iterate {
    explicit Iterate(int size);
    std::vector<double> z, psi, gamma;
    double norm = 0, residual = 0;
  };
  bool evaluate(Iterate& at);
  /// Where the next point can be evaluated: what is neither the iterate nor the best one.
  Iterate& spare();

  int size_;
  FixedPoint* problem_ = nullptr;
  const Criterion* criterion_ = nullptr;
  SolverUse* use_ = nullptr;
  std::vector<double> scale_, per_scale_, direction_;
  std::array<Iterate, 3> room_;  ///< three suffice for all roles below, so that no iterate is ever copied
  Iterate *now_ = room_.data(), *probed_ = now_, *best_ = now_, *previous_ = now_;
  int iterations_ = 0, evaluations_ = 0;
  double contraction_ = 0;
};

}  // namespace accordo
