// What the runs of a comparison are measured against.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "compare/compare.hpp"

namespace accordo {

/// A solution to compare with.
struct ReferenceSolution {
  std::string words;  ///< what it is
  Trajectory trajectory;
  std::optional<std::size_t> row = {};  ///< it is one of the rows
  std::vector<std::string> notes = {};  ///< what was tried before
};

/// Reads a CSV file of results; nothing after problems.
std::optional<Trajectory> read_results(const std::string& file, Problems& problems);

/// A run on its way, or at its end.
struct StartedRun {
  PlannedRun plan;
  std::unique_ptr<Child> child;
  std::chrono::steady_clock::time_point begun = std::chrono::steady_clock::now();
  bool late = false;                  ///< it was ended because it took too long
  std::optional<Result> result = {};  ///< once it has ended, without rows; nothing where it crashed
  bool done() const { return result && result->done(); }
};

/// Runs the whole system in one solver, with every communication point of the others as one of its own; or,
/// where that fails or is not wanted, the automatic method more finely than any of the rows; or takes the
/// finest row. Nothing where no run is done.
std::optional<ReferenceSolution> make_reference(const CompareRequest& request, const Subject& subject,
                                                const std::vector<StartedRun>& runs);

}  // namespace accordo
