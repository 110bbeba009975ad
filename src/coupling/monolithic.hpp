// Monolithic: the coupled system as one ODE. The reference for everything else.
#pragma once

#include "coupling/catalogue.hpp"

namespace accordo {

Method monolithic_method();

}  // namespace accordo
