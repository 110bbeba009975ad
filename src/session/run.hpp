// A run: from a scenario made ready to everything that it gives. The one way for the command line,
// comparisons, the library and tests.
#pragma once

#include <vector>

#include "record/row_sink.hpp"
#include "session/result.hpp"
#include "session/session.hpp"

namespace accordo {

/// What of the rows stays in the result.
enum class Keep {
  nothing,
  rows,    ///< as a CSV file would have them
  points,  ///< every communication point, whatever the output interval
  slopes,  ///< the same, with slopes
};

struct RunOptions {
  Keep keep = Keep::rows;
  RowSink* sink = nullptr;      ///< gets the rows as they are made; not with slopes
  RunWatch watch = {};          ///< how the run is watched and stopped
  StepEnds ends = {};           ///< where macro-steps end; what it points to outlives the run
  bool errors = false;          ///< rows have the errors of signals, too, as far as they are known anyway
  Trajectory* dense = nullptr;  ///< gets values and slopes at every communication point
};

/// Runs the session, once. Rows are where they belong on return, whatever happened. Throws where results
/// cannot be written; all else that goes wrong is part of the result.
Result run(Session& session, const RunOptions& options = {});

/// The result of a run that was made, or has come that far; `rows` are those that it has recorded.
Result result_of(Session& session, Outcome outcome, StepStatistics step_statistics, Trajectory rows,
                 RowError row_error = {}, ErrorTable errors = {});

}  // namespace accordo
