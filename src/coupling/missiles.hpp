// MISSILES: one linear solve and one step of every unit.
#pragma once

#include "coupling/catalogue.hpp"

namespace accordo {

Method missiles_method();

}  // namespace accordo
