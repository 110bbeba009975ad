// Exponential of a matrix and its relatives, the phi-functions: what a linear unit needs to step exactly.
#pragma once

#include <vector>

#include "base/matrix.hpp"

namespace accordo {

/// E = exp(hA) and Psi_p = h ∫₀¹ exp((1-s)hA) s^p ds = h p! phi_{p+1}(hA), p = 0..degree.
struct PhiOperators {
  Matrix E;
  std::vector<Matrix> Psi;
};

/// Exact up to rounding for any norm of hA, stiff or not; all entries are NaN if A or h is not finite.
PhiOperators phi_operators(const Matrix& A, double h, int degree);

}  // namespace accordo
