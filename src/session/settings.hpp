// What the command line (or a script) changes in a scenario.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "model/scenario.hpp"

namespace accordo {

struct Settings {
  std::optional<std::string> method, solver, estimate;
  std::optional<std::string> petsc;          ///< options for PETSc's solvers
  std::optional<double> accuracy;            ///< excludes step and tolerance
  std::optional<double> accurate_tolerance;  ///< with which it was found to be reached
  std::optional<double> start, stop, step, tolerance, output_interval, max_steps, max_seconds;
  std::optional<std::string> output_points;  ///< "t1,t2,…", or a file
  std::optional<std::string> threads;        ///< a number, or "auto"
  bool isolate = false;
  bool mpi = false;  ///< this is one of several ranks
  std::optional<double> unit_timeout;
  std::vector<std::string> options;     ///< "name=value"
  std::vector<std::string> set;         ///< "unit.parameter=value"
  std::vector<std::string> kinds;       ///< "kind", of all FMUs, or "unit=kind"
  std::vector<std::string> record;      ///< patterns; empty: as the scenario says
  std::optional<double> fallback_stop;  ///< where the scenario has none: to look at it, not to run it
  bool trust = false;                   ///< FMUs are not tested
  std::optional<bool> error_bars;       ///< errors are carried along
  bool record_errors = false;
  bool compared = false;             ///< runs of several methods beside each other: no columns of errors
  bool ignore_units = false;         ///< units of measurement change and check nothing
  bool described = false;            ///< nothing of FMUs is run
  bool look = false;                 ///< the scenario is shown, not run
  std::optional<std::string> input;  ///< CSV file with a column "unit.input" for each input it drives
};

/// Puts the settings in place of what the scenario says. Giving a step discards the scenario's tolerance, and
/// the other way round.
void apply(const Settings& settings, Scenario& scenario, Problems& problems);

}  // namespace accordo
