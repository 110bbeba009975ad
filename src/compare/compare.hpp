// Methods by steps on one scenario: how far each run is off, and what it cost.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "compare/isolated_run.hpp"
#include "compare/plan.hpp"

namespace accordo {

struct CompareRequest {
  Opener open;
  PlanRequest plan;
  std::string reference;  ///< "monolithic", "finest" or a CSV file; empty: the first of them that is possible
  int jobs = 0;           ///< runs at the same time; 0: as many as do not disturb each other's timing
  double run_timeout = 0;  ///< seconds that one run may take; 0: as long as it needs
  const std::atomic<bool>* interrupt = nullptr;
  /// Told before each run: how many are done, of how many, and what comes.
  std::function<void(std::size_t done, std::size_t of, const std::string& next)> progress = {};
};

/// One line of the table. A run that failed is a line, too.
struct ComparedRow {
  std::string method;                     ///< as the user wrote it
  std::optional<double> step, tolerance;  ///< one of them
  std::optional<double> error_percent;    ///< mean over the signals
  std::optional<double> bar_percent;      ///< what the run itself says of that, where it carries errors along
  double jump_later = 0;                  ///< the most displaced jump, in time; 0: none is
  std::optional<Statistics> statistics;   ///< nothing where the run could not be started, or crashed
  std::string status = "done";            ///< or "diverged", or the id of what ended the run
  std::string reason;                     ///< in words
  bool best = false;                      ///< no other is as accurate, to the decade, with fewer integrations

  bool done() const { return status == "done"; }
};

struct Comparison {
  std::string scenario;
  double start = 0, stop = 0;
  std::string reference;             ///< in words
  std::vector<std::string> signals;  ///< that errors are of
  std::vector<std::string> notes;    ///< what a reader of the errors should know
  std::vector<Problem> warnings;
  std::vector<ComparedRow> rows;
};

/// Throws an Error with all problems of the request, together with those that were found before.
Comparison compare(const CompareRequest& request, Problems problems = {});

/// Marks, for each decade of errors among the rows, the cheapest one that is as accurate.
void mark_best(std::vector<ComparedRow>& rows);

}  // namespace accordo
