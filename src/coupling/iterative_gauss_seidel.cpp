// Iterative Gauss-Seidel (Gomes et al., co-simulation tutorial, algorithm 3, with time advancing on accepted
// steps only): sweeps over the units in the sequence σ; each steps under
//
//   u(s) = v₂ (order 0)   or   u(s) = v₁ + (v₂ − v₁) s (order 1)
//
// with v₂ from the units before it in this sweep, from the others in the sweep before. Order of convergence:
// order + 1. A fixed number of sweeps makes it semi-implicit.

#include "coupling/iterative_gauss_seidel.hpp"

#include "coupling/implicit.hpp"
#include "coupling/sequence.hpp"

namespace accordo {

Method iterative_gauss_seidel_method() {
  return {.name = "iterative-gauss-seidel",
          .summary = "units repeat the step one after the other until inputs and outputs agree; hold or line",
          .order = "order + 1",
          .needs = {.rollback = true},
          .options = joined(joined(low_order_options("0"), {sequence_option()}), iteration_options(60)),
          .solver = "picard",
          .traits =
              [](const Options& o, std::span<const UnitInfo>) {
                return Traits{.order = o.integer("order") + 1, .inputs = Inputs::agreed, .sequential = true};
              },
          .make =
              [](const MethodSetup& setup) {
                ImplicitKnobs knobs = low_order_knobs(setup);
                knobs.sequence = sequence_of(setup);
                return make_implicit(std::move(knobs));
              }};
}

}  // namespace accordo
