// A system structure as its files describe it: elements, connectors, connections and parameter bindings as a
// tree, before it is flattened to a scenario.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "io/ssp/variables.hpp"
#include "kinds/fmu/fmu_body.hpp"
#include "model/scenario.hpp"

namespace accordo::ssp {

enum class ConnectorKind {
  input,
  output,
  parameter,
  calculated_parameter,
  structural_parameter,
  constant,
  local,
  inout,
  unspecified
};

/// As the standard writes it.
const char* name_of(ConnectorKind kind);

/// target = factor·source + offset, or a table from source to target.
struct Transformation {
  enum class Kind { none, linear, boolean, integer, enumeration };
  Kind kind = Kind::none;
  double factor = 1, offset = 0;
  std::vector<std::pair<std::string, std::string>> table;
  SourceLocation place;

  bool is_table() const { return kind != Kind::none && kind != Kind::linear; }
};

/// Units and enumerations of one file.
struct Definitions {
  std::map<std::string, fmi::Unit> units;
  std::map<std::string, std::vector<fmi::EnumerationItem>> enumerations;
};

struct Connector {
  Text name;
  ConnectorKind kind = ConnectorKind::unspecified;
  std::string unit;                                ///< empty: what the component says
  std::string enumeration;                         ///< the name of its type, if it is one
  std::vector<std::optional<std::uint64_t>> size;  ///< of an array; nothing: the file does not say
};

/// One end of a connection; an empty element is the enclosing system.
struct ConnectionEnd {
  Text element, connector;
};

/// Which end is the source follows from the connectors' kinds.
struct Connection {
  SourceLocation place;
  ConnectionEnd start, end;
  bool convert_units = true;
  Transformation transformation;
};

/// A value of a parameter set.
struct Parameter {
  Text name;
  std::string type;  ///< "Real"
  std::string value;
  std::string unit;
  std::string enumeration;
};

struct MappingEntry {
  Text source, target;
  bool convert_units = true;
  Transformation transformation;
};

/// A parameter set for an element, named relative to it.
struct Binding {
  SourceLocation place;
  std::string prefix;
  std::vector<Parameter> values;
  std::optional<std::vector<MappingEntry>> mapping;  ///< given: only what it maps applies
  std::shared_ptr<const Definitions> definitions;    ///< of the parameter set
};

/// A component that is an FMU.
struct Component {
  std::filesystem::path file;
  SourceLocation place;
  FmuBody::Kind kind = FmuBody::Kind::best;
  std::shared_ptr<const Variables> variables;  ///< null: not known
};

/// A system, or a component.
struct Element {
  Text name;
  std::vector<Connector> connectors;
  std::vector<Binding> bindings;
  std::shared_ptr<const Definitions> definitions;  ///< of the file that it stands in
  std::optional<Component> component;              ///< nothing: a system
  std::vector<Element> elements;
  std::vector<Connection> connections;
};

/// What our annotation says, and where; its text is YAML.
struct AnnotationText {
  std::string text;
  int line = 0;  ///< at which the text begins
};

/// A whole system structure description.
struct Structure {
  Element system;
  std::optional<double> start, stop;
  SourceLocation place, start_place, stop_place;
  std::optional<AnnotationText> annotation;
  std::optional<double> foreign_step;  ///< as an annotation of another tool has it
};

}  // namespace accordo::ssp
