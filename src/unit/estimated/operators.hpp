// The answer of a linear unit to a macro-step, x' = A x + B u + φ(s), y = C x + D u + c(s) with polynomial u
// and φ: G, P, R of eqs. (10)-(14) of the MISSILES paper, for scaled time s = (t - t_N)/h and scaled slopes
// h·y'.
#pragma once

#include "integrate/phi.hpp"
#include "unit/unit.hpp"

namespace accordo {

/// Coefficients kept of φ(s) = φ_0 + φ_1 s + φ_2 s²: what the linear model misses of f.
inline constexpr int kMissedCoefficients = 3;

/// (y, h y') at the end of the step = P x_N + R (φ_0, φ_1, φ_2) + G a + (c(1), c'(1)). Immutable: units share
/// it.
struct Operators {
  double h = 0;
  Matrix G;  ///< 2·outputs × 4·inputs: column 4j + p answers to s^p of input j, as in SignalView
  Matrix P;  ///< 2·outputs × states
  Matrix R;  ///< 2·outputs × 3·states
  /// For the states at the end of the step; empty where only the rows for the outputs were computed.
  PhiOperators phi;
};

/// How the operators are to be computed.
struct OperatorKnobs {
  bool states = false;     ///< `phi` is wanted, too
  int stehfest_order = 0;  ///< 0: exact; else by Gaver-Stehfest of that order
};

/// Whether A, B, C, D are equal in every bit.
bool same_matrices(const LinearModel& a, const LinearModel& b);

/// Exact up to rounding, by the φ-functions of hA. A..D are read of the model.
Operators exact_operators(const LinearModel& model, double h, bool states);

}  // namespace accordo
