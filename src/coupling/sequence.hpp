// The order in which units are stepped one after the other: the user's, or one from the dependency graph.
#pragma once

#include <vector>

#include "coupling/catalogue.hpp"

namespace accordo {

OptionInfo sequence_option();

/// The option's sequence as unit indices; units left out follow in the automatic order.
std::vector<int> sequence_of(const MethodSetup& setup);

}  // namespace accordo
