// From a scenario's unit to a unit at work.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>

#include "model/scenario.hpp"
#include "unit/built_unit.hpp"
#include "unit/ode/equations.hpp"
#include "unit/ode/linear_system.hpp"
#include "unit/ode/switch_watch.hpp"

namespace accordo {

/// Builds the native units of one scenario; identical ones share what they can.
class UnitBuilder {
 public:
  /// `tolerance`: of integrators, where a unit does not state its own.
  /// `horizon`: the run's, where it is known.
  explicit UnitBuilder(double tolerance, Horizon horizon = {}) : tolerance_(tolerance), horizon_(horizon) {}

  /// Units whose equations switch by states or inputs tell of it, where they can go back.
  void report_switches(ChatterRule rule) { chatter_ = rule; }

  BuiltUnit build(const UnitSpec& spec, Problems& problems);
  /// A unit whose equations are code: ports and feed-through are in `info`, capabilities are those of native
  /// units.
  BuiltUnit build_dynamics(const UnitSpec& spec, UnitInfo info,
                           std::function<std::unique_ptr<Dynamics>()> dynamics,
                           std::vector<double> initial) const;

 private:
  /// Equations with the values of their parameters.
  struct Prepared {
    std::shared_ptr<const CompiledEquations> equations;
    EquationsValues values;
    std::shared_ptr<const LinearSystem> linear;  ///< null where the equations are not linear
    std::shared_ptr<TimeEvents> time_events;     ///< null where nothing switches by time
    bool usable = false;
  };
  /// The equations, compiled once for all units that share them.
  struct Shared {
    std::shared_ptr<const CompiledEquations> equations;  ///< null after problems
    std::optional<Prepared> plain;                       ///< for units without parameters of their own
  };
  Prepared prepare(const EquationsSpec& body, std::shared_ptr<const CompiledEquations> equations,
                   const std::vector<Definition>& overrides, Problems& problems);
  Prepared prepare_own(const UnitSpec& spec, const EquationsSpec& body, const Shared& shared,
                       Problems& problems);
  BuiltUnit build_equations(const UnitSpec& spec, const EquationsSpec& body, Problems& problems);
  BuiltUnit build_linear(const UnitSpec& spec, const LinearSpec& body, Problems& problems);
  BuiltUnit finish(const UnitSpec& spec, UnitInfo info, std::shared_ptr<const LinearSystem> linear,
                   std::function<std::unique_ptr<Dynamics>()> dynamics, std::vector<double> initial) const;

  double tolerance_;
  Horizon horizon_;
  std::optional<ChatterRule> chatter_;  ///< nothing: switches are not reported
  LinearSystems systems_;
  std::map<const EquationsSpec*, Shared> shared_;
};

}  // namespace accordo
