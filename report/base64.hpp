// Doubles as text that a browser turns back into an array at once.
#pragma once

#include <span>
#include <string>

namespace accordo {

/// The bytes of the doubles, least significant first, in base64.
std::string base64(std::span<const double> values);

}  // namespace accordo
