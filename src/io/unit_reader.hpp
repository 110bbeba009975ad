// One entry of `units:`.
#pragma once

#include <optional>
#include <unordered_map>

#include "io/body_reader.hpp"
#include "io/reading.hpp"
#include "model/scenario.hpp"

namespace accordo {

/// Reads units; those written as aliases of each other are read once and share their body.
class UnitReader {
 public:
  explicit UnitReader(Reading& reading) : reading_(reading) {}

  /// Nothing after reporting why.
  std::optional<UnitSpec> read(const YamlNode& name, const YamlNode& node);
  /// What may be said of a unit that is an FMU and known from elsewhere: all but the FMU and its parameters.
  void read_settings(const YamlNode& node, UnitSpec& unit);

 private:
  std::optional<UnitSpec> read_content(const YamlNode& node);
  bool read_body(const Fields& fields, const YamlNode& node, UnitSpec& unit);
  void read_integrator(const Fields& fields, UnitSpec& unit);
  void read_whereabouts(const Fields& fields, UnitSpec& unit);
  void read_capabilities(const YamlNode* node, UnitSpec& unit);

  Reading& reading_;
  std::unordered_map<const YamlNode*, std::optional<UnitSpec>> units_;
  std::unordered_map<const YamlNode*, Body<EquationsSpec>> equations_;
  std::unordered_map<const YamlNode*, Body<LinearSpec>> linear_;
};

}  // namespace accordo
