// Everything that a run has given.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "core/driver.hpp"
#include "record/error_table.hpp"
#include "record/statistics.hpp"
#include "record/step_monitor.hpp"
#include "record/trajectory.hpp"
#include "session/reason.hpp"
#include "session/verification.hpp"
#include "unit/unit_messages.hpp"

namespace accordo {

/// How far rows between communication points may be off where no unit shows what was there.
struct RowError {
  double relative = 0;  ///< to half of the range of the column; 0: there are no such rows
  std::string column;   ///< the worst
};

/// The answer, also of a run that failed or was interrupted: then up to the last accepted step.
struct Result {
  Trajectory rows;  ///< as far as they were to be kept
  Statistics statistics;
  StepStatistics step_statistics;  ///< the history of its macro-steps
  Verdict verdict;
  std::optional<Error> failure;  ///< what ended the run
  std::optional<Error> ended;    ///< by a unit that wanted the simulation to end before its stop
  bool interrupted = false;
  double error_time = 0;                     ///< estimated errors of the steps, each times its length
  std::optional<Verification> verification;  ///< what repeating it has shown
  std::vector<Problem> warnings;             ///< of the scenario, and of what was noticed during the run
  std::optional<Problem> slow_run;           ///< the latter, where the run was about to take far too long
  std::vector<UnitMessages> messages;        ///< what units have said by themselves, per unit, or none
  /// Outputs of units that, in the first row, need not belong to the rest.
  std::vector<std::string> unsure_at_start;
  LateValues late;         ///< discrete values that were passed on late
  bool unsettled = false;  ///< discrete values changed each other without end
  RowError row_error;
  ErrorTable errors;  ///< of recorded signals
  FloorUse floor;     ///< steps that went down to the noise of inputs

  bool done() const { return !failure && !interrupted && !ended; }
};

/// Why a run that is not done has ended, for people: the first problem, without its place; more are counted.
std::string reason_of(const Error& error);
std::string reason_of(const Result& result);

}  // namespace accordo
