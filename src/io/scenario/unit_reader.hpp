// One entry of `units:`.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "io/reading.hpp"
#include "io/scenario/body_reader.hpp"
#include "model/scenario.hpp"

namespace accordo {

/// Reads units; those written as aliases of each other are read once and share their body, and so do those of
/// a family.
class UnitReader {
 public:
  explicit UnitReader(Reading& reading) : reading_(reading) {}

  /// Adds the unit, or all of a family; reports what is wrong. A unit whose variables are known is added also
  /// where its settings are wrong.
  void read(const YamlNode& name, const YamlNode& node, Scenario& to);
  /// What may be said of a unit that is an FMU and known from elsewhere: all but the FMU and its parameters.
  void read_settings(const YamlNode& node, UnitSpec& unit);

 private:
  bool read_members(const YamlNode& name, const YamlNode& node, const Family& family,
                    std::vector<UnitSpec>& to);
  void add(UnitSpec unit, const YamlNode& name, std::string text, std::vector<UnitSpec>& to);
  std::optional<UnitSpec> read_content(const YamlNode& node, const Family& family);
  bool read_body(const Fields& fields, const YamlNode& node, const Family& family, UnitSpec& unit);
  const Body<EquationsSpec>& equations(const YamlNode& node, const YamlNode& unit, const Family& family);
  Body<LinearSpec> linear(const YamlNode& node, const Family& family);
  Given given(const YamlNode& unit, const Family& family) const;
  void read_quantities(const YamlNode* node, UnitSpec& unit);
  void read_rank(const YamlNode& node, UnitSpec& unit);
  void read_integrator(const Fields& fields, UnitSpec& unit);
  void read_whereabouts(const Fields& fields, UnitSpec& unit);
  void read_capabilities(const YamlNode* node, UnitSpec& unit);

  Reading& reading_;
  std::unordered_map<const YamlNode*, std::optional<UnitSpec>> units_;
  std::map<std::pair<const YamlNode*, std::string>, Body<EquationsSpec>> equations_;  ///< by what is given
  std::unordered_map<const YamlNode*, Body<LinearSpec>> linear_;
  std::unordered_map<std::string, int> lines_;  ///< of units, by name
};

}  // namespace accordo
