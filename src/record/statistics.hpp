// What a run cost and how well the units agreed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/json.hpp"
#include "solve/solver.hpp"
#include "unit/unit.hpp"

namespace accordo {

struct UnitStatistics {
  std::string name, kind;
  long long integrations = 0;
  double wall_seconds = 0;
  Capabilities can;
};

struct Statistics {
  std::string method;
  double start = 0, stop = 0;
  double reached = 0;           ///< the latest accepted communication point
  std::string status = "done";  ///< or what ended the run
  long long macro_steps = 0, rejected_steps = 0, iterations = 0;
  long long integrations = 0, estimates = 0, linear_solves = 0, evaluations = 0;
  long long factorizations = 0, linearizations = 0, operator_updates = 0;  ///< where units are estimated
  long long linear_iterations = 0;
  std::string linear_solver;  ///< of the units' linear models together: direct, gmres; empty: there is none
  long long jumps = 0;        ///< that were found by themselves
  long long events = 0;       ///< of units whose equations are integrated here
  long long idle_events = 0;  ///< of these, without visible effect
  double max_coupling_residual = 0;
  std::optional<double> error_estimate;
  double startup_seconds = 0, wall_seconds = 0;
  std::vector<SolverUse> solvers;  ///< that ended solves, where the method has one
  std::vector<UnitStatistics> units;
};

/// The members of the statistics object, without its braces, so that others can add to it.
void write_members(JsonWriter& json, const Statistics& statistics);
void write_capabilities(JsonWriter& json, const Capabilities& can);

}  // namespace accordo
