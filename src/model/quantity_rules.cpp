#include "model/quantity_rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <unordered_set>

#include "base/index.hpp"
#include "base/names.hpp"
#include "model/name_index.hpp"

namespace accordo {
namespace {

constexpr double kAgreement = 1e-6;  // gains and offsets are written by hand

bool agree(double a, double b) {
  return std::abs(a - b) <= kAgreement * std::max(std::abs(a), std::abs(b));
}

bool has_quantities(const Ports& ports) {
  const auto any = [](const std::vector<DiscretePort>& list) {
    return std::any_of(list.begin(), list.end(), [](const auto& p) { return !p.quantity.unit.empty(); });
  };
  return !ports.input_quantities.empty() || !ports.output_quantities.empty() || any(ports.discrete_inputs) ||
         any(ports.discrete_outputs);
}

/// Whether a gain looks like the conversion of a unit that none of the ends has: a power of 1000, or one of
/// time, speed, angle or pressure. What is a mere number may have any.
bool looks_like_conversion(double gain, double offset, const Quantity& of) {
  if (of.exponents == Quantity{}.exponents) return false;
  constexpr double pi = std::numbers::pi;
  constexpr double known[] = {1e3, 1e6, 1e9, 60, 3600, 3.6, 180 / pi, 30 / pi, 1e5};
  if (agree(std::abs(offset), 273.15)) return true;
  return std::any_of(std::begin(known), std::end(known), [&](double factor) {
    return agree(std::abs(gain), factor) || agree(std::abs(gain), 1 / factor);
  });
}

/// "input = 0.001 · output + 273.15"
std::string formula(const Affine& by) {
  std::string text = fmt::format("input = {} output", by.gain == 1 ? "" : fmt::format("{} ·", by.gain));
  if (by.gain == 1) text = "input = output";
  if (by.offset != 0) text += fmt::format(" {} {}", by.offset < 0 ? "-" : "+", std::abs(by.offset));
  return text;
}

class Converter {
 public:
  Converter(Scenario& scenario, std::span<const UnitInfo> units, Problems& problems)
      : scenario_(scenario), units_(units), problems_(problems), names_(units) {}

  void run() {
    for (ConnectionSpec& connection : scenario_.connections) {
      if (!connection.map.empty()) continue;
      if (connection.scale != ScaleOrigin::open && connection.scale != ScaleOrigin::given) continue;
      const Quantity *source = find(connection.source.text, true),
                     *target = find(connection.target.text, false);
      if (source == nullptr || target == nullptr || source->unit.empty() || target->unit.empty()) continue;
      if (connection.scale == ScaleOrigin::given) {
        compare(connection, *source, *target);
      } else {
        convert_one(connection, *source, *target);
      }
    }
  }

  Problems warnings;

 private:
  /// What an end is measured in; null where it does not say or does not exist, which is the wiring's to
  /// report.
  const Quantity* find(const std::string& name, bool as_source) {
    const std::optional<SplitName> split = split_name(name);
    const int unit = split ? names_.unit(split->unit) : -1;
    if (unit < 0) return nullptr;
    const Ports& ports = units_[index(unit)].ports;
    const std::string_view variable = split->variable;
    const int real = as_source ? names_.output(unit, variable) : names_.input(unit, variable);
    const auto& list = as_source ? ports.output_quantities : ports.input_quantities;
    if (real >= 0) return list.empty() ? nullptr : &list[index(real)];
    const int discrete =
        as_source ? names_.discrete_output(unit, variable) : names_.discrete_input(unit, variable);
    if (discrete < 0) return nullptr;
    return &(as_source ? ports.discrete_outputs : ports.discrete_inputs)[index(discrete)].quantity;
  }

  static std::string ends(const ConnectionSpec& c, const Quantity& source, const Quantity& target) {
    return fmt::format("'{}' in {} and '{}' in {}", c.source.text, source.unit, c.target.text, target.unit);
  }

  void convert_one(ConnectionSpec& c, const Quantity& source, const Quantity& target) {
    Affine by;
    const Convertible result = convert(source, target, by);
    if (result == Convertible::no) {
      problems_.add("quantity-mismatch", c.source.place,
                    fmt::format("'{}' in {} cannot feed '{}' in {}: these are different quantities",
                                c.source.text, source.unit, c.target.text, target.unit),
                    fmt::format("connect another variable; say what the ports are really measured in "
                                "(quantities); or give a gain, '{} * 1 -> {}', to pass values as they are",
                                c.source.text, c.target.text));
    } else if (result == Convertible::unknown) {
      warnings.add("quantity-unknown", c.source.place,
                   fmt::format("{}: not both are defined, so that values are passed as they are",
                               ends(c, source, target)),
                   "give a gain, if only '* 1', or say what the ports are measured in (quantities)");
    } else if (cycles_and_angles(source, target)) {
      warnings.add("quantity-cycles", c.source.place,
                   fmt::format("{}: rad counts as 1, so that cycles are taken for angles without 2π ({})",
                               ends(c, source, target), formula(by)),
                   "give the gain that is meant");
    }
    if (by.is_identity()) return;
    c.gain = by.gain;
    c.offset = by.offset;
    c.scale = ScaleOrigin::converted;
  }

