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

/// Where inputs between communication points come from.
enum class Inputs {
  held,          ///< the latest values
  extrapolated,  ///< the past
  agreed,        ///< an iteration
  predicted,     ///< linear models of all units
  none           ///< the method integrates all units itself: there are no inputs to be off
};

/// How good a method is, with given options and units. Verdict, comparison and automatic choice know methods
/// by this, never by name. The defaults are those of the poorest method there is, for those that say nothing.
struct Traits {
  int order = 1;  ///< of convergence, as guaranteed on smooth nonlinear units
  Inputs inputs = Inputs::held;
  bool sequential = false;  ///< units step one after the other

  /// Of inputs that follow a polynomial through the latest values.
  static Traits of_extrapolation(int degree) {
    return {.order = degree + 1, .inputs = degree == 0 ? Inputs::held : Inputs::extrapolated};
  }
  bool from_past() const { return inputs == Inputs::held || inputs == Inputs::extrapolated; }
  /// Through how many points of the past inputs go; 0: they do not follow from the past.
  int points() const { return from_past() ? order : 0; }
  bool couples() const { return inputs != Inputs::none; }
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
  Traits (*traits)(const Options& options, std::span<const UnitInfo> units) =
      [](const Options&, std::span<const UnitInfo>) { return Traits{}; };
  std::unique_ptr<Coupling> (*make)(const MethodSetup& setup);
};

std::span<const Method> methods();
/// Null when there is no such method.
const Method* find_method(const std::string& name);

/// The one without a coupling error, which others are compared with.
const Method& reference_method();

/// Why a method cannot be used with this unit, or empty. `estimate`: auto, all or none; `undriven`: no other
/// unit feeds it.
std::string obstacle(const Method& method, const UnitInfo& unit, bool undriven,
                     const std::string& estimate = "auto");

}  // namespace accordo
