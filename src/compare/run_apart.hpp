// One run in a process of its own, its trajectory brought back.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <vector>

#include "compare/subject.hpp"
#include "compare/trajectory.hpp"
#include "process/child.hpp"

namespace accordo {

/// What a run cost and how it ended.
struct RunFigures {
  std::string method;           ///< that was used
  std::string status = "done";  ///< or the id of what ended it
  std::string reason;           ///< why, in words; empty where it is done
  Exit code = Exit::done;
  long long macro_steps = 0, rejected_steps = 0, iterations = 0, integrations = 0, evaluations = 0;
  long long least_integrations = 0, most_integrations = 0;  ///< of one unit
  double wall_seconds = 0;
};

/// How a run is recorded, and where its macro-steps end.
struct RunApart {
  Settings settings;
  bool slopes = false;              ///< recorded besides values
  std::vector<double> points = {};  ///< communication points; empty: as the settings say
};

/// Makes the run in this process, and puts figures and trajectory into the answer.
void make_run(const Opener& open, const RunApart& run, const std::atomic<bool>* interrupt, Parcel& answer);

/// Starts it in another one; `interrupt` may be null.
std::unique_ptr<Child> start_apart(const Opener& open, const RunApart& run,
                                   const std::atomic<bool>* interrupt);

/// Of a child that has ended: what the run told, nothing where it could not be started or crashed.
std::optional<RunFigures> figures_of(const Child& child);
/// What it recorded, up to its end.
Trajectory trajectory_of(const Child& child);

/// "what went wrong", of the first problem, without its place; more are counted.
std::string reason_of(const Error& error);

}  // namespace accordo
