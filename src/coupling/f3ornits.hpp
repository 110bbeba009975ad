// F3ORNITS: extrapolated, C1-smooth inputs of flexible order, without iteration.
#pragma once

#include "coupling/catalogue.hpp"

namespace accordo {

Method f3ornits_method();

}  // namespace accordo
