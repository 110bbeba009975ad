// IFOSMONDI: C1-smooth inputs by a fixed point iteration.
#pragma once

#include "coupling/catalogue.hpp"

namespace accordo {

Method ifosmondi_method();

}  // namespace accordo
