#include "io/ssp/flatten.hpp"

#include <fmt/format.h>

#include <set>

#include "io/ssp/assignments.hpp"
#include "io/ssp/network.hpp"
#include "unit/fmi/entry_name.hpp"

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
  Flattening(const Structure& structure, Scenario& scenario, fmi::Findings& found)
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
          fmt::format("the component {} becomes the unit '{}'", fmi::printable(element.name.text), name));
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

  /// The way back from a component to the component that feeds it.
  void connect(const Link& last) {
    Affine scale;
    const Link* link = &last;
    for (int steps = 0;; ++steps) {
      constexpr int longest = 1000;
      if (steps > longest) {
        found_.error(
            "ssp-cycle", last.place,
            fmt::format("{} of {} is connected in a circle, without any output",
                        fmi::printable(last.target.name), fmi::printable(last.target.element->name.text)));
        return;
      }
      if (!follow(*link, scale)) return;
      if (link->source.element->component) break;
      link = network_.into(link->source);
      if (link == nullptr) return;  // an input of the whole system: it keeps its start value
    }
    if (!check_ends(*link, last)) return;
    const auto source = names_.find(link->source.element), target = names_.find(last.target.element);
    if (source == names_.end() || target == names_.end()) return;
    scenario_.connections.push_back({{source->second + "." + link->source.name, last.place},
                                     {target->second + "." + last.target.name, last.place},
                                     scale.gain,
                                     scale.offset});
  }

  /// Puts a link before the ones that were passed already.
  bool follow(const Link& link, Affine& scale) {
    using Kind = Transformation::Kind;
    const Transformation& t = link.transformation;
    if (t.kind != Kind::none && t.kind != Kind::linear) {
      found_.error("ssp-unsupported", t.place,
                   "mappings of booleans, integers and enumerations are not supported in connections",
                   "in parameter mappings they are");
      return false;
    }
    scale = link.units.then({t.factor, t.offset}).then(scale);
    return true;
  }

  bool check_ends(const Link& first, const Link& last) {
    const auto kind = [&](const Point& p) {
      const Connector* c = network_.connector(*p.element, p.name);
      if (c == nullptr) c = network_.connector(*p.element, p.name.substr(0, p.name.rfind('[')));
      return c;
    };
    const Connector *source = kind(first.source), *target = kind(last.target);
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
  fmi::Findings& found_;
  Network network_;
  Assignments assignments_;
  std::map<const Element*, std::string> names_;
  std::set<std::string> taken_;
};

}  // namespace

void flatten(const Structure& structure, Scenario& scenario, fmi::Findings& found) {
  Flattening(structure, scenario, found).run();
  ExperimentSpec& e = scenario.experiment;
  e.start = structure.start;
  e.stop = structure.stop;
  e.place = structure.place;
  e.start_place = structure.start_place;
  e.stop_place = structure.stop_place;
}

}  // namespace accordo::ssp
