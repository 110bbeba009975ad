// Newton with the inverse that the problem itself offers, from estimates of its parts: z ← z − (I − ∂ψ)⁻¹ γ.
#include <algorithm>
#include <vector>

#include "base/index.hpp"
#include "solve/iteration.hpp"

namespace accordo {
namespace {

constexpr double kPoorReduction = 0.9;
constexpr int kMostPoorSteps = 3;

class EstimatorNewton final : public Iteration {
 public:
  explicit EstimatorNewton(int size) : step_(index(size)) {}

  const char* name() const override { return "estimator-newton"; }

  bool ready(const Search& search) override {
    std::fill(step_.begin(), step_.end(), 0.0);
    return search.problem().apply_inverse(step_.data());
  }

  End iterate(Search& search) override {
    const double first = search.norm();
    int poor = 0;
    while (!search.over()) {
      const int n = search.size();
      const double* scale = search.scale();
      for (int i = 0; i < n; ++i) step_[index(i)] = -search.gamma()[i] * scale[i];
      if (!search.problem().apply_inverse(step_.data())) return End::failed;
      for (int i = 0; i < n; ++i) step_[index(i)] /= scale[i];
      const double before = search.norm();
      if (search.step(step_.data()) == 0) return End::failed;
      poor = search.norm() < kPoorReduction * before ? 0 : poor + 1;
      if (poor == kMostPoorSteps && !search.converged())
        return search.norm() > first ? End::diverged : End::stagnated;
    }
    return search.end();
  }

 private:
  std::vector<double> step_;
};

}  // namespace

std::unique_ptr<Iteration> make_estimator_newton(int size) {
  return std::make_unique<EstimatorNewton>(size);
}

}  // namespace accordo
