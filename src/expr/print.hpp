// From nodes to text.
#pragma once

#include <span>
#include <string>

#include "expr/graph.hpp"

namespace accordo::expr {

/// Text that parses back to the same node: doubles in their shortest exact form, parentheses only where
/// needed. Shared subexpressions are written out each time, so derivatives of large expressions become long.
std::string print(const Graph& graph, Node node, std::span<const std::string> symbols);

}  // namespace accordo::expr
