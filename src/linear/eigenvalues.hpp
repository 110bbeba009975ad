// Eigenvalues of matrices whose rows and columns are measured in very different units.
#pragma once

#include <complex>

#include "base/matrix.hpp"

namespace accordo {

/// Scales by powers of two, which rounds nothing, until rows and columns are alike: S⁻¹ M S, with the same
/// eigenvalues.
void balance(Matrix& M);

/// All of them, as often as they occur; those that are 0 because of where zeros stand in M come out as 0. Not
/// a number where they are not found.
Eigen::VectorXcd eigenvalues(const Matrix& M);

/// The largest of their sizes.
double spectral_radius(const Matrix& M);

/// Eigenvalues with what their eigenvectors tell.
struct Modes {
  Eigen::VectorXcd values;
  /// Per eigenvalue (column), the part of each coordinate in it, |w_i v_i| of left and right eigenvectors, in
  /// all 1; not a number where there are no such vectors.
  Matrix participation;
  Vector uncertainty;  ///< by how much rounding may have moved them
};
Modes modes(Matrix M);

}  // namespace accordo
