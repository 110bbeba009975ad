// One run in a process of its own, its trajectory brought back.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <vector>

#include "compare/subject.hpp"
#include "process/child.hpp"
#include "session/run.hpp"

namespace accordo {

/// How a run is recorded, and where its macro-steps end.
struct IsolatedRun {
  Settings settings;
  Keep keep = Keep::points;
  std::vector<double> points = {};  ///< communication points; empty: as the settings say
  double longest = 0;               ///< macro-step, and they end elsewhere than without; 0: no limit
};

/// Makes the run in this process, and puts its result into the answer.
void make_run(const Opener& open, const IsolatedRun& run, const std::atomic<bool>* interrupt, Parcel& answer);

/// Starts it in another one; `interrupt` may be null.
std::unique_ptr<Child> start_isolated(const Opener& open, const IsolatedRun& run,
                                      const std::atomic<bool>* interrupt);

/// Of a child that has ended: the result without its rows; nothing where the run could not be started or
/// crashed.
std::optional<Result> figures_of(const Child& child);
/// What it recorded, up to its end.
Trajectory trajectory_of(const Child& child);

}  // namespace accordo
