// Iterative Gauss-Seidel: sweeps over the units until their inputs agree.
#pragma once

#include "coupling/catalogue.hpp"

namespace accordo {

Method iterative_gauss_seidel_method();

}  // namespace accordo
