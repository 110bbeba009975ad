#include "io/ssp/flatten.hpp"

#include <fmt/format.h>

#include <set>

#include "archive/entry_name.hpp"
#include "io/ssp/assignments.hpp"
#include "io/ssp/network.hpp"
#include "io/ssp/value_table.hpp"
#include "kinds/fmu/fmu_body.hpp"

namespace accordo::ssp {
namespace {

/// A name that a unit can have.
std::string unit_name(const std::string& name) {
  std::string text = name;
  for (char& c : text) {
    if (c == '.' || c == '*' || c == '>' || static_cast<unsigned char>(c) <= ' ') c = '_';
  }
  return text;
}

class Flattening {
 public:
  Flattening(const Structure& structure, Scenario& scenario, xml::Findings& found)
      : structure_(structure),
        scenario_(scenario),
        found_(found),
        network_(structure.system, found),
        assignments_(structure.system, network_, found) {}

  void run() {
    add_units(structure_.system, "");
    for (const Link& link : network_.links()) {
      if (link.target.element->component) connect(link);
    }
  }

 private:
  void add_units(const Element& system, const std::string& prefix) {
    for (const Element& element : system.elements) {
      const std::string name = prefix + unit_name(element.name.text);
      if (!element.component) {
        add_units(element, name + "/");
      } else if (!element.component->file.empty()) {
        add_unit(element, name);
      }
    }
  }

  void add_unit(const Element& element, const std::string& wanted) {
    std::string name = wanted;
    for (int n = 2; !taken_.insert(name).second; ++n) name = fmt::format("{}_{}", wanted, n);
    if (name != wanted || unit_name(element.name.text) != element.name.text) {
      found_.warn(
          "ssp-renamed", element.name.place,
          fmt::format("the component {} becomes the unit '{}'", archive::printable(element.name.text), name));
    }
    const Component& component = *element.component;
    auto body = std::make_shared<FmuBody>();
    body->place = component.place;
    body->file = component.file;
    body->kind = component.kind;
    UnitSpec unit;
    unit.name = {name, element.name.place};
    for (const Definition& d : assignments_.of(element)) {
      const fmi::Variable* variable = component.variables ? component.variables->find(d.name.text) : nullptr;
      const bool input = variable != nullptr && variable->causality == fmi::Causality::input;
      (input ? body->inputs : unit.parameters).push_back(d);
    }
    unit.body = std::move(body);
    names_[&element] = name;
    scenario_.units.push_back(std::move(unit));
  }

  /// What happens to a value along several links: one of the two.
  struct Way {
    Affine scale;
    ValueTable map;
  };

  void connect(const Link& last) {
    const std::vector<const Link*> links = way_back(last);
    if (links.empty()) return;
    Way way;
    for (const Link* link : links) {
      if (!follow(*link, way)) return;
    }
    const Link& first = *links.back();
    if (!check_ends(first, last)) return;
    const auto source = names_.find(first.source.element), target = names_.find(last.target.element);
    if (source == names_.end() || target == names_.end()) return;
    scenario_.connections.push_back({{source->second + "." + first.source.name, last.place},
                                     {target->second + "." + last.target.name, last.place},
                                     way.scale.gain,
                                     way.scale.offset,
                                     std::move(way.map),
                                     ScaleOrigin::settled});
  }

  /// From a component back to the component that feeds it; empty where there is none: an input of the whole
  /// system keeps its start value.
  std::vector<const Link*> way_back(const Link& last) {
    constexpr std::size_t longest = 1000;
    std::vector<const Link*> links{&last};
    while (!links.back()->source.element->component) {
      const Link* const before = network_.into(links.back()->source);
      if (before == nullptr) return {};
      links.push_back(before);
      if (links.size() <= longest) continue;
      found_.error("ssp-cycle", last.place,
                   fmt::format("{} of {} is connected in a circle, without any output",
                               archive::printable(last.target.name),
                               archive::printable(last.target.element->name.text)));
      return {};
    }
    return links;
  }

  /// Puts a link before the ones that were passed already.
  bool follow(const Link& link, Way& way) {
    const Transformation& t = link.transformation;
    way.scale = link.units.then({t.factor, t.offset}).then(way.scale);
    if (t.is_table() && !add_table(link, way)) return false;
    if (way.map.empty() || way.scale.is_identity()) return true;
    found_.error("ssp-unsupported", link.place,
                 "on its way a value is mapped by a table, and scaled or converted to another unit, too",
                 "let the table give the values that the input shall have; suppressUnitConversion=\"true\" "
                 "leaves units alone");
    return false;
  }

  bool add_table(const Link& link, Way& way) {
    const std::optional<ValueTable> map = value_table(link, network_, found_);
    if (!map) return false;
    way.map = way.map.empty() ? *map : compose(*map, way.map);
    if (!way.map.empty()) return true;
    found_.error("ssp-bad-value", link.transformation.place,
                 "none of these values is in the mapping that comes next on their way");
    return false;
  }

  bool check_ends(const Link& first, const Link& last) {
    const Connector *source = network_.connector(first.source), *target = network_.connector(last.target);
    if (source == nullptr || target == nullptr) return false;
    using enum ConnectorKind;
    const bool gives = source->kind == output || source->kind == inout || source->kind == unspecified;
    const bool takes = target->kind == input || target->kind == inout || target->kind == unspecified;
    if (!gives || !takes) {
      found_.error("ssp-unsupported", last.place,
                   fmt::format("a connection from a {} to a {} of components is not supported",
                               name_of(source->kind), name_of(target->kind)),
                   "outputs can be connected to inputs; give parameters their values by a parameter binding");
      return false;
    }
    return true;
  }

  const Structure& structure_;
  Scenario& scenario_;
  xml::Findings& found_;
  Network network_;
  Assignments assignments_;
  std::map<const Element*, std::string> names_;
  std::set<std::string> taken_;
};

}  // namespace

void flatten(const Structure& structure, Scenario& scenario, xml::Findings& found) {
  Flattening(structure, scenario, found).run();
  ExperimentSpec& e = scenario.experiment;
  e.start = structure.start;
  e.stop = structure.stop;
  e.place = structure.place;
  e.start_place = structure.start_place;
  e.stop_place = structure.stop_place;
}

}  // namespace accordo::ssp
