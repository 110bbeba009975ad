// The individual cases, for the catalogue in cases.cpp.
#pragma once

#include <string_view>

#include "cases/cases.hpp"

namespace accordo::cases {

// The works that several cases come from.
inline constexpr std::string_view missiles_paper =
    "Y. Éguillon, B. Lacabanne, D. Tromeur-Dervout: MISSILES: an Efficient Resolution of the Co-simulation "
    "Coupling Constraint on Nearly Linear Differential Systems through a Global Linear Formulation, Journal "
    "of "
    "Computational and Applied Mathematics 424 (2023) 115013";
inline constexpr std::string_view costarica_paper =
    "Y. Éguillon, B. Lacabanne, D. Tromeur-Dervout: COSTARICA estimator for rollback-less systems handling "
    "in "
    "iterative co-simulation algorithms, arXiv (2022)";
inline constexpr std::string_view tutorial_paper =
    "C. Gomes, H. Vangheluwe: Co-simulation of Continuous Systems: a Hands-on Approach";

/// "paper, where": a place in one of the works above.
std::string in(std::string_view paper, std::string_view where);

/// A parameter that must be positive and finite.
Parameter positive(std::string name, double default_value, std::string help);

Case two_mass();
Case tutorial();
Case behaviour_change();
Case cruise();
Case lotka_volterra();
Case tough();
Case damper();
Case van_der_pol();
Case quarter_car();
Case chain();

}  // namespace accordo::cases
