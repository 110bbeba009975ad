// The keys of `equations:`.
#pragma once

#include <array>

#include "io/keys.hpp"

namespace accordo {

inline constexpr std::array kEquationsKeys{
    Key{"parameters", "name: value", "none", "constants; a value may use other parameters, in any order"},
    Key{"states", "name: initial value", "none", "values may use parameters"},
    Key{"inputs", "name: start value or [time series](#time-series); list of names", "none",
        "start values may use parameters"},
    Key{"der", "state: expression", "", "time derivative of each state: exactly one per state"},
    Key{"outputs", "name: expression", "none",
        "may use states, inputs, parameters and `t`, not other outputs"},
};

inline constexpr std::array kEquationsTables{
    KeyTable{"Equations", "x' = f(t, x, u), y = g(t, x, u), in [expressions](scenario.md#expressions).",
             kEquationsKeys},
};

}  // namespace accordo
