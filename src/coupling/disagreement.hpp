// What to tell a user whose units could not agree: which inputs, by how much, why, and what to try.
#pragma once

#include <span>

#include "core/ensemble.hpp"
#include "coupling/interface.hpp"
#include "solve/solver.hpp"

namespace accordo {

/// The latest iterate of a solver that gave up.
struct LatestIterate {
  std::span<const double> z, psi, sizes, origin;
  double tolerance;
};

Error disagreement(const Ensemble& e, const Step& step, const Interface& interface, const Solution& solution,
                   const LatestIterate& latest);

}  // namespace accordo
