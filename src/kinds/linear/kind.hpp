// Units given by matrices: x' = A x + B u + f0, y = C x + D u + g0.
#pragma once

#include "kinds/kind.hpp"

namespace accordo {

const UnitKind& linear_kind();

/// Its parts.
bool read_linear(const UnitText& text, UnitSpec& unit);
namespace exporter {
Model model_of_matrices(const UnitSpec& unit, Problems& problems);
}

}  // namespace accordo
