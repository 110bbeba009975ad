// Iterative Jacobi (Gomes et al., co-simulation tutorial, algorithm 3, with time advancing on accepted steps
// only): all units step at once under
//
//   u(s) = v₂ (order 0)   or   u(s) = v₁ + (v₂ − v₁) s (order 1),       v₂ ← Φᵀ y(v₂) until it stands still
//
// Order of convergence: order + 1. A fixed number of iterations makes it semi-implicit.

#include "coupling/iterative_jacobi.hpp"

#include "coupling/implicit.hpp"

namespace accordo {

Method iterative_jacobi_method() {
  return {.name = "iterative-jacobi",
          .summary = "all units repeat the step together until inputs and outputs agree; hold or line",
          .order = "order + 1",
          .needs = {.rollback = true},
          .options = joined(low_order_options("0"), iteration_options(60)),
          .solver = "picard",
          .traits =
              [](const Options& o, std::span<const UnitInfo>) {
                return Traits{.order = o.integer("order") + 1, .inputs = Inputs::agreed};
              },
          .make = [](const MethodSetup& setup) { return make_implicit(low_order_knobs(setup)); }};
}

}  // namespace accordo
