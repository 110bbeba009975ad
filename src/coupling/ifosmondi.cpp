// IFOSMONDI (Éguillon, Lacabanne, Tromeur-Dervout 2019): inputs are cubics through values and slopes at both
// ends, joined with continuous slopes; the end is sought by a fixed point iteration,
//
//   u(s) = H(v₁, h w₁, v₂, h w₂),     (v₂, h w₂) ← Φᵀ (y, h y') under u        until they stand still
//
// starting from the units' answer to the second order hold that leads back to v₁ (figure 7 there). Order of
// convergence: 4, or 3 with slopes from differences (eq. 12). It contracts only where the spectral radius of
// Φᵀ∂ζ is below 1.

#include "coupling/ifosmondi.hpp"

#include "coupling/implicit.hpp"

namespace accordo {

Method ifosmondi_method() {
  std::vector<OptionInfo> smooth = smooth_options();
  for (OptionInfo& option : smooth) {
    if (option.name == "predictor") option.default_value = "units";  // the paper's first guess
  }
  return {.name = "ifosmondi",
          .summary = "C1-smooth inputs by a fixed point iteration: order 4 where it contracts",
          .order = "4 (order 3), 2 (order 1), 1 (order 0)",
          .needs = {.rollback = true},
          .options = joined({{.name = "order",
                              .kind = OptionInfo::Kind::choice,
                              .default_value = "3",
                              .help = "degree of the inputs: 0 hold, 1 line, 3 smooth cubic",
                              .choices = {"0", "1", "3"}}},
                            joined(std::move(smooth), iteration_options(60))),
          .solver = "picard",
          .traits =
              [](const Options& o, std::span<const UnitInfo> units) {
                const int degree = o.integer("order");
                return Traits{.order = degree == 3 ? smooth_order(o, units) : degree + 1,
                              .inputs = Inputs::agreed};
              },
          .make =
              [](const MethodSetup& setup) {
                const auto shape = static_cast<Shape>(setup.options.integer("order"));
                ImplicitKnobs knobs = implicit_knobs(setup, shape, "picard");
                read_smooth_options(setup, knobs);
                return make_implicit(std::move(knobs));
              }};
}

}  // namespace accordo
