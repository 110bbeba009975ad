// What coupling methods do to small deviations in one macro-step: matrices whose spectral radius decides
// whether an iteration converges, and whether a method is stable.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "linear/coupled_linear.hpp"

namespace accordo {

/// What units make of a macro-step of length h, all of them side by side:
///
///   x(h) = E x(0) + Σ_q Ψ_q B a_q   under inputs u(s) = Σ_q a_q s^q, s from 0 to 1
class StepOperators {
 public:
  StepOperators(const CoupledLinear& system, double h);

  const CoupledLinear& system() const { return system_; }
  double h() const { return h_; }
  const Matrix& E() const { return E_; }
  const Matrix& PsiB(std::size_t q) const { return PsiB_[q]; }
  /// A x of the units by themselves.
  const Matrix& A() const { return A_; }

 private:
  const CoupledLinear& system_;
  double h_;
  Matrix E_, A_;
  std::array<Matrix, 4> PsiB_;
};

/// Inputs that an iteration looks for: held at their end, a line to it, a cubic with slopes (degrees).
enum class InputShape { hold = 0, line = 1, cubic = 3 };

/// ∂(Φᵀζ)/∂z: what the iteration multiplies z − z* by, inputs at the end, for cubics with their scaled
/// slopes. `sequence`: units one after the other, each with the newest inputs; empty: all at once.
Matrix iteration_matrix(const StepOperators& step, InputShape shape, std::span<const int> sequence = {});

/// What a step of an explicit method does to states and to the inputs that it remembers. `order`: degree of
/// the polynomial through the latest inputs; sequence: likewise.
Matrix explicit_step(const StepOperators& step, int order, std::span<const int> sequence = {});

/// The same of C1-smooth inputs that agree at the end of the step, to states and scaled slopes of inputs.
/// Empty where no inputs agree.
Matrix implicit_step(const StepOperators& step);

/// The units' outputs if they do not agree: K of (v2, h w2), all outputs, then their scaled slopes.
Matrix cubic_response(const StepOperators& step);

}  // namespace accordo
