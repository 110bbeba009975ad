#include "tests/support/relay_scenarios.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace accordo::testing::relays {

std::string name_of(const Flavor& flavor) {
  return fmt::format("Fmi{}{}{}", flavor.version == fmi::Version::fmi2 ? 2 : 3,
                     flavor.kind[0] == 'c' ? "CoSimulation" : "ModelExchange",
                     flavor.event_mode ? "" : "WithoutEventMode");
}

std::string unit(const char* name, const Flavor& flavor, const std::string& parameters, bool isolate) {
  return fmt::format("  {}: {{fmu: {}, kind: {}, isolate: {}, parameters: {{{}}}{}}}\n", name,
                     relay(flavor.version).string(), flavor.kind, isolate, parameters,
                     flavor.event_mode ? "" : ", capabilities: {event_mode: false}");
}

std::string scenario(const std::string& units, const std::string& connections, const std::string& experiment,
                     const std::string& rest) {
  return fmt::format("units:\n{}connections: [{}]\nexperiment: {{stop: {}, step: {}, {}}}\n{}", units,
                     connections, kStep * kSteps, kStep, experiment, rest);
}

std::vector<double> column(const Trajectory& rows, const std::string& name) {
  const auto found = std::find(rows.names.begin(), rows.names.end(), name);
  if (found == rows.names.end()) throw std::runtime_error("no column " + name);
  std::vector<double> values;
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    values.push_back(rows.at(i, static_cast<std::size_t>(found - rows.names.begin())));
  }
  return values;
}

Trajectory run(const std::string& yaml) {
  return run_session(*open_text(yaml));
}

std::string failure_of(const std::string& yaml) {
  try {
    run(yaml);
  } catch (const Error& error) {
    return error.problems().front().id + ": " + error.problems().front().what;
  }
  return "";
}

}  // namespace accordo::testing::relays
