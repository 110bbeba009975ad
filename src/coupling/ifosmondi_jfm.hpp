// IFOSMONDI-JFM: C1-smooth inputs by a nonlinear solver.
#pragma once

#include "coupling/catalogue.hpp"

namespace accordo {

Method ifosmondi_jfm_method();

}  // namespace accordo
