// Fixed-point iteration with Aitken's vector relaxation (Irons and Tuck 1969; Küttler and Wall 2008):
// z ← z − ω γ,  ω ← −ω γ·(γ⁺ − γ) / |γ⁺ − γ|².
#include <algorithm>
#include <cmath>
#include <vector>

#include "base/index.hpp"
#include "solve/iteration.hpp"
#include "solve/trend.hpp"
#include "solve/vector_ops.hpp"

namespace accordo {
namespace {

// Bounds of |ω|: a step that shows almost nothing, or almost no change, must not decide about the next.
constexpr double kSmallest = 0.01;
constexpr double kLargest = 10;

class Aitken final : public Iteration {
 public:
  Aitken(int size, double mixing) : mixing_(mixing), before_(index(size)), step_(index(size)) {}

  const char* name() const override { return "aitken"; }

  End iterate(Search& search) override {
    const int n = search.size();
    Trend trend(search.norm());
    std::optional<End> end;
    double omega = mixing_;
    while (!end && !search.over()) {
      std::copy(search.gamma(), search.gamma() + n, before_.begin());
      set(n, -omega, search.gamma(), step_.data());
      const double taken = search.step(step_.data());
      if (taken == 0) return End::failed;
      omega = next(taken * omega, search.gamma());
      end = trend.add(search.norm());
    }
    return search.converged() ? End::converged : end.value_or(End::iterations);
  }

 private:
  double next(double omega, const double* gamma) {
    const int n = static_cast<int>(before_.size());
    subtract(n, gamma, before_.data(), step_.data());
    const double change = dot(n, step_.data(), step_.data());
    const double wanted = -omega * dot(n, before_.data(), step_.data()) / change;
    if (!std::isfinite(wanted)) return mixing_;
    return std::copysign(std::clamp(std::abs(wanted), kSmallest, kLargest), wanted);
  }

  double mixing_;
  std::vector<double> before_, step_;
};

}  // namespace

std::unique_ptr<Iteration> make_aitken(int size, double mixing) {
  return std::make_unique<Aitken>(size, mixing);
}

}  // namespace accordo
