// What units can do besides stepping once, and the one list of it: JSON, scenarios, info and reference read
// it.
#pragma once

#include <array>
#include <string_view>

namespace accordo {

/// Couplings read this before the run.
struct Capabilities {
  bool rollback = false;       ///< save() and restore()
  bool slopes = false;         ///< output slopes: exact dy/dt
  bool states = false;         ///< states()
  bool evaluation = false;     ///< f and g at any point: evaluate(); and set_states()
  bool linearization = false;  ///< A, B, C, D and the time derivative of g: linearize()
  bool reevaluation = false;   ///< outputs() under new inputs at the same instant, exactly or to first order
  bool feed_through = false;   ///< ∂y/∂u at the present point without states: feed_through()
  bool variable_step = false;  ///< macro-steps of any length
  int input_degree = 0;        ///< highest degree of polynomial inputs it follows
};

/// One that users see and may disable.
struct Capability {
  std::string_view name;  ///< in scenarios and in JSON
  std::string_view text;  ///< for people
  bool Capabilities::*member;
  std::string_view without;  ///< what a unit lacks without it; Markdown
};

inline constexpr std::array kCapabilities{
    Capability{
        "rollback", "rollback", &Capabilities::rollback,
        "a step cannot be repeated: implicit methods need an [estimator](methods.md#estimators) in its "
        "place"},
    Capability{"slopes", "output slopes", &Capabilities::slopes,
               "of outputs: differences over the macro-step instead (an order less); results between "
               "communication points lie on lines"},
    Capability{
        "states", "states", &Capabilities::states,
        "no estimator, no algebraic loops through this unit, no `monolithic`; no state can be recorded"},
    Capability{"evaluation", "f and g", &Capabilities::evaluation,
               "f and g cannot be evaluated at will: no `monolithic`, no corrector in `missiles`"},
    Capability{"linearization", "linearization", &Capabilities::linearization,
               "no estimator, no algebraic loops through this unit; `ifosmondi-jfm` uses another "
               "[solver](methods.md#solvers)"},
    Capability{"reevaluation", "outputs re-evaluated", &Capabilities::reevaluation,
               "outputs are not propagated at communication points"},
    Capability{"variable_step", "any step", &Capabilities::variable_step,
               "macro-steps are of one length: the given `step`, else the FMU's own"},
};

}  // namespace accordo
