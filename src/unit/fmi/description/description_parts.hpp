// The parts of reading a modelDescription.xml, one file each; for description_reader.cpp.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "unit/fmi/description/model_description.hpp"
#include "xml/attributes.hpp"

namespace accordo::fmi {

/// What the parts share.
struct Reading {
  const xml::XmlDocument& xml;
  xml::Findings& found;
  ModelDescription& out;
  /// Declared types by name: their position in `out.types`, and the element with the attributes that
  /// variables inherit.
  struct DeclaredType {
    std::size_t position = 0;
    pugi::xml_node node;
  };
  std::unordered_map<std::string, DeclaredType> types;
  /// FMI 3: variables by value reference.
  std::unordered_map<std::uint32_t, std::size_t> by_reference;

  xml::Attributes attributes(pugi::xml_node node, pugi::xml_node fallback = {}) const {
    return {xml, found, node, fallback};
  }
};

/// ModelExchange, CoSimulation, ScheduledExecution.
void read_interfaces(Reading& reading);

/// UnitDefinitions, TypeDefinitions.
void read_units(Reading& reading);
void read_types(Reading& reading);

/// ModelVariables, with all references between variables resolved.
void read_variables(Reading& reading);
/// Resolves what variables say of each other; `nodes` are the elements with the attributes of their types.
void link_variables(Reading& reading, const std::vector<pugi::xml_node>& nodes);
/// The start values of a variable of known type.
Values read_start(const xml::Attributes& attributes, Type type, Version version);

/// ModelStructure; needs the variables.
void read_structure(Reading& reading);

}  // namespace accordo::fmi
