// Inexact Newton with products of the Jacobian by differences of ψ (Knoll and Keyes 2004): GMRES on
// J d = −γ, then a backtracking line search along d (Dennis and Schnabel 1983, algorithm A6.3.1).
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "base/index.hpp"
#include "solve/iteration.hpp"
#include "solve/krylov.hpp"
#include "solve/vector_ops.hpp"

namespace accordo {
namespace {

constexpr int kMostProducts = 100;
constexpr int kMostTrials = 14;
constexpr int kMostDifferences = 6;
constexpr double kLinear = 1e-5;        // relative accuracy of the linear solve
constexpr double kPoorIteration = 0.9;  // an iteration that shrinks the residual by less is poor
constexpr int kMostPoorIterations = 5;  // in a row: near a minimum of |γ| that is not a solution
constexpr double kEnough = 1e-4;        // share of the promised descent that a step must keep

/// Where the cubic through f(0), f'(0) and the two latest values has its minimum; the parabola at first.
double shorter(double slope, double lambda, double excess, double lambda_old, double excess_old) {
  if (lambda_old == 0) return -slope * lambda * lambda / (2 * excess);
  const double p = excess / (lambda * lambda), q = excess_old / (lambda_old * lambda_old);
  const double a = (p - q) / (lambda - lambda_old);
  const double b = (lambda * q - lambda_old * p) / (lambda - lambda_old);
  if (a == 0) return -slope / (2 * b);
  return (-b + std::sqrt(std::max(b * b - 3 * a * slope, 0.0))) / (3 * a);
}

/// Goes along d until f = |γ|²/2 has shrunk enough; `slope` is its derivative along d.
bool line_search(Search& search, const double* d, double slope) {
  const double f0 = search.norm() * search.norm() / 2;
  double lambda = 1, lambda_old = 0, excess_old = 0;
  for (int trial = 0; trial < kMostTrials; ++trial) {
    if (!search.probe(d, lambda)) {
      lambda *= 0.25, lambda_old = 0;
      continue;
    }
    const double f = search.probed_norm() * search.probed_norm() / 2;
    if (f <= f0 + kEnough * lambda * slope || search.probed_converged()) {
      search.accept();
      return true;
    }
    const double excess = f - f0 - lambda * slope;
    const double wanted = shorter(slope, lambda, excess, lambda_old, excess_old);
    lambda_old = lambda, excess_old = excess;
    lambda = wanted > 0.1 * lambda ? std::min(wanted, 0.5 * lambda) : 0.1 * lambda;
  }
  return false;
}

class Newton final : public Iteration {
 public:
  Newton(int size, std::shared_ptr<InverseJacobian> taught)
      : size_(size),
        krylov_(size, std::min(size, kMostProducts)),
        taught_(std::move(taught)),
        direction_(index(size)),
        product_(index(size)) {}

  const char* name() const override { return "newton"; }

  End iterate(Search& search) override {
    if (taught_) taught_->start_as_identity();
    int poor = 0;
    while (!search.over()) {
      const double before = search.norm();
      const double left = solve_linear(search);
      const double slope = left * left - before * before;
      if (!(slope < 0)) return failed_ ? End::failed : End::stagnated;
      if (!line_search(search, direction_.data(), slope)) return End::stagnated;
      poor = search.norm() < kPoorIteration * before ? 0 : poor + 1;
      if (poor == kMostPoorIterations && !search.converged()) return End::stagnated;
    }
    if (taught_ && search.converged()) taught_->finish_start();
    return search.end();
  }

 private:
  /// direction ≈ −J⁻¹γ; returns |J d + γ|. No more accurate than differences of noisy values can be, nor than
  /// the criterion asks for.
  double solve_linear(Search& search) {
    const Criterion& criterion = search.criterion();
    const double relative = std::max(kLinear, std::sqrt(criterion.noise));
    const double enough = std::max(relative * search.norm(), 0.1 * criterion.tolerance);
    const double h = std::sqrt(criterion.noise * (1 + search.length()));
    set(size_, -1, search.gamma(), direction_.data());
    krylov_.begin(direction_.data());
    failed_ = false;
    while (krylov_.residual() > enough && krylov_.next() != nullptr) {
      failed_ = !differentiate(search, krylov_.next(), h);
      if (failed_) break;  // with the products so far
      if (taught_) taught_->update(search, krylov_.next(), product_.data());
      krylov_.add_product(product_.data());
    }
    krylov_.solution(direction_.data());
    return krylov_.residual();
  }

  /// product ← J v. Where ψ fails, the other side is tried, and shorter differences.
  bool differentiate(Search& search, const double* v, double h) {
    for (int k = 0; k < kMostDifferences; ++k, h *= -0.5) {
      if (!search.probe(v, h)) continue;
      subtract(size_, search.probed_gamma(), search.gamma(), product_.data());
      set(size_, 1 / h, product_.data(), product_.data());
      return true;
    }
    return false;
  }

  int size_;
  Krylov krylov_;
  std::shared_ptr<InverseJacobian> taught_;
  std::vector<double> direction_, product_;
  bool failed_ = false;
};

}  // namespace

std::unique_ptr<Iteration> make_newton(int size, std::shared_ptr<InverseJacobian> taught) {
  return std::make_unique<Newton>(size, std::move(taught));
}

}  // namespace accordo
