// Parameter sets (SSV), parameter mappings (SSM), and the bindings that apply them.
#pragma once

#include <filesystem>

#include "io/ssp/files.hpp"
#include "io/ssp/node.hpp"
#include "io/ssp/structure.hpp"

namespace accordo::ssp {

/// A `ParameterSet`: its values and definitions.
void read_parameter_set(const Node& node, Binding& binding);

/// A `ParameterMapping` that holds its entries.
std::vector<MappingEntry> read_mapping(const Node& node);

/// Where files are looked for, and where problems go.
struct Surroundings {
  Files& files;
  xml::Findings& found;
  std::filesystem::path folder;  ///< of the SSD
};

/// The file that a `source` points to; nothing after reporting why there is none.
std::optional<std::filesystem::path> find_source(const Node& node, const Surroundings& around,
                                                 std::string* fragment = nullptr);

/// The children `ParameterBindings/ParameterBinding` of an element.
std::vector<Binding> read_bindings(const Node& element, const Surroundings& around);

}  // namespace accordo::ssp
