// Parameter bindings applied: which variable of which component gets which value.
#pragma once

#include <map>
#include <vector>

#include "io/ssp/network.hpp"

namespace accordo::ssp {

/// Values for each component, later ones in place of earlier ones: inner bindings come first, and on one
/// level they come in the order of the file.
class Assignments {
 public:
  Assignments(const Element& system, Network& network, xml::Findings& found);

  /// In the order in which they were first given.
  const std::vector<Definition>& of(const Element& component) const;

 private:
  /// A value on its way to a variable.
  struct Moving {
    Value value;
    Quantity unit;                       ///< empty: not to be converted
    const Transformation* by = nullptr;  ///< after the conversion of units; may be null
    const Definitions* from = nullptr;   ///< of its file, for enumerations
    std::string enumeration;
    SourceLocation place;
  };

  void apply_all(const Element& element);
  void apply(const Element& element, const Binding& binding);
  void apply_value(const Element& element, const Definitions& definitions, const Parameter& parameter,
                   const Transformation* transformation);
  bool assign(const Element& element, const std::string& name, const Moving& value);
  bool assign_to_component(const Element& component, const std::string& name, const Moving& value);
  void set(const Element& component, const std::string& name, const fmi::Variable* variable,
           const Moving& value);
  void forward(const Point& point, const Moving& value, int depth);
  bool convert_to(const Quantity& unit, Moving& value);
  bool transform_once(Moving& value);

  Network& network_;
  xml::Findings& found_;
  std::map<const Element*, std::vector<Definition>> values_;
};

}  // namespace accordo::ssp
