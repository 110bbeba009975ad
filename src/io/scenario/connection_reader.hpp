// Connections: `a.y * 0.001 + 273.15 -> b.u`.
#pragma once

#include <vector>

#include "io/reading.hpp"
#include "model/scenario.hpp"

namespace accordo {

/// A connection in words, `source [* or / number] [+ or - number] -> target [for i = 0..9]`, or as a mapping
/// {from: a.y, to: b.u, gain: 0.001, offset: 273.15} or {from: a.n, to: b.m, map: {1: 2, 2: 3}}, there with
/// `for: i = 0..9`. Adds one for each value of the indices in it; reports what is wrong.
void read_connection(Reading& reading, const YamlNode& node, std::vector<ConnectionSpec>& to);

}  // namespace accordo
