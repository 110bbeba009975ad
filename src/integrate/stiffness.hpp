// How stiff is x' = J x for an explicit method?
#pragma once

#include "base/matrix.hpp"

namespace accordo {

/// The largest |λ| among the eigenvalues of J in a sector around the negative real axis, |Im λ| <= 2 |Re λ|:
/// modes that die out, so that only stability makes an explicit method resolve them. Oscillations are left
/// out: whoever wants them right must resolve them with any method. Exact up to 50 states; above that, an
/// estimate by Arnoldi's method.
double fastest_decay(const Matrix& J);

}  // namespace accordo
