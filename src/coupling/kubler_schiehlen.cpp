// Kübler and Schiehlen (2000), with polynomials of degree p_E = 1:
//
//   u(s) = v₁ + (v₂ − v₁) s,        v₂ ← Φᵀ y(v₂) until it stands still
//
// Order of convergence: 2.

#include "coupling/kubler_schiehlen.hpp"

#include "coupling/implicit.hpp"

namespace accordo {

Method kubler_schiehlen_method() {
  return {.name = "kubler-schiehlen",
          .summary = "a fixed point iteration on inputs that run along lines",
          .order = "2",
          .needs = {.rollback = true},
          .options = iteration_options(60),
          .solver = "picard",
          .traits = [](const Options&,
                       std::span<const UnitInfo>) { return Traits{.order = 2, .inputs = Inputs::agreed}; },
          .make =
              [](const MethodSetup& setup) {
                return make_implicit(implicit_knobs(setup, Shape::line, "picard"));
              }};
}

}  // namespace accordo
