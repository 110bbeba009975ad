// What several of SSP's file formats share: units, enumerations, transformations, types.
#pragma once

#include <optional>

#include "io/ssp/node.hpp"
#include "io/ssp/structure.hpp"

namespace accordo::ssp {

/// Complains unless the root is this element, of a version that is known.
bool check_root(const Node& root, std::string_view name);

/// The children `Units` and `Enumerations`, added to definitions.
void read_definitions(const Node& parent, Definitions& definitions);

/// The transformation among the children, if any.
Transformation read_transformation(const Node& parent);

/// The child that gives the type, `Real` and so on; nothing when there is none.
std::optional<Node> find_type(const Node& parent);

}  // namespace accordo::ssp
