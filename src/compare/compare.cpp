#include "compare/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <thread>

#include "base/names.hpp"
#include "compare/difference.hpp"
#include "compare/reference.hpp"
#include "coupling/catalogue.hpp"
#include "execute/threads.hpp"

namespace accordo {
namespace {

const SourceLocation kCommandLine{"command line", 0, 0};

bool is_file(const std::string& reference) {
  return !reference.empty() && reference != reference_method().name && reference != "finest";
}

void check_numbers(const std::vector<double>& numbers, const char* flag, Problems& problems) {
  for (const double x : numbers) {
    if (!std::isfinite(x)) {
      problems.add("not-finite", kCommandLine, fmt::format("{} must be finite numbers", flag));
    } else if (x <= 0) {
      problems.add("not-positive", kCommandLine, fmt::format("{} must be greater than 0, not {}", flag, x));
    }
  }
}

/// Settings with which the scenario can be looked at: no run's own, but a step that it can be opened with.
std::vector<Settings> ways_to_open(const PlanRequest& plan) {
  Settings s = plan.settings;
  s.method = "auto";
  s.solver.reset();
  s.options.clear();
  std::vector<Settings> ways;
  for (const double h : plan.steps) {
    ways.push_back(s);
    ways.back().step = h;
  }
  for (const double tolerance : plan.tolerances) {
    ways.push_back(s);
    ways.back().tolerance = tolerance;
  }
  if (ways.empty()) ways.push_back(s);
  return ways;
}

/// The signals that a file and the scenario have in common; without a choice of the user's, others are left
/// out.
void match_signals(const Trajectory& file, const CompareRequest& request, Subject& subject,
                   std::vector<std::string>& notes, Problems& problems) {
  std::vector<std::string> common, missing;
  for (const std::string& name : subject.signals) {
    const bool there = std::find(file.names.begin(), file.names.end(), name) != file.names.end();
    (there ? common : missing).push_back(name);
  }
  if (common.empty() || (!request.plan.settings.record.empty() && !missing.empty())) {
    problems.add("unknown-column", {request.reference, 1, 0},
                 fmt::format("there is no column '{}'", missing.front()),
                 common.empty() ? "a reference has columns time and unit.variable, as results of a run have"
                                : did_you_mean(missing.front(), file.names));
    return;
  }
  if (!missing.empty())
    notes.push_back(fmt::format("not in the reference, left out: {}", fmt::join(missing, ", ")));
  subject.signals = common;
}

/// As many as there are cores that do not share one; one where runs themselves use several.
int jobs_of(const CompareRequest& request) {
  if (request.jobs > 0) return request.jobs;
  const Settings& s = request.plan.settings;
  if (s.isolate || s.threads) return 1;
  return std::max(1, static_cast<int>(usable_processors().size()) / 2);
}

std::string title(const PlannedRun& run) {
  return run.step ? fmt::format("{}, step {:.6g}", run.label, *run.step)
                  : fmt::format("{}, tolerance {:.6g}", run.label, *run.tolerance);
}

/// Ends a run that takes too long: asks it first, so that it tells how far it came.
void hurry(StartedRun& run, double timeout) {
  if (timeout <= 0 || run.child->ended()) return;
  constexpr double patience = 2;
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - run.begun).count();
  if (seconds < timeout) return;
  run.late = true;
  run.child->interrupt();
  if (seconds > timeout + patience) run.child->stop();
}

/// All runs, several at a time. After an interrupt no more are started.
std::vector<StartedRun> make_runs(const CompareRequest& request, const std::vector<PlannedRun>& plans) {
  const auto jobs = static_cast<std::size_t>(jobs_of(request));
  const auto stopped = [&] { return request.interrupt != nullptr && request.interrupt->load(); };
  std::vector<StartedRun> runs;
  std::size_t done = 0;
  const auto busy = [&] {
    std::size_t count = 0;
    for (StartedRun& run : runs) {
      if (stopped()) run.child->interrupt();
      hurry(run, request.run_timeout);
      if (!run.child->ended()) ++count;
    }
    done = runs.size() - count;
    return count;
  };
  for (const PlannedRun& plan : plans) {
    while (busy() >= jobs) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    if (stopped()) break;
    if (request.progress) request.progress(done, plans.size(), title(plan));
    auto child = start_isolated(request.open, {.settings = plan.settings}, request.interrupt);
    runs.push_back({plan, std::move(child)});
  }
  while (busy() > 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  for (StartedRun& run : runs) run.result = figures_of(*run.child);
  return runs;
}

/// What became of a run, its error not yet known.
ComparedRow row_of(const StartedRun& run, double timeout) {
  ComparedRow row{.method = run.plan.label, .step = run.plan.step, .tolerance = run.plan.tolerance};
  if (run.result) {
    row.statistics = run.result->statistics;
    row.status = row.statistics->status;
    row.reason = reason_of(*run.result);
  } else {
    row.status = run.child->failure()->problems().front().id;
    row.reason = reason_of(*run.child->failure());
  }
  if (run.late && !run.done()) {
    row.status = "timeout";
    row.reason = fmt::format("it took longer than {} s (--run-timeout){}", timeout,
                             run.result ? ": " + reason_of(*run.result) : "");
  }
  return row;
}

/// What readers of the errors should know, gathered over the rows.
struct Remarks {
  std::size_t points = 0, between = 0, outside = 0;
  std::map<std::string, const char*> signals;  ///< what is special about a signal

  void add(const Difference& d) {
    points += d.points;
    between += d.between;
    outside += d.outside;
    for (const SignalDifference& s : d.signals) {
      if (s.unknown_reference) {
        signals[s.name] = "not a number in the reference: left out of the error";
      } else if (s.zero_reference) {
        signals[s.name] = "zero throughout in the reference: left out of the error, which is relative";
      } else if (s.constant_reference) {
        signals[s.name] = "constant in the reference";
      }
    }
  }

  void tell(std::vector<std::string>& notes) const {
    for (const auto& [name, what] : signals) notes.push_back(fmt::format("{} is {}", name, what));
    if (between > 0)
      notes.push_back(fmt::format(
          "{} of {} points lie between those of the reference: a cubic was used there", between, points));
    if (outside > 0)
      notes.push_back(fmt::format("{} points lie outside the time of the reference: not compared", outside));
  }
};

void set_error(ComparedRow& row, const Difference& d) {
  constexpr double senseless = 1000;  // percent: ten times as large as the reference itself
  for (const SignalDifference& s : d.signals) {
    if (s.finite) continue;
    row.status = "non-finite";
    row.reason = fmt::format("{} is not a number at t = {}", s.name, s.time);
    return;
  }
  if (const SignalDifference* most = d.most_displaced()) {
    row.jump_later = most->jump_later;
    row.reason =
        fmt::format("a jump of {} near t = {:.6g} comes {:.3g} {} than in the reference", most->name,
                    most->jump_time, std::abs(most->jump_later), most->jump_later > 0 ? "later" : "sooner");
  }
  if (const double mean = d.mean_percent(); d.points > 0 && std::isfinite(mean)) {
    row.error_percent = mean;
    if (mean > senseless) {
      row.status = "diverged";
      row.reason = "the result is far from the reference: the method is not stable with this step";
    }
  } else {
    row.reason = "no signal has a relative error";
  }
}

void measure(const std::vector<StartedRun>& runs, const ReferenceSolution& reference, Comparison& result) {
  Remarks remarks;
  for (std::size_t i = 0; i < result.rows.size(); ++i) {
    ComparedRow& row = result.rows[i];
    if (!row.done()) continue;
    if (reference.row == i) {
      row.reason = "this is the reference";
      continue;
    }
    if (const std::optional<Result> figures = figures_of(*runs[i].child))
      row.bar_percent = figures->errors.mean_percent();
    const Difference d = difference(trajectory_of(*runs[i].child), reference.trajectory);
    remarks.add(d);
    set_error(row, d);
  }
  result.reference = reference.words;
  result.notes.insert(result.notes.end(), reference.notes.begin(), reference.notes.end());
  remarks.tell(result.notes);
}

std::vector<std::string> default_methods(const Subject& subject) {
  std::vector<std::string> names = subject.possible;
  std::erase(names, reference_method().name);
  return names;
}

/// A request that is found to be in order.
struct Prepared {
  CompareRequest request;
  Subject subject;
  std::vector<PlannedRun> plans;
  std::optional<Trajectory> file;  ///< the reference, where it is one
};

/// Throws an Error with all problems.
Prepared prepare(const CompareRequest& request, Problems& problems, std::vector<std::string>& notes) {
  Prepared p{.request = request};
  check_numbers(request.plan.steps, "--steps", problems);
  check_numbers(request.plan.tolerances, "--tolerances", problems);
  std::vector<Variant> variants = read_variants(request.plan.methods, problems);
  if (is_file(request.reference)) p.file = read_results(request.reference, problems);
  const PlanRequest plain{.settings = request.plan.settings};  // where steps are among the problems
  std::optional<Subject> subject =
      inspect(request.open, ways_to_open(problems.empty() ? request.plan : plain), problems);
  if (subject) {
    if (request.reference == reference_method().name && !subject->no_monolithic.empty())
      problems.add("no-reference", kCommandLine,
                   "there is no monolithic reference: " + subject->no_monolithic,
                   "--reference finest, or a CSV file");
    if (p.file) {
      match_signals(*p.file, request, *subject, notes, problems);
      p.request.plan.settings.record = subject->signals;
    }
    if (request.plan.methods.empty()) variants = read_variants(default_methods(*subject), problems);
    p.plans = plan_runs(p.request.plan, variants, *subject, problems);
    p.subject = std::move(*subject);
  }
  problems.throw_if_any();
  return p;
}

}  // namespace

void mark_best(std::vector<ComparedRow>& rows) {
  const auto counts = [](const ComparedRow& r) {
    return r.done() && r.error_percent && *r.error_percent > 0 && r.statistics->integrations > 0;
  };
  for (const ComparedRow& row : rows) {
    if (!counts(row)) continue;
    const double decade = std::floor(std::log10(*row.error_percent));
    ComparedRow* best = nullptr;
    const auto cost = [](const ComparedRow& r) {
      return std::tuple(r.statistics->integrations, *r.error_percent);
    };
    for (ComparedRow& other : rows) {
      const bool as_accurate = counts(other) && std::floor(std::log10(*other.error_percent)) <= decade;
      if (as_accurate && (best == nullptr || cost(other) < cost(*best))) best = &other;
    }
    best->best = true;
  }
}

Comparison compare(const CompareRequest& request, Problems problems) {
  Comparison result;
  const Prepared prepared = prepare(request, problems, result.notes);
  const Subject& subject = prepared.subject;
  result.scenario = subject.name;
  result.start = subject.start;
  result.stop = subject.stop;
  result.signals = subject.signals;
  result.warnings = subject.warnings;
  const std::vector<StartedRun> runs = make_runs(prepared.request, prepared.plans);
  for (const StartedRun& run : runs) result.rows.push_back(row_of(run, request.run_timeout));
  if (request.progress) request.progress(runs.size(), runs.size(), "reference");
  const bool interrupted = request.interrupt != nullptr && request.interrupt->load();
  std::optional<ReferenceSolution> reference;
  if (prepared.file) {
    reference = ReferenceSolution{request.reference, *prepared.file};
  } else if (!interrupted) {
    reference = make_reference(prepared.request, subject, runs);
  }
  if (reference) measure(runs, *reference, result);
  mark_best(result.rows);
  return result;
}

}  // namespace accordo
