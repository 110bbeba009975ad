// Finds units and their variables by name, in constant time also for large systems.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "unit/unit.hpp"

namespace accordo {

/// "unit.variable", split at the first dot.
struct SplitName {
  std::string_view unit, variable;
};

/// Nothing when there is no dot, or nothing on one side of it.
std::optional<SplitName> split_name(std::string_view name);

/// Looks names up in a list of units, which must outlive the index. Indices are local to the unit; -1: not
/// found.
class NameIndex {
 public:
  explicit NameIndex(std::span<const UnitInfo> units);

  int unit(std::string_view name) const;
  int input(int unit, std::string_view name) { return find(unit, 0, ports(unit).inputs, name); }
  int output(int unit, std::string_view name) { return find(unit, 1, ports(unit).outputs, name); }
  int state(int unit, std::string_view name) { return find(unit, 2, ports(unit).states, name); }
  int parameter(int unit, std::string_view name) { return find(unit, 3, ports(unit).parameters, name); }
  int discrete_input(int unit, std::string_view name) {
    return find(unit, 4, ports(unit).discrete_inputs, name);
  }
  int discrete_output(int unit, std::string_view name) {
    return find(unit, 5, ports(unit).discrete_outputs, name);
  }
  int observed(int unit, std::string_view name) { return find(unit, 6, ports(unit).observed, name); }

  /// "did you mean …?" among the units. Comparing with all of them is slow, so only the first few misspelled
  /// names of a run get an answer.
  std::string guess_unit(std::string_view name);

 private:
  using Table = std::unordered_map<std::string_view, int>;

  const Ports& ports(int unit) const { return units_[static_cast<std::size_t>(unit)].ports; }
  template <class Port>
  int find(int unit, int kind, const std::vector<Port>& ports, std::string_view name);

  std::span<const UnitInfo> units_;
  Table unit_of_name_;
  std::unordered_map<int, Table> large_;  ///< per unit and kind, made when first needed
  std::unordered_map<std::string, std::string> guesses_;
};

}  // namespace accordo
