// What a run cost and how well the units agreed.
#pragma once

#include <accordo/export.hpp>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

namespace accordo::ACCORDO_INLINE v0 {

/// Everything that is counted. A new counter is a member here and a line in the list below: whoever counts
/// adds to the member; JSON, `accordo compare`, answers between processes and the book read the list.
struct Counters {
  long long macro_steps = 0, rejected_steps = 0, iterations = 0;
  long long integrations = 0, do_steps = 0, estimates = 0;
  long long linear_solves = 0, linear_iterations = 0;
  long long evaluations = 0;
  long long factorizations = 0, linearizations = 0, operator_updates = 0;
  long long jumps = 0, events = 0, idle_events = 0;
};

/// A counter as others see it.
struct Counter {
  const char* name;  ///< in JSON
  long long Counters::*member;
  const char* meaning;
};

/// All of them, in the order of the JSON files.
inline constexpr Counter counters[] = {
    {"macro_steps", &Counters::macro_steps, "accepted macro-steps"},
    {"rejected_steps", &Counters::rejected_steps,
     "rejected macro-steps: too inaccurate for the tolerance, or no agreement"},
    {"iterations", &Counters::iterations, "iterations of implicit methods, rejected steps included"},
    {"integrations", &Counters::integrations,
     "macro-steps integrated by units, over all units, trials included"},
    {"do_steps", &Counters::do_steps,
     "steps that FMUs for co-simulation were asked for: a macro-step may take several"},
    {"estimates", &Counters::estimates, "answers of estimators, over all units"},
    {"linear_solves", &Counters::linear_solves,
     "algebraic loops solved at communication points, and solves with I − ΦᵀK"},
    {"linear_iterations", &Counters::linear_iterations, "iterations of GMRES: products with I − ΦᵀK"},
    {"evaluations", &Counters::evaluations, "right-hand sides evaluated by `monolithic`"},
    {"factorizations", &Counters::factorizations,
     "factorizations of I − ΦᵀK (incomplete ones for GMRES): one while neither linearizations nor the step "
     "change"},
    {"linearizations", &Counters::linearizations,
     "linearizations of units for their estimators; linear units once"},
    {"operator_updates", &Counters::operator_updates,
     "exponentials of hA that were computed; units with equal matrices share them"},
    {"jumps", &Counters::jumps, "jumps that were found and stepped over"},
    {"handled_events", &Counters::events,
     "events of units that were handled: of FMUs, and switches of native units"},
    {"idle_events", &Counters::idle_events, "those of them that changed nothing visible"},
};
static_assert(std::size(counters) * sizeof(long long) == sizeof(Counters), "a counter is not in the list");

/// Adds each counter to its own.
inline Counters& operator+=(Counters& to, const Counters& from) {
  for (const Counter& c : counters) to.*c.member += from.*c.member;
  return to;
}

/// How one solver of an implicit method was used.
struct SolverUse {
  std::string name;
  long long solves = 0;  ///< that it ended
  long long iterations = 0;
  long long evaluations = 0;
};

/// What one unit has done.
struct UnitStatistics {
  std::string name, kind;
  long long integrations = 0;
  double wall_seconds = 0;
};

/// All figures of a run, failed ones included.
struct Statistics : Counters {
  std::string method;
  std::string status = "done";  ///< or "interrupted", or the id of what ended the run
  double start = 0, stop = 0;
  double reached = 0;         ///< the latest accepted communication point
  std::string linear_solver;  ///< of the units' linear models together: direct, gmres; empty: there is none
  double max_coupling_residual = 0;
  std::optional<double> error_estimate;
  double startup_seconds = 0, wall_seconds = 0;
  std::vector<SolverUse> solvers;  ///< that ended solves, where the method has one
  std::vector<UnitStatistics> units;
};

}  // namespace accordo::ACCORDO_INLINEv0
