// The same operators by numerical inversion of their Laplace transforms (Gaver-Stehfest), as the COSTARICA
// paper does. Kept to reproduce the papers: its slopes carry a relative error that does not vanish with h.
#pragma once

#include <vector>

#include "unit/estimated/operators.hpp"

namespace accordo {

/// The weights V_1 … V_order. Throws std::invalid_argument unless the order is even and between 2 and 20.
std::vector<double> stehfest_weights(int order);

/// Values by Stehfest at the end of the step; slopes by the three-point backward difference over its last
/// fifth (eq. 42 of the COSTARICA paper).
Operators stehfest_operators(const LinearModel& model, double h, int order);

}  // namespace accordo
