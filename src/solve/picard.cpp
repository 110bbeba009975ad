// Fixed-point iteration: z ← z + β (ψ(z) − z).
#include <algorithm>
#include <cmath>
#include <vector>

#include "base/index.hpp"
#include "solve/iteration.hpp"
#include "solve/trend.hpp"
#include "solve/vector_ops.hpp"

namespace accordo {
namespace {

constexpr double kParallel = 1e-6;
constexpr double kGrows = 1.01;

/// The factor of the slowest error, from three residuals in a row. Errors that one real eigenvalue or one
/// complex pair of the iteration dominates obey γ₂ = a γ₁ + b γ₀ and λ² = a λ + b; ratios of norms would
/// oscillate with the pair's angle. a and b by least squares.
double dominant_factor(int n, const double* g0, const double* g1, const double* g2) {
  const double g00 = dot(n, g0, g0), g11 = dot(n, g1, g1);
  if (g00 == 0 || g11 == 0) return 0;
  const double g01 = dot(n, g0, g1), g02 = dot(n, g0, g2), g12 = dot(n, g1, g2);
  const double determinant = g00 * g11 - g01 * g01;
  if (!(determinant > kParallel * kParallel * g00 * g11)) return std::sqrt(dot(n, g2, g2) / g11);
  const double a = (g12 * g00 - g02 * g01) / determinant;
  const double b = (g02 * g11 - g12 * g01) / determinant;
  const double discriminant = a * a / 4 + b;
  return discriminant < 0 ? std::sqrt(-b) : std::abs(a) / 2 + std::sqrt(discriminant);
}

class Picard final : public Iteration {
 public:
  Picard(int size, double mixing) : mixing_(mixing), before_(index(size)), long_before_(index(size)) {}

  const char* name() const override { return "picard"; }

  End iterate(Search& search) override {
    const int n = search.size();
    Trend trend(search.norm());
    std::optional<End> end;
    int undisturbed = 0;
    while (!end && !search.over()) {
      std::swap(before_, long_before_);
      std::copy(search.gamma(), search.gamma() + n, before_.begin());
      const double taken = search.step_to_psi(mixing_);
      if (taken == 0) return End::failed;
      undisturbed = taken == mixing_ ? undisturbed + 1 : 0;
      if (undisturbed > 1)
        search.set_contraction(dominant_factor(n, long_before_.data(), before_.data(), search.gamma()));
      end = trend.add(search.norm());
    }
    if (end == End::stagnated && search.contraction() > kGrows) end = End::diverged;  // slowly, to and fro
    return search.converged() ? End::converged : end.value_or(End::iterations);
  }

 private:
  double mixing_;
  std::vector<double> before_, long_before_;
};

}  // namespace

std::unique_ptr<Iteration> make_picard(int size, double mixing) {
  return std::make_unique<Picard>(size, mixing);
}

}  // namespace accordo
