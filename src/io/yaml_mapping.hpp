// What makes the entries of a YAML mapping trustworthy: one value per key, and nothing cut in pieces.
#pragma once

#include <string>

#include "base/error.hpp"
#include "io/yaml_tree.hpp"

namespace accordo {

/// Checks a complete mapping and resolves its merge keys: flow mappings that fell apart at the commas of an
/// expression, keys that are not text, duplicate keys.
void finish_mapping(YamlNode& mapping, const std::string& file, Problems& problems);

}  // namespace accordo
