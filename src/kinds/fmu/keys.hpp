// The keys of units that are FMUs.
#pragma once

#include <array>

#include "io/keys.hpp"

namespace accordo {

inline constexpr std::array kFmuKeys{
    Key{"kind", "name", "what serves best", "FMUs: what the FMU is used as, see [kinds](#kinds)"},
};

inline constexpr std::array kFmuSettings{
    Key{"substeps", "whole number", "[as derived](methods.md#held-inputs)",
        "FMUs: parts of a macro-step, where inputs are of a higher degree than the FMU follows; each gets "
        "the "
        "mean, or a line through its ends"},
    Key{"fixed_step", "number > 0", "what the FMU states",
        "FMUs that take steps of one length only: which one"},
};

/// Values of `kind`.
inline constexpr std::array kFmuKinds{
    Key{"co-simulation", "", "", "the FMU brings its own solver"},
    Key{"model-exchange", "", "", "the FMU gives equations, the solver is ours"},
};

inline constexpr std::array kFmuFeatures{
    Key{"directional_derivatives", "", "", "FMUs: neither linearization nor slopes by these"},
    Key{"input_derivatives", "", "", "FMI 2: inputs are constant within a step"},
    Key{"output_derivatives", "", "", "FMUs: no slopes by these"},
    Key{"intermediate_update", "", "", "FMI 3: inputs are constant within a step"},
    Key{"event_mode", "", "", "FMI 3: the FMU handles its events itself"},
};

inline constexpr std::array kFmuTables{
    KeyTable{"Kinds", "Values of `kind`, for FMUs.", kFmuKinds},
};

}  // namespace accordo
