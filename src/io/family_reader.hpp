// Generated units: `cell[i]` with `repeat: 10000`.
#pragma once

#include <optional>

#include "io/reading.hpp"

namespace accordo {

/// The family that a unit's name and its `repeat` (null: none) stand for; its ranges are empty after
/// problems. Nothing when this is one unit.
std::optional<Family> read_family(Reading& reading, const YamlNode& name, const YamlNode* repeat);

/// Whether one of the names stands somewhere in the node, except below the keys in `but`.
bool mentions(const YamlNode& node, std::span<const std::string> names,
              std::span<const std::string> but = {});

}  // namespace accordo
