// Jacobi: all units step at once under extrapolated inputs.
#pragma once

#include "coupling/catalogue.hpp"

namespace accordo {

Method jacobi_method();

}  // namespace accordo
