// Kübler-Schiehlen: a fixed point iteration on inputs that run along lines.
#pragma once

#include "coupling/catalogue.hpp"

namespace accordo {

Method kubler_schiehlen_method();

}  // namespace accordo
