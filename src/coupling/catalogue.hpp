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
  bool rollback = false;    ///< or an estimate in its place
  bool states = false;      ///< to read and set them
  bool evaluation = false;  ///< f and g at any point, in this process
};

/// What a run asks of its method.
struct MethodSetup {
  const Options& options;
  const Ensemble& ensemble;
  const ExperimentSpec& experiment;  ///< for the solver, the tolerance and what else concerns methods
  Problems& problems;                ///< what is wrong, for instance a name that no unit has
};

struct Method {
  std::string name;
  std::string summary;
  std::string order;  ///< of convergence, for people
  Needs needs;
  std::vector<OptionInfo> options;
  std::string solver = {};  ///< the one that is used when none is named; empty: the method does not iterate
  std::unique_ptr<Coupling> (*make)(const MethodSetup& setup);
};

std::span<const Method> methods();
/// Null when there is no such method.
const Method* find_method(const std::string& name);

/// Why a method cannot be used with this unit, or empty. `estimate`: auto, all or none; `undriven`: no other
/// unit feeds it.
std::string obstacle(const Method& method, const UnitInfo& unit, bool undriven,
                     const std::string& estimate = "auto");

}  // namespace accordo
