// One entry of `units:`.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "io/reading.hpp"
#include "kinds/kind.hpp"
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
  /// What may be said of a unit that is known from elsewhere: all but what it is and its parameters.
  void read_settings(const YamlNode& node, UnitSpec& unit);

 private:
  bool read_members(const YamlNode& name, const YamlNode& node, const Family& family,
                    std::vector<UnitSpec>& to);
  void add(UnitSpec unit, const YamlNode& name, std::string text, std::vector<UnitSpec>& to);
  std::optional<UnitSpec> read_content(const YamlNode& node, const Family& family);
  const UnitKind* find_kind(const Fields& fields, const YamlNode& node);
  void refuse_keys_of_others(const UnitKind& kind, const Fields& fields);
  void read_quantities(const YamlNode* node, UnitSpec& unit);
  void read_rank(const YamlNode& node, UnitSpec& unit);
  void read_integrator(const Fields& fields, UnitSpec& unit);
  void read_whereabouts(const Fields& fields, UnitSpec& unit);
  void read_capabilities(const YamlNode* node, const UnitKind* kind, UnitSpec& unit);

  Reading& reading_;
  std::unordered_map<const YamlNode*, std::optional<UnitSpec>> units_;
  ReadBodies bodies_;
  std::unordered_map<std::string, int> lines_;  ///< of units, by name
};

}  // namespace accordo
