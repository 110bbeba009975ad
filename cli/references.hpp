// The reference pages of the documentation.
#pragma once

#include <string>

#include "cli/description.hpp"
#include "coupling/catalogue.hpp"

namespace accordo::cli {

std::string scenario_reference();
std::string methods_reference();
std::string statistics_reference();

/// "rollback, states"
std::string needs_text(const Needs& needs);

/// What the method `auto` stands for.
inline constexpr const char* kAutomatic =
    "ifosmondi-jfm where all units that others feed roll back, missiles where some linearize instead, else "
    "f3ornits";

}  // namespace accordo::cli
