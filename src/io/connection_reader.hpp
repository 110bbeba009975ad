// Connections: `a.y * 0.001 + 273.15 -> b.u`.
#pragma once

#include <optional>

#include "io/reading.hpp"
#include "model/scenario.hpp"

namespace accordo {

/// A connection in words, `source [* or / number] [+ or - number] -> target`, or as a mapping
/// {from: a.y, to: b.u, gain: 0.001, offset: 273.15} or {from: a.n, to: b.m, map: {1: 2, 2: 3}}. Nothing
/// after reporting why.
std::optional<ConnectionSpec> read_connection(Reading& reading, const YamlNode& node);

}  // namespace accordo
