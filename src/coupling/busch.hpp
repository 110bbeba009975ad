// Busch: continuous inputs without iteration.
#pragma once

#include "coupling/catalogue.hpp"

namespace accordo {

Method busch_method();

}  // namespace accordo
