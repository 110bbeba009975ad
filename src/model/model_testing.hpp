// For tests: small systems of units without behavior.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "model/scenario.hpp"
#include "model/wiring.hpp"
#include "unit/unit.hpp"

namespace accordo {

/// "u7"
inline std::string numbered(const char* name, std::size_t number) {
  return std::string(name).append(std::to_string(number));
}

/// A unit with these ports; `feed_through` lists, per output, the inputs it depends on.
inline UnitInfo make_unit(std::string name, std::vector<std::string> inputs, std::vector<std::string> outputs,
                          std::vector<std::vector<int>> feed_through = {}) {
  UnitInfo info;
  info.name = std::move(name);
  info.ports.inputs = std::move(inputs);
  info.ports.outputs = std::move(outputs);
  info.ports.start.assign(info.ports.inputs.size(), 0);
  info.ports.has_start.assign(info.ports.inputs.size(), true);
  info.feed_through = std::move(feed_through);
  info.feed_through.resize(info.ports.outputs.size());
  return info;
}

/// A scenario with one connection per line, from line 1 on, sources in column 1, targets in column 20.
inline Scenario connect(const std::vector<std::pair<std::string, std::string>>& connections) {
  Scenario scenario;
  int line = 0;
  for (const auto& [source, target] : connections) {
    ++line;
    ConnectionSpec connection;
    connection.source = {source, {"test.yaml", line, 1}};
    connection.target = {target, {"test.yaml", line, 20}};
    scenario.connections.push_back(std::move(connection));
  }
  return scenario;
}

}  // namespace accordo
