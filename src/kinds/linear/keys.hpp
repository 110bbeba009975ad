// The keys of `linear:`.
#pragma once

#include <array>

#include "io/keys.hpp"

namespace accordo {

inline constexpr std::array kLinearKeys{
    Key{"states", "name: number", "none", "initial values"},
    Key{"inputs", "name: number or [time series](#time-series); list of names", "none", "start values"},
    Key{"outputs", "list of names", "none", ""},
    Key{"A", "list of rows", "0", "states x states"},
    Key{"B", "list of rows", "0", "states x inputs"},
    Key{"C", "list of rows", "0", "outputs x states"},
    Key{"D", "list of rows", "0", "outputs x inputs"},
    Key{"f0", "list of numbers", "0", "one per state"},
    Key{"g0", "list of numbers", "0", "one per output"},
};

inline constexpr std::array kLinearTables{
    KeyTable{"Linear", "x' = A x + B u + f0, y = C x + D u + g0.", kLinearKeys},
};

}  // namespace accordo
