// From a scenario's unit to a unit at work.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>

#include "model/scenario.hpp"
#include "unit/ode/equations.hpp"
#include "unit/ode/linear_system.hpp"
#include "unit/unit.hpp"

namespace accordo {

/// What came of a unit's specification. Its ports are known even when its equations have problems, so that
/// connections can be checked in the same run.
struct BuiltUnit {
  std::shared_ptr<const UnitInfo> info;
  /// Makes the unit; empty after problems. Units are made together, after everything else: so that what a
  /// step touches lies together in memory, which 10,000 units feel.
  std::function<std::unique_ptr<Unit>()> make;
};

/// Builds the native units of one scenario; identical ones share what they can.
class UnitBuilder {
 public:
  /// `tolerance`: of integrators, where a unit does not state its own.
  /// `horizon`: the run's, where it is known.
  explicit UnitBuilder(double tolerance, Horizon horizon = {}) : tolerance_(tolerance), horizon_(horizon) {}

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
  LinearSystems systems_;
  std::map<const EquationsSpec*, Shared> shared_;
};

}  // namespace accordo
