// Iterative Jacobi: all units step at once, again and again, until their inputs agree.
#pragma once

#include "coupling/catalogue.hpp"

namespace accordo {

Method iterative_jacobi_method();

}  // namespace accordo
