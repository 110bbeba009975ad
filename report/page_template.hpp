// The page without data, made from report/web and built into the program.
#pragma once

#include <string_view>

namespace accordo {

/// Empty when the program was built with ACCORDO_REPORT=OFF.
std::string_view page_template();

}  // namespace accordo
