// Numbers as users write them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace accordo {

/// A decimal number, spaces around it allowed; `.inf`, `nan` and what overflows come back as such. Nothing
/// when the text is not a number.
std::optional<double> parse_number(std::string_view text);

/// The number at the start of `text` (after spaces) and the rest; nothing when there is none.
std::optional<std::pair<double, std::string_view>> parse_leading_number(std::string_view text);

/// The shortest text that reads as this number.
std::string shortest(double value);

/// Without spaces, tabs and line ends around it.
std::string_view trim(std::string_view text);

}  // namespace accordo
