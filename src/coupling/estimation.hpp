// The knobs of estimators, for the methods that use them.
#pragma once

#include <vector>

#include "coupling/catalogue.hpp"
#include "coupling/global_system.hpp"
#include "unit/estimated/estimator_knobs.hpp"

namespace accordo {

/// `history`, `operators`, `stehfest_order`, `refresh`.
std::vector<OptionInfo> estimator_options();
EstimatorKnobs estimator_knobs(const Options& options);

/// Where the next step starts from: values that fit the units' states (with loops solved), the units' outputs
/// as they are, or the values that were predicted.
enum class Resync { consistent, outputs, none };
OptionInfo resync_option();
Resync resync_of(const Options& options);

/// How the system of all estimators' responses is solved.
OptionInfo linear_solver_option();
LinearSolverKnobs::Choice linear_solver_of(const Options& options);

/// Whether a unit can be estimated: it gives states and linearizations.
bool estimable(const UnitInfo& unit);
std::vector<int> estimable(std::span<const UnitInfo> units);
/// Whether a unit that cannot be taken back is no hindrance: as nobody drives it, no trial steps it twice.
bool runs_ahead(const UnitInfo& unit, bool undriven);
/// Per unit, whether its trials are to be estimates: those that cannot roll back, or all that can be
/// estimated.
std::vector<unsigned char> estimated_trials(const MethodSetup& setup);

}  // namespace accordo
