// accordo run: the command that makes a run.

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <ctime>

#include "archive/private_folder.hpp"
#include "base/json.hpp"
#include "cli/commands.hpp"
#include "cli/interrupts.hpp"
#include "cli/outputs.hpp"
#include "cli/progress.hpp"
#include "cli/run_settings.hpp"
#include "cli/run_summary.hpp"
#include "cli/standard_streams.hpp"
#include "compare/verification_run.hpp"
#include "execute/ranks.hpp"
#include "record/csv.hpp"
#include "record/trace.hpp"
#include "session/accuracy.hpp"
#include "session/metadata.hpp"
#include "session/run.hpp"
#include "session/verdict.hpp"
#include "unit/fmi/binding/crash_watch.hpp"
#include "unit/fmi/selftest/probes.hpp"

namespace accordo::cli {
namespace {

struct RunArguments {
  std::string scenario, output, stats, trace;
  Settings settings;
  std::vector<std::string> record;
  bool verify = false, no_verify = false;
  bool no_progress = false, no_metadata = false, quiet = false, verbose = false;
};

/// The process that is to repeat the run, started before anything else is; nothing where it is not wanted.
std::unique_ptr<VerificationRun> prepare_verification_run(const RunArguments& a) {
  if (a.settings.accuracy && a.settings.mpi)
    throw Error(Exit::usage, "bad-setting", "--accuracy cannot repeat a run under mpirun",
                "give --tolerance");
  if (a.verify && a.settings.mpi)
    throw Error(Exit::usage, "bad-setting", "--verify cannot repeat a run under mpirun", "verify it without");
  // By itself, where a tolerance will turn out not to be followed.
  if (!a.verify && (a.no_verify || a.settings.mpi || a.settings.step)) return nullptr;
  const auto open = [&a](const Settings& settings, Problems& problems) {
    return open_session(a.scenario, settings, problems);
  };
  return std::make_unique<VerificationRun>(open, a.settings, catch_interrupts());
}

/// Statistics and metadata file. `more`: they will be written again, which standard output cannot be.
void write_figures(const Session& session, const Result& result, const Outputs& to, bool more) {
  const bool once = to.stats == "-";
  if (!to.stats.empty() && !to.stats_in_metadata && !(once && more))
    write_or_print(to.stats, statistics_json(session, result));
  if (!to.metadata.empty()) write_file(to.metadata, metadata_json(session, result, to.csv));
}

/// Before the first row: what an earlier run has left must not be taken for what belongs to the new rows.
void begin_figures(const Session& session, const Outputs& to) {
  std::error_code ignored;
  std::filesystem::remove(to.stale, ignored);
  const auto begin = [](const std::filesystem::path& file, const std::string& text) {
    try {
      write_file(file, text);
    } catch (const Error&) {  // in the end it is tried again, and told
      return;
    }
  };
  if (!to.stats.empty() && !to.stats_in_metadata && std::filesystem::is_regular_file(to.stats, ignored))
    begin(to.stats, "{\n  \"status\": \"unfinished\"\n}\n");
  if (!to.metadata.empty()) begin(to.metadata, unfinished_metadata_json(session, to.csv));
}

/// An FMU that has changed to another folder has not moved what is still to be written.
void stay_in(const std::filesystem::path& folder, Outputs& to) {
  for (std::filesystem::path* name : {&to.csv, &to.stats, &to.metadata, &to.trace, &to.stale}) {
    if (!to.to_stdout || name != &to.csv) *name = from_folder(folder, *name);
  }
}

void say_that_tests_are_slow(double seconds) {
  fmt::print(
      stderr,
      "note: testing what FMUs can do has taken {:.1f} s so far; results are remembered, --trust skips "
      "tests\n",
      seconds);
}

/// What a run finds here and must leave as it was.
struct RunSurroundings {
  std::chrono::steady_clock::time_point begun;
  bool draws = false;  ///< progress is shown
  StandardStreams streams = {};
  std::error_code unknown = {};
  std::filesystem::path folder = std::filesystem::current_path(unknown);
};

/// Errors of writing must not hide why the run itself failed.
template <class Writing>
void write_after(const Result& result, Writing write) {
  try {
    write();
  } catch (const Error& error) {
    if (!result.failure) throw;
    fmt::print(stderr, "{}\n", error.what());
  }
}

/// The session's run, its rows written as they are made. Rows are kept in the result to be compared.
Result make_run(Session& session, const RunArguments& a, Outputs& to, const RunSurroundings& around,
                bool keeps) {
  CsvSink sink = to.to_stdout ? CsvSink(to.csv, around.streams.copy_of_output()) : CsvSink(to.csv);
  std::optional<TraceFile> trace;
  if (!to.trace.empty()) trace.emplace(to.trace);
  Progress progress(session.start(), session.stop(), around.draws);
  RunOptions options{.keep = keeps ? Keep::rows : Keep::nothing, .sink = &sink};
  options.watch = {.interrupt = &catch_interrupts(), .observer = trace ? &*trace : nullptr};
  if (!a.quiet) {
    options.watch.progress = [&](double t) { progress.show(t); };
    options.watch.warn = [&](const Problem& warning) {
      progress.clear();
      fmt::print(stderr, "{}\n", describe(warning, "warning"));
    };
  }
  const double startup =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - around.begun).count();
  around.streams.divert();
  std::optional<AbandonSlowRun> patience(std::in_place);
  Result result = run(session, options);
  patience.reset();
  around.streams.restore();
  stay_in(around.folder, to);
  progress.clear();
  result.statistics.startup_seconds = startup;
  write_after(result, [&] {
    if (trace) trace->finish();
  });
  return result;
}

/// Repeats the run, and assesses it again by what that has shown.
void verify(const Session& session, VerificationRun& verification_run, bool draws, Result& result) {
  if (draws) fmt::print(stderr, "repeating the run with other steps");
  result.verification = verification_run.verify(session, result);
  if (draws) fmt::print(stderr, "\r\033[K");
  result.verdict = assess(session, result);
}

int execute(RunArguments& a, std::chrono::steady_clock::time_point begun) {
  expect_failing_writes();
  if (!a.quiet) fmi::slow_tests = say_that_tests_are_slow;
  a.settings.record = split_lists(a.record);
  std::unique_ptr<VerificationRun> verification_run = prepare_verification_run(a);
  const RunSurroundings around{begun, !a.no_progress && isatty(STDERR_FILENO) != 0};
  Problems problems;
  Outputs to;
  std::unique_ptr<Session> session =
      open_session(a.scenario, a.settings, problems, [&](const Scenario& scenario) {
        to = choose_outputs(scenario, {a.output, a.stats, a.trace, !a.no_metadata});
      });
  problems.throw_if_any();
  if (session->hosts()) {
    session->host();
    return 0;
  }
  if (!a.verify && !session->step_is_bound()) verification_run.reset();
  around.streams.restore();
  if (!a.quiet) print_warnings(*session);
  const std::string results = to.csv.string();
  stay_in(around.folder, to);
  begin_figures(*session, to);
  const bool talk = !a.quiet && !to.to_stdout && to.stats != "-";  // else standard output is for the data
  if (a.verbose && talk) print_units(*session);

  Result result = make_run(*session, a, to, around, verification_run != nullptr);
  for (int again = 0; again < kMostRuns - 1; ++again) {
    const std::optional<double> sharper = sharper_tolerance(*session, result);
    if (!sharper) break;
    a.settings.accurate_tolerance = sharper;
    session = open_session(a.scenario, a.settings, problems);
    problems.throw_if_any();
    result = make_run(*session, a, to, around, verification_run != nullptr);
  }
  const bool verifies =
      verification_run && result.done() && (a.verify || result.verdict.level() != Severity::info);
  write_after(result, [&] { write_figures(*session, result, to, verifies); });
  if (verifies) {
    verify(*session, *verification_run, !a.quiet && around.draws, result);
    write_figures(*session, result, to, false);
  }
  if (!a.quiet) print_words(*session, result, a.verbose);
  if (!a.quiet && result.ended)
    fmt::print(stderr, "{}\n", describe(result.ended->problems().front(), "note"));
  if (talk) print_summary(*session, result, results);
  if (a.verbose && talk) print_solvers(result.statistics);
  around.streams.divert();  // units end with the session
  if (result.failure) throw Error(*result.failure);
  const bool stopped = result.interrupted || (verifies && catch_interrupts().load());
  return static_cast<int>(stopped ? Exit::interrupted : Exit::done);
}

/// On all ranks but the first. mpirun tells all ranks to end when one has died. Whoever goes at once looks as
/// if it had died first: rank 0, which tells the user, would name the wrong one.
void end_in_order_when_told() {
  signal(SIGTERM, [](int) {
    const timespec moment{0, 300'000'000};
    nanosleep(&moment, nullptr);
    archive::remove_private_folders();
    fmi::end_process(static_cast<int>(Exit::unit_failed));
  });
}

/// Under mpirun: rank 0 talks for all, and what fails it ends the job.
int execute_ranks(RunArguments& a, std::chrono::steady_clock::time_point begun) {
  Communicator& mpi = open_mpi();
  a.settings.mpi = true;
  if (mpi.rank() > 0) end_in_order_when_told();
  try {
    return execute(a, begun);
  } catch (const std::exception& e) {
    if (mpi.rank() > 0) {
      all_ready(mpi, e.what());  // rank 0 hears of it, unless it has met the same
      return static_cast<int>(Exit::usage);
    }
    const auto* error = dynamic_cast<const Error*>(&e);
    const Exit code = error != nullptr ? error->code() : Exit::bug;
    fmt::print(stderr, "{}\n", e.what());
    std::fflush(nullptr);
    mpi.abort(static_cast<int>(code));
    return static_cast<int>(code);
  }
}

}  // namespace

