// A comparison for people and for programs.
#pragma once

#include <string>

#include "compare/compare.hpp"

namespace accordo {

/// A table with what was compared above it, and which rows to choose below it.
std::string comparison_text(const Comparison& comparison);

/// {"kind": "compare", …, "rows": […]}: for --json, and what the report page draws.
std::string comparison_json(const Comparison& comparison);

}  // namespace accordo
