// All connections of a structure as one network, across the levels of nested systems.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "io/ssp/conversion.hpp"
#include "io/ssp/structure.hpp"
#include "xml/findings.hpp"

namespace accordo::ssp {

/// A connector, or one element of an array connector, `v[2]`.
struct Point {
  const Element* element = nullptr;
  std::string name;

  bool operator<(const Point& other) const {
    return std::pair(element, std::string_view(name)) <
           std::pair(other.element, std::string_view(other.name));
  }
};

/// From one point to the next; the direction is that of the data.
struct Link {
  Point source, target;
  Affine units;  ///< comes first
  Transformation transformation;
  SourceLocation place;
};

class Network {
 public:
  /// Checks every connection of the system and of those inside it.
  Network(const Element& system, xml::Findings& found);

  const std::vector<Link>& links() const { return links_; }
  /// The link that ends at a point, or null.
  const Link* into(const Point& point) const;
  std::vector<const Link*> out_of(const Point& point) const;
  /// A connector by its name (for components, also a variable that is not declared as one); null when there
  /// is none.
  const Connector* connector(const Element& element, const std::string& name);
  /// The connector that a point is, or is an element of.
  const Connector* connector(const Point& point);
  /// The unit of a connector: its own, or that of the FMU's variable.
  static Quantity unit(const Element& element, const Connector& connector);

 private:
  struct End {
    const Element* element = nullptr;
    const Connector* connector = nullptr;
    bool inside = false;  ///< the enclosing system's own connector
  };
  void add_system(const Element& system);
  void add(const Element& system, const Connection& connection);
  const Element* element(const Element& system, const std::string& name);
  End find(const Element& system, const ConnectionEnd& end);
  void add_links(const End& source, const End& target, const Connection& connection);
  Affine unit_conversion(const End& source, const End& target, const Connection& connection);
  std::vector<std::string> suffixes(const End& end) const;

  xml::Findings& found_;
  std::vector<Link> links_;
  std::map<Point, std::size_t> into_;
  std::multimap<Point, std::size_t> out_of_;
  std::unordered_map<const Element*, std::unordered_map<std::string, const Connector*>> connectors_;
  std::unordered_map<const Element*, std::unordered_map<std::string, const Element*>> elements_;
  std::deque<Connector> undeclared_;
};

}  // namespace accordo::ssp
