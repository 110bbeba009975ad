// Methods by steps on one system: how far each run is off, and what it cost.
#pragma once

#include <accordo/run.hpp>
#include <optional>
#include <string>
#include <vector>

namespace accordo::ACCORDO_INLINE v0 {

/// Which runs are compared. Empty lists stand for what suits the system.
struct Comparing {
  std::vector<std::string> methods = {};  ///< each as name or name:option=value:…
  std::vector<double> steps = {}, tolerances = {};
  std::string reference =
      "";                  ///< monolithic, finest or a CSV file of results; empty: the first that is possible
  int jobs = 0;            ///< runs at the same time; 0: as many as do not disturb each other's timing
  double run_timeout = 0;  ///< seconds that one run may take; 0: as long as it needs
};

/// One line of the table. A run that failed is a line, too.
struct ComparedRun {
  std::string method;                     ///< as it was asked for
  std::optional<double> step, tolerance;  ///< one of them
  std::optional<double> error_percent;    ///< mean over the signals
  std::optional<Statistics> statistics;   ///< nothing where the run could not be started, or crashed
  std::string status;                     ///< done, or what ended the run
  std::string reason;                     ///< in words
  bool best = false;                      ///< no other is as accurate, to the decade, with fewer integrations
};

struct Comparison {
  std::string reference;             ///< in words
  std::vector<std::string> signals;  ///< that errors are of
  std::vector<std::string> notes;    ///< what a reader of the errors should know
  std::vector<ComparedRun> runs;
  std::string text;  ///< the table, as the command line prints it
  std::string page;  ///< one HTML page with plots of work and precision
};

/// Runs are made in processes of their own, which the settings must allow. Progress is told before each, as
/// the number of those that are done. Throws an Error with all problems.
ACCORDO_EXPORT Comparison compare(const System& system, const Settings& settings,
                                  const Comparing& comparing = {}, const Watch& watch = {});

}  // namespace accordo::ACCORDO_INLINEv0
