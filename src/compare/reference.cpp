#include "compare/reference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "coupling/catalogue.hpp"
#include "io/series.hpp"
#include "io/text_file.hpp"

namespace accordo {
namespace {

/// Every communication point of every run that is done, each once.
std::vector<double> all_points(const std::vector<StartedRun>& runs) {
  std::vector<double> points;
  for (const StartedRun& run : runs) {
    if (!run.done()) continue;
    const Trajectory trajectory = trajectory_of(*run.child);
    points.insert(points.end(), trajectory.times.begin(), trajectory.times.end());
    std::sort(points.begin(), points.end());
    const auto same = [](double a, double b) {
      return b - a <= 16 * std::numeric_limits<double>::epsilon() * std::max(std::abs(a), std::abs(b));
    };
    points.erase(std::unique(points.begin(), points.end(), same), points.end());
  }
  return points;
}

/// In this process's place, without threads and processes, whose results would be the same.
Settings alone(Settings s) {
  s.isolate = false;
  s.threads.reset();
  return s;
}

/// Runs; the note says why where it fails.
std::optional<Trajectory> attempt(const CompareRequest& request, const IsolatedRun& run,
                                  const std::string& what, std::vector<std::string>& notes) {
  const std::unique_ptr<Child> child = start_isolated(request.open, run, request.interrupt);
  child->wait(request.interrupt);
  const std::optional<Result> result = figures_of(*child);
  if (result && result->done()) return trajectory_of(*child);
  notes.push_back(fmt::format("no reference by {}: {}", what,
                              result ? reason_of(*result) : reason_of(*child->failure())));
  return std::nullopt;
}

std::optional<ReferenceSolution> monolithic(const CompareRequest& request, const Subject& subject,
                                            const std::vector<StartedRun>& runs,
                                            std::vector<std::string>& notes) {
  IsolatedRun run{
      .settings = alone(settings_of({.method = reference_method().name}, request.plan.settings, subject))};
  run.settings.options = {"integrator_tolerance=1e-12"};
  run.settings.step = (subject.stop - subject.start) / 1000;  // instead of what the scenario says: not used
  run.points = all_points(runs);
  auto trajectory = attempt(request, run, "the monolithic solution", notes);
  if (!trajectory) return std::nullopt;
  return ReferenceSolution{"the monolithic solution (to 1e-12, at every communication point of the rows)",
                           std::move(*trajectory)};
}

/// The automatic method, more finely than any row.
std::optional<ReferenceSolution> finer(const CompareRequest& request, const Subject& subject,
                                       const std::vector<StartedRun>& runs, std::vector<std::string>& notes) {
  double h = std::numeric_limits<double>::infinity(), tolerance = h;
  for (const StartedRun& run : runs) {
    h = std::min(h, run.plan.step.value_or(h));
    tolerance = std::min(tolerance, run.plan.tolerance.value_or(tolerance));
  }
  IsolatedRun run{.settings = settings_of({.method = subject.automatic}, request.plan.settings, subject),
                  .keep = Keep::slopes};
  std::string how;
  if (std::isfinite(h)) {
    run.settings.step = h / 4;
    how = fmt::format("step {:.6g}, a quarter of the shortest", h / 4);
  } else {
    run.settings.tolerance = std::max(1e-11, tolerance / 100);
    how = fmt::format("tolerance {:.6g}, a hundredth of the least", *run.settings.tolerance);
  }
  auto trajectory = attempt(request, run, fmt::format("{} with {}", subject.automatic, how), notes);
  if (!trajectory) return std::nullopt;
  return ReferenceSolution{fmt::format("{} with {}", subject.automatic, how), std::move(*trajectory)};
}

/// The finest of the rows: the shortest step or least tolerance, the automatic method where it is among them.
std::optional<ReferenceSolution> finest_row(const Subject& subject, const std::vector<StartedRun>& runs) {
  std::optional<std::size_t> best;
  const auto size = [&](std::size_t i) {
    return runs[i].plan.step.value_or(runs[i].plan.tolerance.value_or(0));
  };
  const auto automatic = [&](std::size_t i) { return runs[i].plan.label == subject.automatic; };
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (!runs[i].done()) continue;
    if (!best || size(i) < size(*best) || (size(i) == size(*best) && automatic(i))) best = i;
  }
  if (!best) return std::nullopt;
  const PlannedRun& plan = runs[*best].plan;
  return ReferenceSolution{fmt::format("the row of {} with {} {:.6g}, the finest of all", plan.label,
                                       plan.step ? "step" : "tolerance", size(*best)),
                           trajectory_of(*runs[*best].child), *best};
}

}  // namespace

std::optional<Trajectory> read_results(const std::string& file, Problems& problems) {
  const auto text = read_text_file(file, problems);
  if (!text) return std::nullopt;
  const auto table = parse_csv(*text, file, problems, CsvRows::results);
  if (!table) return std::nullopt;
  Trajectory trajectory;
  trajectory.names = table->names;
  trajectory.held.assign(table->names.size(), 0);
  trajectory.times = table->time;
  for (std::size_t n = 0; n < table->time.size(); ++n) {
    for (const auto& column : table->columns) trajectory.values.push_back(column[n]);
  }
  return trajectory;
}

std::optional<ReferenceSolution> make_reference(const CompareRequest& request, const Subject& subject,
                                                const std::vector<StartedRun>& runs) {
  if (std::none_of(runs.begin(), runs.end(), [](const StartedRun& r) { return r.done(); }))
    return std::nullopt;
  std::vector<std::string> notes;
  std::optional<ReferenceSolution> made;
  if (request.reference != "finest" && subject.no_monolithic.empty())
    made = monolithic(request, subject, runs, notes);
  if (!made) made = finer(request, subject, runs, notes);
  if (!made) made = finest_row(subject, runs);
  if (request.reference.empty() && !subject.no_monolithic.empty())
    notes.insert(notes.begin(), "no monolithic reference: " + subject.no_monolithic);
  made->notes = std::move(notes);
  return made;
}

}  // namespace accordo
