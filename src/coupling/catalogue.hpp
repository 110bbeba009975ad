// The coupling methods: one line each. Help, documentation and validation read this list.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/coupling.hpp"
#include "coupling/options.hpp"

namespace accordo {

/// What a method needs from every unit.
struct Needs {
  bool rollback = false;
  bool states = false;      ///< to read and set them
  bool evaluation = false;  ///< f and g at any point, in this process
};

struct Method {
  std::string name;
  std::string summary;
  std::string order;  ///< of convergence, for people
  Needs needs;
  std::vector<OptionInfo> options;
  /// Builds the coupling for this ensemble's units; problems (a name in an option that no unit has) are
  /// reported.
  std::unique_ptr<Coupling> (*make)(const Options& options, const Ensemble& ensemble, Problems& problems);
};

std::span<const Method> methods();
/// Null when there is no such method.
const Method* find_method(const std::string& name);

/// Why a method cannot be used with this unit, or empty.
std::string obstacle(const Method& method, const UnitInfo& unit);

}  // namespace accordo
