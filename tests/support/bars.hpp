// Errors that runs carry along, beside the true ones.
#pragma once

#include <string>
#include <vector>

#include "tests/support/runs.hpp"

namespace accordo::testing {

/// One recorded signal; the last three are root mean squares over time.
struct Bar {
  std::string signal;
  double range = 0;         ///< largest minus smallest of the right values
  double most = 0;          ///< largest true error
  double most_carried = 0;  ///< largest carried one
  double carried = 0;       ///< error
  double truth = 0;         ///< error
  double left = 0;          ///< of the value less the carried error

  double ratio() const { return carried / truth; }
  /// What is left of the error.
  double part() const { return left / truth; }
};

/// Both have rows at the same instants; the run has recorded its errors.
std::vector<Bar> bars_of(const Trajectory& run, const Trajectory& right);

/// The case without a coupling error, with rows at the same instants as with fixed steps.
Trajectory right_of(RunOf run);

/// The same of a text, wherever rows are wanted.
Trajectory right_of(const std::string& yaml, const std::vector<double>& times);

/// Without the rows at events, and those so near that a reference may have its own in between.
Trajectory rows_away_from_events(const Trajectory& run, double distance);

/// The column, or an exception.
std::size_t column(const Trajectory& run, const std::string& name);

}  // namespace accordo::testing