void add_run(CLI::App& app, int& code) {
  const auto begun = std::chrono::steady_clock::now();
  const auto a = std::make_shared<RunArguments>();
  CLI::App* run = app.add_subcommand("run", "run a scenario and write its trajectory as CSV");
  run->add_option("SCENARIO", a->scenario, "a .yaml scenario, an .ssp or .ssd, or a single .fmu")->required();
  run->add_option("-m,--method", a->settings.method, "coupling method (accordo methods lists them)");
  run->add_option("--step", a->settings.step, "fixed macro-step; discards a tolerance in the file");
  run->add_option("--tolerance", a->settings.tolerance, "accuracy of each step; discards a step in the file");
  run->add_option(
      "--accuracy", a->settings.accuracy,
      "bound on the error of the recorded signals along the run, as a part of their range; repeats the "
      "run where it has to");
  add_settings(*run, a->settings);
  run->add_option("--record", a->record,
                  "signals to record: unit.variable,… with * as a wildcard; unit.state(x) for states")
      ->take_all()
      ->allow_extra_args(false);
  run->add_option("--output-interval", a->settings.output_interval,
                  "one row per multiple of this interval (macro-steps stay as they are)");
  run->add_option("--output-points", a->settings.output_points,
                  "rows at these instants: t1,t2,… or a file with a column time");
  run->add_option_function<long long>(
      "--max-steps", [a](const long long& count) { a->settings.max_steps = static_cast<double>(count); },
      "end after so many macro-steps, with exit code 4 unless the run is done; rows are kept");
  run->add_option("--max-seconds", a->settings.max_seconds, "likewise after so many seconds");
  run->add_option_function<std::string>(
         "--error-bars", [a](const std::string& text) { a->settings.error_bars = text == "on"; },
         "carry the error of every signal along with the run: on, off (default: where the method linearizes "
         "all "
         "units anyway)")
      ->check(CLI::IsMember({"on", "off"}));
  run->add_flag("--record-errors", a->settings.record_errors,
                "a column error(signal) beside every recorded signal");
  run->add_option("-o,--output", a->output,
                  "CSV file (default: the scenario's name, here); - for standard output");
  run->add_option("--trace", a->trace, "write one CSV row per attempted macro-step: iterations, residual, …");
  run->add_flag(
      "--verify", a->verify,
      "repeat the run at half the step, or a tenth of the tolerance, with macro-steps that end elsewhere, "
      "and tell the difference");
  run->add_flag("--no-verify", a->no_verify,
                "never repeat a run without --verify (done where units determine the step and no estimate "
                "supports it)");
  run->add_option("--stats", a->stats, "write statistics as JSON; - for standard output");
  run->add_flag("--no-sidecar", a->no_metadata, "no .json beside the CSV");
  run->add_flag("--no-progress", a->no_progress, "no progress display");
  CLI::Option* quiet = run->add_flag("-q,--quiet", a->quiet, "print nothing but errors");
  run->add_flag("-v,--verbose", a->verbose, "say more about the units, and all that FMUs said")
      ->excludes(quiet);
  run->footer(
      "Example:  accordo run two-mass.yaml --method gauss-seidel --step 1e-4 --record 'S1.*' -o out.csv\n"
      "With exit codes 3, 4 and 130 the CSV holds every row up to the last accepted step.");
  run->callback(
      [a, begun, &code] { code = started_by_mpirun() ? execute_ranks(*a, begun) : execute(*a, begun); });
}

}  // namespace accordo::cli
