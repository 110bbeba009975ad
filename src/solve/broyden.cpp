// Broyden's method with an inverse Jacobian H that is carried from solve to solve: d = −H γ. H learns from
// every evaluation, also from a step that is not taken because the residual would grow.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "base/index.hpp"
#include "solve/iteration.hpp"
#include "solve/vector_ops.hpp"

namespace accordo {
namespace {

constexpr int kMostShortenings = 4;
constexpr double kPoor = 0.8;  // a step that shrinks the residual by less is poor
constexpr int kMostPoor = 3;   // in a row: H does not fit any more
constexpr double kAboveNoise = 10;
constexpr int kExpected = 3;  // evaluations of a solve with a good H
constexpr int kSpare = 10;

class Broyden final : public Iteration {
 public:
  Broyden(int size, std::shared_ptr<InverseJacobian> inverse)
      : size_(size), inverse_(std::move(inverse)), step_(index(size)), change_(index(size)) {
    Broyden::forget();
  }

  const char* name() const override { return "broyden"; }

  bool ready(const Search& search) override {
    return inverse_->known() || inverse_->start_from(search.problem());
  }

  End iterate(Search& search) override {
    if (owed_ >= price_) learn_all(search);
    owed_ = std::max(owed_, 0) + 1 - kExpected;
    const double first = search.norm();
    int poor = 0;
    while (!search.over()) {
      if (!probe(search)) return give_up(End::failed);
      const double reached = search.probed_norm(), ratio = reached / search.norm();
      if (ratio < 1 || search.probed_converged()) search.accept();
      poor = ratio < kPoor ? 0 : poor + 1;
      if (poor == kMostPoor && !search.converged())
        return give_up(reached > first ? End::diverged : End::stagnated);
    }
    return search.end();
  }

  void forget() override {
    inverse_->drop();
    owed_ = 0;
    price_ = inverse_->is_matrix() ? size_ + kSpare : std::numeric_limits<int>::max();
  }

  void save() override {
    inverse_->save();
    saved_owed_ = owed_, saved_price_ = price_;
  }
  void restore() override {
    inverse_->restore();
    owed_ = saved_owed_, price_ = saved_price_;
  }

 private:
  /// Evaluates at the next iterate and learns from it.
  bool probe(Search& search) {
    std::copy(search.gamma(), search.gamma() + size_, step_.begin());
    inverse_->apply(search, step_.data());
    double lambda = -1;
    ++owed_;
    for (int k = 0; !search.probe(step_.data(), lambda); ++k, lambda *= 0.25) {
      if (k == kMostShortenings) return false;
    }
    learn(search, lambda);
    return true;
  }

  /// J (λ step) is the change of γ at the point just probed. A step as short as the noise of ψ teaches
  /// nothing.
  void learn(Search& search, double lambda) {
    const double noise = search.criterion().noise * (1 + search.length());
    if (std::abs(lambda) * norm(size_, step_.data()) < kAboveNoise * noise) return;
    subtract(size_, search.probed_gamma(), search.gamma(), change_.data());
    set(size_, 1 / lambda, change_.data(), change_.data());
    inverse_->update(search, step_.data(), change_.data());
  }

  /// The products of a few Newton iterations leave most directions of many unknowns unknown. When that has
  /// cost as many evaluations as learning all directions would, they are learned: never more than twice the
  /// cheaper choice. If it does not last, the next time is put off twice as long.
  void learn_all(Search& search) {
    const double h = std::sqrt(search.criterion().noise * (1 + search.length()));
    for (int j = 0; j < size_; ++j) {
      std::fill(step_.begin(), step_.end(), 0.0);
      step_[index(j)] = 1;
      if (search.probe(step_.data(), h)) learn(search, h);
    }
    owed_ = 0, price_ *= 2;
  }

  /// The next solve starts again, at the price of about a quarter of a Jacobian.
  End give_up(End end) {
    inverse_->drop();
    owed_ += size_ / 4;
    return end;
  }

  int size_;
  std::shared_ptr<InverseJacobian> inverse_;
  std::vector<double> step_, change_;
  int owed_ = 0;   // evaluations beyond the expected ones
  int price_ = 0;  // at which all directions are learned
  int saved_owed_ = 0, saved_price_ = 0;
};

}  // namespace

std::unique_ptr<Iteration> make_broyden(int size, std::shared_ptr<InverseJacobian> inverse) {
  return std::make_unique<Broyden>(size, std::move(inverse));
}

}  // namespace accordo
