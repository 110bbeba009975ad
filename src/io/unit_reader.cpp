#include "io/unit_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/names.hpp"
#include "io/definitions.hpp"
#include "io/fmu_reader.hpp"

namespace accordo {
namespace {

const std::vector<std::string> kUnitKeys{
    "equations",    "linear",     "fmu",      "kind",       "parameters",           "inputs",
    "capabilities", "integrator", "substeps", "fixed_step", "integrator_tolerance", "micro_step",
    "isolate",      "rank"};
const std::vector<std::string> kSettingsKeys{"inputs",     "capabilities", "integrator",
                                             "substeps",   "fixed_step",   "integrator_tolerance",
                                             "micro_step", "isolate",      "rank"};
const std::vector<std::string> kIntegrators{"auto", "dopri5", "rosenbrock", "exact", "rk4"};
const std::vector<std::string> kCapabilities{"rollback",      "slopes",       "states",       "evaluation",
                                             "linearization", "reevaluation", "variable_step"};
/// Features of FMI, besides.
const std::vector<std::string> kFmuCapabilities{"rollback",
                                                "slopes",
                                                "states",
                                                "evaluation",
                                                "linearization",
                                                "reevaluation",
                                                "variable_step",
                                                "directional_derivatives",
                                                "input_derivatives",
                                                "output_derivatives",
                                                "intermediate_update",
                                                "event_mode"};

/// Why this cannot be the name of a unit; empty when it can.
std::string fault_of_name(const std::string& name) {
  if (name.empty()) return "it is empty";
  if (name.find('.') != std::string::npos) return "a dot separates a unit from its variable";
  if (name.find_first_of(" \t\r\n") != std::string::npos) return "it contains a space";
  if (name.find('*') != std::string::npos) return "* stands for any letters";
  if (name.find("->") != std::string::npos) return "-> makes a connection";
  return {};
}

/// Reads each node once and remembers the result for its aliases.
template <class Spec>
const Body<Spec>& read_once(Reading& reading, const YamlNode& node,
                            std::unordered_map<const YamlNode*, Body<Spec>>& known,
                            Body<Spec> (*read)(Reading&, const YamlNode&)) {
  const auto found = known.find(&node);
  if (found != known.end()) return found->second;
  return known.emplace(&node, read(reading, node)).first->second;
}

template <class Spec>
bool take(const Body<Spec>& body, UnitSpec& unit) {
  unit.body = body.spec;
  unit.series = body.series;
  return body.spec != nullptr;
}

}  // namespace

std::optional<UnitSpec> UnitReader::read(const YamlNode& name, const YamlNode& node) {
  const std::string fault = fault_of_name(name.text);
  if (!fault.empty()) {
    reading_.problem("bad-name", name, fmt::format("'{}' cannot be the name of a unit: {}", name.text, fault),
                     "use letters, digits, - and _");
  }
  auto known = units_.find(&node);
  if (known == units_.end()) known = units_.emplace(&node, read_content(node)).first;
  if (!known->second || !fault.empty()) return std::nullopt;
  UnitSpec unit = *known->second;
  unit.name = {name.text, reading_.place(name)};
  return unit;
}

void UnitReader::read_settings(const YamlNode& node, UnitSpec& unit) {
  const Fields fields(reading_, node, "the settings of a unit", kSettingsKeys);
  if (!fields.sound()) return;
  read_fmu_settings(reading_, fields, unit);
  read_integrator(fields, unit);
  read_capabilities(fields["capabilities"], unit);
  read_whereabouts(fields, unit);
}

std::optional<UnitSpec> UnitReader::read_content(const YamlNode& node) {
  const std::size_t before = reading_.problems.list().size();
  const Fields fields(reading_, node, "a unit", kUnitKeys);
  if (!fields.sound()) return std::nullopt;
  UnitSpec unit;
  const bool sound = read_body(fields, node, unit);
  read_integrator(fields, unit);
  read_capabilities(fields["capabilities"], unit);
  read_whereabouts(fields, unit);
  if (!sound || reading_.problems.list().size() != before) return std::nullopt;
  return unit;
}

bool UnitReader::read_body(const Fields& fields, const YamlNode& node, UnitSpec& unit) {
  const YamlNode* equations = fields["equations"];
  const YamlNode* linear = fields["linear"];
  const YamlNode* fmu = fields["fmu"];
  const int given = int(equations != nullptr) + int(linear != nullptr) + int(fmu != nullptr);
  if (given != 1) {
    reading_.problem("unit-body", node,
                     given == 0 ? "this unit has neither equations nor linear nor fmu"
                                : "this unit has more than one of equations, linear, fmu",
                     "give exactly one of equations, linear, fmu");
    return false;
  }
  if (fmu != nullptr) return read_fmu(reading_, fields, unit);
  refuse_fmu_keys(reading_, fields);
  const bool sound = equations != nullptr
                         ? take(read_once(reading_, *equations, equations_, &read_equations), unit)
                         : take(read_once(reading_, *linear, linear_, &read_linear), unit);
  unit.parameters = read_definitions(reading_, fields["parameters"], "parameters").definitions;
  for (SeriesSpec& series : read_series_specs(reading_, fields["inputs"]))
    unit.series.push_back(std::move(series));
  return sound;
}

void UnitReader::read_integrator(const Fields& fields, UnitSpec& unit) {
  if (const YamlNode* node = fields["integrator"]; node != nullptr) {
    if (const std::optional<Text> name = read_text(reading_, *node, "integrator"); name) {
      unit.integrator = name->text;
      unit.integrator_place = name->place;
      if (std::find(kIntegrators.begin(), kIntegrators.end(), name->text) == kIntegrators.end()) {
        reading_.problem("unknown-integrator", *node, fmt::format("there is no integrator '{}'", name->text),
                         did_you_mean(name->text, kIntegrators));
      }
    }
  }
  if (const YamlNode* node = fields["integrator_tolerance"]; node != nullptr) {
    unit.integrator_tolerance = read_positive(reading_, *node, "integrator_tolerance");
    constexpr double finest = 1e-15;
    if (unit.integrator_tolerance && *unit.integrator_tolerance < finest) {
      reading_.problem("tolerance-too-small", *node,
                       fmt::format("integrator_tolerance = {} cannot be reached: a double carries 16 digits",
                                   *unit.integrator_tolerance),
                       "1e-15 is the least, 1e-12 the least that makes sense for most units");
    }
  }
  if (const YamlNode* node = fields["micro_step"]; node != nullptr) {
    unit.micro_step = read_positive(reading_, *node, "micro_step");
  }
}

void UnitReader::read_whereabouts(const Fields& fields, UnitSpec& unit) {
  if (const YamlNode* isolate = fields["isolate"]; isolate != nullptr)
    unit.isolate = read_flag(reading_, *isolate, "isolate").value_or(false);
  if (const YamlNode* rank = fields["rank"]; rank != nullptr) {
    const std::optional<double> number = read_positive(reading_, *rank, "rank");
    unit.rank_place = reading_.place(*rank);
    if (number) unit.rank = static_cast<int>(std::min(*number, 1e9));
    if (number && *number != *unit.rank)
      reading_.problem("bad-rank", *rank, fmt::format("rank = {} is no whole number", *number));
  }
}

void UnitReader::read_capabilities(const YamlNode* node, UnitSpec& unit) {
  if (node == nullptr) return;
  const Fields fields(reading_, *node, "capabilities",
                      unit.fmu() != nullptr ? kFmuCapabilities : kCapabilities);
  if (!fields.sound()) return;
  for (const auto& [key, value] : node->entries) {
    const std::optional<bool> flag =
        read_flag(reading_, *value, fmt::format("the capability '{}'", key->text));
    if (flag) unit.capabilities.emplace_back(Text{key->text, reading_.place(*key)}, *flag);
  }
}

}  // namespace accordo
