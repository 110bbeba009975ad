#include "compare/run_apart.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "record/recording.hpp"

namespace accordo {
namespace {

RunFigures figures(const Session& session, const Outcome& outcome) {
  const Statistics s = session.statistics(outcome);
  RunFigures f{.method = s.method,
               .status = s.status,
               .macro_steps = s.macro_steps,
               .rejected_steps = s.rejected_steps,
               .iterations = s.iterations,
               .integrations = s.integrations,
               .evaluations = s.evaluations,
               .wall_seconds = s.wall_seconds};
  if (outcome.failure) {
    f.reason = reason_of(*outcome.failure);
    f.code = outcome.failure->code();
  } else if (outcome.ended) {
    f.reason = reason_of(*outcome.ended);
  } else if (outcome.interrupted) {
    f.reason = fmt::format("interrupted at t = {}", s.reached);
    f.code = Exit::interrupted;
  }
  for (const UnitStatistics& u : s.units) {
    f.most_integrations = std::max(f.most_integrations, u.integrations);
    f.least_integrations =
        &u == &s.units.front() ? u.integrations : std::min(f.least_integrations, u.integrations);
  }
  return f;
}

void put_figures(const RunFigures& f, Parcel& parcel) {
  for (const std::string* text : {&f.method, &f.status, &f.reason}) parcel.put_text(*text);
  parcel.put(f.code);
  for (const long long n : {f.macro_steps, f.rejected_steps, f.iterations, f.integrations, f.evaluations,
                            f.least_integrations, f.most_integrations})
    parcel.put(n);
  parcel.put(f.wall_seconds);
}

RunFigures get_figures(Parcel& parcel) {
  RunFigures f;
  for (std::string* text : {&f.method, &f.status, &f.reason}) *text = parcel.get_text();
  f.code = parcel.get<Exit>();
  for (long long* n : {&f.macro_steps, &f.rejected_steps, &f.iterations, &f.integrations, &f.evaluations,
                       &f.least_integrations, &f.most_integrations})
    *n = parcel.get<long long>();
  f.wall_seconds = parcel.get<double>();
  return f;
}

}  // namespace

std::string reason_of(const Error& error) {
  const auto& problems = error.problems();
  if (problems.size() == 1) return problems.front().what;
  return fmt::format("{} (and {} more)", problems.front().what, problems.size() - 1);
}

void make_run(const Opener& open, const RunApart& run, const std::atomic<bool>* interrupt, Parcel& answer) {
  Problems problems;
  const std::unique_ptr<Session> session = open(run.settings, problems);
  problems.throw_if_any();
  const std::vector<RecordColumn>& columns = session->columns();
  Trajectory trajectory = empty_trajectory(columns);
  TrajectorySink sink(trajectory);
  std::unique_ptr<Recorder> recorder;
  if (run.slopes) {
    recorder = std::make_unique<SlopesRecorder>(columns, trajectory);
  } else {
    recorder = std::make_unique<Recording>(columns, sink);
  }
  const Outcome outcome = session->record(recorder.get(), {.interrupt = interrupt}, run.points);
  put_figures(figures(*session, outcome), answer);
  put_trajectory(trajectory, answer);
}

std::unique_ptr<Child> start_apart(const Opener& open, const RunApart& run,
                                   const std::atomic<bool>* interrupt) {
  return std::make_unique<Child>([&](Parcel& answer) { make_run(open, run, interrupt, answer); });
}

std::optional<RunFigures> figures_of(const Child& child) {
  if (child.failure()) return std::nullopt;
  Parcel answer = child.answer();
  return get_figures(answer);
}

Trajectory trajectory_of(const Child& child) {
  Parcel answer = child.answer();
  get_figures(answer);
  return get_trajectory(answer);
}

}  // namespace accordo
