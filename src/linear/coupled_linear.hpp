// Units that are linear, or linearized, as one system: x' = A x + B w, u = U_x x + U_w w.
#pragma once

#include <vector>

#include "model/wiring.hpp"
#include "unit/unit.hpp"

namespace accordo {

/// A unit at a point, for small deviations from there.
struct LinearPart {
  LinearModel model;         ///< its A, B, C, D
  bool slopes = true;        ///< slopes of outputs are exact, no differences over a step
  bool reevaluation = true;  ///< outputs follow inputs at once, no step later
};

/// The units side by side: A, B, C, D have their blocks on the diagonal, and u = L y + w with the gains of
/// the connections in L. Solved for u, with loops by feed-through:
///
///   u = (I − L D)⁻¹ (L C x + w),   x' = (A + B U_x) x + B U_w w
class CoupledLinear {
 public:
  /// The wiring must outlive it.
  CoupledLinear(const Wiring& wiring, std::vector<LinearPart> parts);

  /// False where inputs and outputs determine each other only up to a multiple: then nothing else is known.
  bool sound() const { return sound_; }
  const Wiring& wiring() const { return wiring_; }
  const std::vector<LinearPart>& parts() const { return parts_; }
  const Layout& layout() const { return wiring_.layout; }

  /// Of the units side by side.
  const Matrix& B() const { return B_; }
  const Matrix& C() const { return C_; }
  const Matrix& D() const { return D_; }
  /// L: inputs by outputs.
  const Matrix& links() const { return L_; }
  /// The part of D that outputs take up only with the next step.
  const Matrix& late() const { return late_; }

  /// Of the coupled system.
  const Matrix& A() const { return A_; }
  const Matrix& inputs_by_states() const { return U_x_; }
  const Matrix& inputs_by_added() const { return U_w_; }

 private:
  const Wiring& wiring_;
  std::vector<LinearPart> parts_;
  Matrix B_, C_, D_, L_, late_;
  Matrix A_, U_x_, U_w_;
  bool sound_ = false;
};

}  // namespace accordo