  /// A sign is the user's own; so is a gain between ends of one unit, unless it looks like a conversion. A
  /// gain between different quantities has a dimension itself, about which nothing is known.
  void compare(const ConnectionSpec& c, const Quantity& source, const Quantity& target) {
    Affine by;
    if (convert(source, target, by) != Convertible::yes) return;
    const double sign = c.gain < 0 ? -1 : 1;
    if (by.is_identity()) {
      if (!looks_like_conversion(c.gain, c.offset, source)) return;
    } else if (agree(sign * c.gain, by.gain) && agree(sign * c.offset, by.offset)) {
      return;
    }
    warnings.add("quantity-factor", c.source.place,
                 fmt::format("{}: their units ask for {}, the connection says {}", ends(c, source, target),
                             formula(by), formula({c.gain, c.offset})),
                 "leave out gain and offset, and the units decide; or correct the units (quantities)");
  }

  Scenario& scenario_;
  std::span<const UnitInfo> units_;
  Problems& problems_;
  NameIndex names_;
};

/// Sets the quantity of a port of this name in a list; whether there is one.
bool set_in(const std::vector<std::string>& names, const std::string& name, const Quantity& quantity,
            std::vector<Quantity>& to) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return false;
  to.resize(names.size());
  to[static_cast<std::size_t>(found - names.begin())] = quantity;
  return true;
}

bool set_in(std::vector<DiscretePort>& ports, const std::string& name, const Quantity& quantity) {
  const auto found = std::find_if(ports.begin(), ports.end(), [&](const auto& p) {
    return p.name == name && p.type == TokenType::float32;
  });
  if (found == ports.end()) return false;
  found->quantity = quantity;
  return true;
}

}  // namespace

void declare_quantities(const UnitSpec& spec, UnitInfo& unit, Problems& problems,
                        std::vector<Problem>& warnings) {
  Ports& ports = unit.ports;
  for (const Definition& d : spec.quantities) {
    const std::string& name = d.name.text;
    const Quantity quantity = quantity_named(d.value.text);
    // An output may have the name of a state: it is the same thing.
    bool found = set_in(ports.inputs, name, quantity, ports.input_quantities);
    found = set_in(ports.outputs, name, quantity, ports.output_quantities) || found;
    found = set_in(ports.states, name, quantity, ports.state_quantities) || found;
    found = set_in(ports.discrete_inputs, name, quantity) || found;
    found = set_in(ports.discrete_outputs, name, quantity) || found;
    if (!found) {
      std::vector<std::string> known = ports.inputs;
      known.insert(known.end(), ports.outputs.begin(), ports.outputs.end());
      known.insert(known.end(), ports.states.begin(), ports.states.end());
      problems.add(
          "unknown-variable", d.name.place,
          fmt::format("unit '{}' has no input, output or state '{}' that is a real number", unit.name, name),
          did_you_mean(name, known));
    } else if (!quantity.defined && !quantity.unit.empty()) {
      warnings.push_back({"quantity-unknown", d.value.place,
                          fmt::format("'{}.{}': the unit {} is not known; it is compared by its name only",
                                      unit.name, name, quantity.unit),
                          "write SI units with prefixes, as in mm, kg.m2/s, J/(kg.K), degC, rpm"});
    }
  }
}

void convert_connections(Scenario& scenario, std::span<const UnitInfo> units, Problems& problems,
                         std::vector<Problem>& warnings) {
  if (std::none_of(units.begin(), units.end(), [](const UnitInfo& u) { return has_quantities(u.ports); }))
    return;
  Converter converter(scenario, units, problems);
  converter.run();
  for (Problem& warning : converter.warnings.sorted()) warnings.push_back(std::move(warning));
}

std::vector<std::pair<std::string, std::string>> measured_ports(const Ports& ports) {
  std::vector<std::pair<std::string, std::string>> list;
  std::unordered_set<std::string_view> seen;
  const auto add = [&](const std::string& name, const Quantity& quantity) {
    if (!quantity.unit.empty() && seen.insert(name).second) list.emplace_back(name, quantity.unit);
  };
  const auto add_all = [&](const std::vector<std::string>& names, const std::vector<Quantity>& quantities) {
    for (std::size_t i = 0; i < quantities.size(); ++i) add(names[i], quantities[i]);
  };
  add_all(ports.inputs, ports.input_quantities);
  add_all(ports.outputs, ports.output_quantities);
  add_all(ports.states, ports.state_quantities);
  for (const auto* tokens : {&ports.discrete_inputs, &ports.discrete_outputs}) {
    for (const DiscretePort& port : *tokens) add(port.name, port.quantity);
  }
  return list;
}

std::vector<std::string> with_units(const std::vector<std::string>& names,
                                    const std::vector<Quantity>& quantities) {
  std::vector<std::string> list = names;
  for (std::size_t i = 0; i < quantities.size(); ++i) {
    if (!quantities[i].unit.empty()) list[i] += fmt::format(" [{}]", quantities[i].unit);
  }
  return list;
}

}  // namespace accordo
