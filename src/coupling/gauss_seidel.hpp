// Gauss-Seidel: units step one after the other, each using what those before it have reached.
#pragma once

#include "coupling/catalogue.hpp"

namespace accordo {

Method gauss_seidel_method();

}  // namespace accordo
