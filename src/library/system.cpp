#include <accordo/system.hpp>
#include <accordo/unit.hpp>

#include <fmt/format.h>

#include <algorithm>

#include "io/scenario/connection_reader.hpp"
#include "kinds/fmu/fmu_body.hpp"
#include "library/errors.hpp"
#include "library/read_any.hpp"
#include "library/system_body.hpp"
#include "unit/ode/specs.hpp"

namespace accordo::v0 {
namespace {

Text text(std::string content) {
  return {std::move(content), {}};
}

Definition definition(std::string name, std::string value) {
  return {text(std::move(name)), text(std::move(value))};
}

/// The shortest text that reads back as this number.
std::string number(double value) {
  return fmt::format("{}", value);
}

}  // namespace

Fmu& Fmu::set(std::string name, double value) {
  return set(std::move(name), number(value));
}

Fmu& Fmu::set(std::string name, std::string value) {
  values.emplace_back(std::move(name), std::move(value));
  return *this;
}

struct Equations::Body {
  EquationsSpec spec;
};

Equations::Equations() : body_(std::make_unique<Body>()) {}
Equations::~Equations() = default;
Equations::Equations(const Equations& other) : body_(std::make_unique<Body>(*other.body_)) {}
Equations& Equations::operator=(const Equations& other) {
  *body_ = *other.body_;
  return *this;
}

Equations& Equations::parameter(std::string name, double value) {
  body_->spec.parameters.push_back(definition(std::move(name), number(value)));
  return *this;
}
Equations& Equations::state(std::string name, double initial) {
  body_->spec.states.push_back(definition(std::move(name), number(initial)));
  return *this;
}
Equations& Equations::input(std::string name, double start) {
  body_->spec.inputs.push_back(definition(std::move(name), number(start)));
  return *this;
}
Equations& Equations::der(std::string state, std::string expression) {
  body_->spec.der.push_back(definition(std::move(state), std::move(expression)));
  return *this;
}
Equations& Equations::output(std::string name, std::string expression) {
  body_->spec.outputs.push_back(definition(std::move(name), std::move(expression)));
  return *this;
}

System::System() : body_(std::make_unique<Body>()) {
  body_->scenario.name = "system";
}
System::~System() = default;
System::System(const System& other) : body_(std::make_unique<Body>(*other.body_)) {}
System& System::operator=(const System& other) {
  *body_ = *other.body_;
  return *this;
}
System::System(System&&) noexcept = default;
System& System::operator=(System&&) noexcept = default;

System System::read(const std::string& file) {
  return translated([&] {
    Problems problems;
    std::optional<LoadedScenario> loaded = read_any(file, problems);
    problems.throw_if_any();
    System system;
    *system.body_ = {.scenario = std::move(loaded->scenario),
                     .own = {},
                     .problems = {},
                     .warnings = std::move(loaded->warnings),
                     .files = std::move(loaded->files)};
    return system;
  });
}

namespace {

/// A new unit, its name checked.
UnitSpec& new_unit(System::Body& body, std::string name) {
  const auto same = [&](const UnitSpec& unit) { return unit.name.text == name; };
  if (std::any_of(body.scenario.units.begin(), body.scenario.units.end(), same))
    body.problems.add("duplicate-unit", {}, fmt::format("there are two units called '{}'", name),
                      "each needs a name of its own");
  if (name.empty() || name.find_first_of(". \t\n*>") != std::string::npos)
    body.problems.add("bad-name", {}, fmt::format("'{}' cannot be the name of a unit", name),
                      "names have no dots, blanks, * or >");
  UnitSpec& unit = body.scenario.units.emplace_back();
  unit.name = text(std::move(name));
  return unit;
}

}  // namespace

System& System::add(std::string name, const Fmu& fmu) {
  UnitSpec& unit = new_unit(*body_, std::move(name));
  FmuBody body;
  body.file = fmu.file;
  if (fmu.kind == "co-simulation") {
    body.kind = FmuBody::Kind::co_simulation;
  } else if (fmu.kind == "model-exchange") {
    body.kind = FmuBody::Kind::model_exchange;
  } else if (!fmu.kind.empty()) {
    body_->problems.add("bad-kind", {}, fmt::format("'{}' is not a kind of FMU", fmu.kind),
                        "known are co-simulation and model-exchange");
  }
  for (const auto& [parameter, value] : fmu.values) unit.parameters.push_back(definition(parameter, value));
  unit.body = std::make_shared<const FmuBody>(std::move(body));
  return *this;
}

System& System::add(std::string name, const Equations& equations) {
  new_unit(*body_, std::move(name)).body = std::make_shared<const EquationsSpec>(equations.body_->spec);
  return *this;
}

System& System::add(std::string name, std::unique_ptr<Unit> unit) {
  new_unit(*body_, name);  // without a body: it is built from `own`
  body_->own[name] = std::move(unit);
  return *this;
}

System& System::connect(std::string_view connection) {
  YamlNode node;
  node.kind = YamlNode::Kind::scalar;
  node.text = connection;
  Reading reading{.file = {}, .folder = {}, .problems = body_->problems};
  read_connection(reading, node, body_->scenario.connections);
  for (ConnectionSpec& c : body_->scenario.connections) c.source.place = c.target.place = {};
  return *this;
}

System& System::connect(std::initializer_list<std::string_view> connections) {
  for (const std::string_view connection : connections) connect(connection);
  return *this;
}

System& System::event(double t) {
  body_->scenario.events.emplace_back(t, SourceLocation{});
  return *this;
}

System& System::set(std::string_view parameter, double value) {
  const std::size_t dot = parameter.find('.');
  const std::string unit(parameter.substr(0, dot));
  for (UnitSpec& spec : body_->scenario.units) {
    if (spec.name.text != unit || dot == std::string_view::npos) continue;
    spec.parameters.push_back(definition(std::string(parameter.substr(dot + 1)), number(value)));
    return *this;
  }
  body_->problems.add("unknown-unit", {}, fmt::format("there is no unit for '{}'", parameter),
                      "name unit.parameter, after the unit was added");
  return *this;
}

std::vector<std::string> System::units() const {
  std::vector<std::string> names;
  for (const UnitSpec& unit : body_->scenario.units) names.push_back(unit.name.text);
  return names;
}

}  // namespace accordo::v0
