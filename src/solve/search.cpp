// One solve in progress; see search.hpp.
#include "solve/search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/index.hpp"
#include "solve/criterion.hpp"
#include "solve/vector_ops.hpp"

namespace accordo {
namespace {

constexpr int kMostLineSearchSteps = 12;  // 4⁻¹² is 6e-8: a shorter step would be lost in rounding
constexpr double kShorter = 0.25;

}  // namespace

Search::Iterate::Iterate(int size) : z(index(size)), psi(index(size)), gamma(index(size)) {}

Search::Search(int size)
    : size_(size),
      scale_(index(size)),
      per_scale_(index(size)),
      direction_(index(size)),
      room_{Iterate(size), Iterate(size), Iterate(size)} {}

Search::Iterate& Search::spare() {
  return *std::find_if(room_.begin(), room_.end(),
                       [&](const Iterate& it) { return &it != now_ && &it != best_; });
}

bool Search::begin(FixedPoint& problem, const Criterion& criterion, std::span<const double> guess,
                   SolverUse& use) {
  problem_ = &problem, criterion_ = &criterion, use_ = &use;
  iterations_ = evaluations_ = 0;
  contraction_ = 0;
  for (int i = 0; i < size_; ++i) {
    scale_[index(i)] = scale_of_unknown(criterion, guess, i);
    per_scale_[index(i)] = 1 / scale_[index(i)];
  }
  std::copy(guess.begin(), guess.end(), now_->z.begin());
  best_ = now_;
  return evaluate(*now_);
}

bool Search::evaluate(Iterate& at) {
  ++evaluations_, ++use_->evaluations;
  at.norm = at.residual = std::numeric_limits<double>::infinity();
  if (!problem_->evaluate(at.z.data(), at.psi.data())) return false;
  subtract(size_, at.z.data(), at.psi.data(), at.gamma.data());
  const double residual = largest_residual(*criterion_, at.z, at.gamma.data());
  for (int i = 0; i < size_; ++i) at.gamma[index(i)] *= per_scale_[index(i)];
  const double size = accordo::norm(size_, at.gamma.data());
  if (!std::isfinite(size)) return false;
  at.norm = size, at.residual = residual;
  return true;
}

double Search::length() const {
  double sum = 0;
  for (int i = 0; i < size_; ++i) {
    const double x = now_->z[index(i)] / scale_[index(i)];
    sum += x * x;
  }
  return std::sqrt(sum);
}

bool Search::converged() const {
  return satisfied(*criterion_, now_->residual);
}

bool Search::probed_converged() const {
  return satisfied(*criterion_, probed_->residual);
}

bool Search::probe(const double* d, double lambda) {
  probed_ = &spare();
  for (int i = 0; i < size_; ++i)
    probed_->z[index(i)] = now_->z[index(i)] + lambda * (scale_[index(i)] * d[i]);
  return evaluate(*probed_);
}

void Search::accept() {
  ++iterations_, ++use_->iterations;
  contraction_ = now_->norm > 0 ? probed_->norm / now_->norm : 0;
  previous_ = now_;
  now_ = probed_;
  if (now_->norm < best_->norm) best_ = now_;  // not `residual`: it forgives whatever makes z large
}

double Search::step(const double* d) {
  double lambda = 1;
  for (int k = 0; k <= kMostLineSearchSteps; ++k, lambda *= kShorter) {
    if (!probe(d, lambda)) continue;
    accept();
    return lambda;
  }
  return 0;
}

double Search::step_to_psi(double beta) {
  if (beta == 1) {  // z + (ψ − z) is not always ψ
    probed_ = &spare();
    probed_->z = now_->psi;
    if (evaluate(*probed_)) return accept(), 1;
    beta = kShorter;
  }
  set(size_, -beta, gamma(), direction_.data());
  return beta * step(direction_.data());
}

void Search::return_to_best() {
  now_ = best_;
}

Solution Search::finish(End end, std::span<double> z) const {
  const Iterate& result = end == End::converged ? *now_ : *best_;
  std::copy(result.z.begin(), result.z.end(), z.begin());
  return {.end = end,
          .iterations = iterations_,
          .evaluations = evaluations_,
          .residual = result.residual,
          .contraction = contraction_};
}

}  // namespace accordo
