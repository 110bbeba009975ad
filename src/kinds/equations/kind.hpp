// Units given by equations: x' = f(t, x, u), y = g(t, x, u).
#pragma once

#include "kinds/kind.hpp"

namespace accordo {

const UnitKind& equations_kind();

/// Its parts.
bool read_equations(const UnitText& text, UnitSpec& unit);
namespace exporter {
Model model_of_equations(const UnitSpec& unit, Problems& problems);
}

}  // namespace accordo
