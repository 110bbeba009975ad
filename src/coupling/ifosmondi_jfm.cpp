// IFOSMONDI-JFM (Éguillon, Lacabanne, Tromeur-Dervout 2021): the inputs of IFOSMONDI, their end found by a
// nonlinear solver that needs no Jacobian,
//
//   γ(z) = z − Φᵀ ζ(H(z_N, z)) = 0,   z = (v₂, h w₂)        (eq. 24)
//
// Order of convergence: 4, or 3 with slopes from differences. Converges where the fixed point does not.

#include "coupling/ifosmondi_jfm.hpp"

#include "coupling/implicit.hpp"

namespace accordo {

Method ifosmondi_jfm_method() {
  return {.name = "ifosmondi-jfm",
          .summary = "C1-smooth inputs by a nonlinear solver: order 4, also where fixed points diverge",
          .order = "4",
          .needs = {.rollback = true},
          .options = joined(smooth_options(), iteration_options(100)),
          .solver = "auto",
          .traits =
              [](const Options& o, std::span<const UnitInfo> units) {
                return Traits{.order = smooth_order(o, units), .inputs = Inputs::agreed};
              },
          .make =
              [](const MethodSetup& setup) {
                ImplicitKnobs knobs = implicit_knobs(setup, Shape::hermite, "auto");
                read_smooth_options(setup, knobs);
                return make_implicit(std::move(knobs));
              }};
}

}  // namespace accordo
