// For tests: system structures from short texts.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "io/ssp/memory_files.hpp"
#include "io/ssp/ssp_reader.hpp"

namespace accordo::ssp {

/// A whole SSD around a system's contents, which begin in line 2; `rest` follows the system.
inline std::string ssd(const std::string& contents, const std::string& rest = "") {
  const std::string ns = "http://ssp-standard.org/SSP1/SystemStructure";
  return "<SystemStructureDescription xmlns=\"" + ns + "Description\" xmlns:ssc=\"" + ns +
         "Common\" xmlns:ssv=\"" + ns + "ParameterValues\" xmlns:ssm=\"" + ns +
         "ParameterMapping\" version=\"1.0\" name=\"s\"><System name=\"root\">\n" + contents + "</System>" +
         rest + "</SystemStructureDescription>";
}

/// What a text gives.
struct Reading {
  std::optional<Scenario> scenario;
  std::vector<Problem> warnings;
  Problems problems;

  std::string said() const {
    std::string text;
    for (const Problem& p : problems.list()) text += describe(p) + "\n";
    for (const Problem& p : warnings) text += describe(p, "warning") + "\n";
    return text;
  }
  bool warns(const std::string& id) const {
    return std::any_of(warnings.begin(), warnings.end(), [&](const Problem& p) { return p.id == id; });
  }
  /// "a.y*2+1->b.u" or "a.n{1:2,2:3}->b.m" for each connection, in their order.
  std::string connections() const {
    std::string text;
    for (const ConnectionSpec& c : scenario->connections) {
      text += (text.empty() ? "" : "; ") + c.source.text;
      if (c.gain != 1) text += "*" + number(c.gain);
      if (c.offset != 0) text += "+" + number(c.offset);
      std::string map;
      for (const auto& [from, to] : c.map)
        map += (map.empty() ? "" : ",") + std::to_string(from) + ":" + std::to_string(to);
      if (!map.empty()) text += "{" + map + "}";
      text += "->" + c.target.text;
    }
    return text;
  }
  std::string units() const {
    std::string text;
    for (const UnitSpec& unit : scenario->units) text += (text.empty() ? "" : " ") + unit.name.text;
    return text;
  }
  /// "k=3 n=2" of a unit, inputs last.
  std::string values(const std::string& unit) const {
    std::string text;
    for (const UnitSpec& u : scenario->units) {
      if (u.name.text != unit) continue;
      for (const auto* list : {&u.parameters, &u.body->inputs}) {
        for (const Definition& d : *list)
          text += (text.empty() ? "" : " ") + d.name.text + "=" + d.value.text;
      }
    }
    return text;
  }

 private:
  static std::string number(double value) {
    std::string text = std::to_string(value);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text;
  }
};

inline Reading read(std::map<std::string, std::string> files) {
  Reading reading;
  std::optional<LoadedScenario> loaded =
      read_ssp("SystemStructure.ssd", "SystemStructure.ssd", std::make_shared<MemoryFiles>(std::move(files)),
               reading.problems);
  if (loaded) {
    reading.scenario = std::move(loaded->scenario);
    reading.warnings = std::move(loaded->warnings);
  }
  return reading;
}

inline Reading read(const std::string& text) {
  return read(std::map<std::string, std::string>{{"SystemStructure.ssd", text}});
}

/// Two components, connectors of which are not declared, and what connects them.
inline std::string pair(const std::string& connections) {
  return "<Elements><Component name='a' source='a.fmu'/><Component name='b' "
         "source='b.fmu'/></Elements><Connections>" +
         connections + "</Connections>";
}

}  // namespace accordo::ssp
