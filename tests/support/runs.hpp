// Running scenarios from tests: the built-in cases and short texts, results in memory.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "session/run.hpp"
#include "session/settings.hpp"
#include "tests/support/exported.hpp"

namespace accordo::testing {

/// How a case is run.
struct RunOf {
  std::string name;  ///< of a built-in case
  std::string method;
  double step = 0;
  std::vector<std::string> options = {};          ///< "order=1"
  std::map<std::string, double> parameters = {};  ///< of the case
  std::vector<std::string> record = {"*.state(*)"};
  std::string solver = {};                                     ///< of methods that iterate
  double integrator_tolerance = 0;                             ///< of all units; 0: as they would have it
  std::optional<double> stop = {};                             ///< earlier than the case itself
  double tolerance = 0;                                        ///< instead of a step
  std::string estimate = {};                                   ///< auto, all or none
  std::map<std::string, std::vector<std::string>> lacks = {};  ///< per unit, or "*": capabilities not to have
  bool events = true;                                          ///< whether any is known in advance
  ExecutionSpec execution = {};                                ///< threads, processes
  std::optional<AsFmus> fmus = {};                             ///< the units exported and read again
  bool errors = false;                                         ///< recorded, too

  friend std::ostream& operator<<(std::ostream& out, const RunOf& run);
};

/// Opens a session from YAML text; a problem is an exception.
std::unique_ptr<Session> open_text(const std::string& yaml, const Settings& settings = {});
std::unique_ptr<Session> open_case(const RunOf& run);

/// Runs; a failure of the run is an exception.
Trajectory run_session(Session& session);
Trajectory run_case(const RunOf& run);

/// Whether a solver can be used here: all but PETSc's always can, those where PETSc was found. Tests of
/// solvers ask this first.
bool solver_is_built(const std::string& name);

/// One attempted macro-step, as the trace tells it.
struct Attempt {
  Step step;
  int iterations = 0, evaluations = 0;
  double residual = 0, contraction = 0;
  std::string solver;
  bool accepted = false;
};

/// What became of a run that may fail.
struct Report : Result {
  std::vector<Attempt> attempts;
};
Report report_of(Session& session);
Report report_of(const RunOf& run);

/// Mean over the columns of ‖a − b‖₂ / ‖b‖₂ over time, by the trapezoidal rule: the measure of the published
/// figures.
double relative_error(const Trajectory& a, const Trajectory& reference);

/// That error for a case at a step, against the monolithic solution.
double case_error(const RunOf& run);

/// log₂ of the ratio of the errors at two steps, one half of the other.
double observed_order(RunOf run);

}  // namespace accordo::testing
