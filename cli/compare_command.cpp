// accordo compare: methods by steps on one scenario, how accurate each run is and what it costs.

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>

#include "cli/commands.hpp"
#include "cli/interrupts.hpp"
#include "cli/outputs.hpp"
#include "cli/run_settings.hpp"
#include "compare/present.hpp"
#include "report/report_page.hpp"

namespace accordo::cli {
namespace {

struct CompareArguments {
  std::string scenario, json, html;
  CompareRequest request;
  std::vector<std::string> methods, steps, tolerances, signals;
  std::optional<double> run_timeout;
  bool no_progress = false, quiet = false;
};

/// One line, drawn over on a terminal.
void show_progress(std::size_t done, std::size_t of, const std::string& next) {
  fmt::print(stderr, "\r\033[K{} of {}: {}", done, of, next);
  std::fflush(stderr);
}

/// What the shell is told: failures of single rows are part of the table.
Exit verdict(const Comparison& result, bool interrupted) {
  if (interrupted) return Exit::interrupted;
  const bool some =
      std::any_of(result.rows.begin(), result.rows.end(), [](const auto& r) { return r.done(); });
  return some ? Exit::done : Exit::no_agreement;
}

/// Opens the scenario; refuses to overwrite what it reads.
std::unique_ptr<Session> open_compared(const CompareArguments& a, const Settings& settings,
                                       Problems& problems) {
  std::unique_ptr<Session> session = open_session(a.scenario, settings, problems);
  if (!session) return session;
  protect_inputs(session->scenario(), a.json == "-" ? "" : a.json, "name another file with --json");
  protect_inputs(session->scenario(), a.html == "-" ? "" : a.html, "name another file with --html");
  return session;
}

int execute(CompareArguments& a) {
  Problems problems;
  PlanRequest& plan = a.request.plan;
  plan.methods = split_lists(a.methods);
  plan.steps = numbers(a.steps, "--steps", problems);
  plan.tolerances = numbers(a.tolerances, "--tolerances", problems);
  plan.settings.record = split_lists(a.signals);
  plan.settings.compared = true;
  check_page(a.html, problems);
  constexpr double minute = 60;  // nobody knows how long methods take that nobody asked for
  if (!a.run_timeout && plan.methods.empty()) a.run_timeout = minute;
  a.request.run_timeout = a.run_timeout.value_or(0);
  a.request.open = [&a](const Settings& settings, Problems& found) {
    return open_compared(a, settings, found);
  };
  const std::atomic<bool>& interrupted = catch_interrupts();
  a.request.interrupt = &interrupted;
  const bool progress = !a.quiet && !a.no_progress && isatty(STDERR_FILENO) != 0;
  if (progress) a.request.progress = show_progress;
  const Comparison result = compare(a.request, problems);
  if (progress) fmt::print(stderr, "\r\033[K");

  if (!a.quiet) {
    for (const Problem& warning : result.warnings) fmt::print(stderr, "{}\n", describe(warning, "warning"));
  }
  if (!a.json.empty()) write_or_print(a.json, comparison_json(result));
  if (!a.html.empty()) write_or_print(a.html, report_page(comparison_json(result)));
  if (!a.quiet && a.json != "-" && a.html != "-") write_or_print("", comparison_text(result));
  return static_cast<int>(verdict(result, interrupted.load()));
}

}  // namespace

void add_compare(CLI::App& app, int& code) {
  const auto a = std::make_shared<CompareArguments>();
  CLI::App* compare = app.add_subcommand(
      "compare", "compare methods and steps on one scenario: how accurate each run is, and what it costs");
  compare->add_option("SCENARIO", a->scenario, "a .yaml scenario, an .ssp or .ssd, or a single .fmu")
      ->required();
  const auto list = [&](const char* name, std::vector<std::string>& to, const char* help) {
    compare->add_option(name, to, help)->take_all()->allow_extra_args(false);
  };
  list("--methods", a->methods,
       "methods to compare: a,b,… each as name or name:option=value:… (default: all that are possible)");
  list("--steps", a->steps,
       "fixed macro-steps: h1,h2,… (default: around the scenario's step, else parts of its time)");
  list("--tolerances", a->tolerances, "accuracies to ask for: t1,t2,… besides or instead of steps");
  list("--signals", a->signals,
       "signals that errors are of: unit.variable,… with * as a wildcard (default: as recorded)");
  compare->add_option("--reference", a->request.reference,
                      "the reference: monolithic (default where possible), finest, or a CSV file of results");
  compare->add_option("--json", a->json, "write the table as JSON; - for standard output");
  compare->add_option("--html", a->html, "write a page with work-precision plots");
  compare
      ->add_option("-j,--jobs", a->request.jobs,
                   "runs at the same time (default: half of the processors; 1 with --threads or --isolate)")
      ->check(CLI::Range(1, 1024));
  compare
      ->add_option("--run-timeout", a->run_timeout,
                   "seconds that one run may take (default: 60 where --methods is not given, else no limit)")
      ->check(CLI::PositiveNumber);
  add_settings(*compare, a->request.plan.settings);
  compare->add_flag("--no-progress", a->no_progress, "no progress display");
  compare->add_flag("-q,--quiet", a->quiet, "print nothing but errors");
  compare->footer(
      "Example:  accordo compare two-mass.yaml --methods jacobi,gauss-seidel,missiles --steps 4e-3,1e-3\n"
      "The error is 100·‖y − y_ref‖₂/‖y_ref‖₂ at the communication points of each run, the mean over the "
      "signals.\n"
      "A run that fails is a row with its reason. Exit code 4: no run is done.");
  compare->callback([a, &code] { code = execute(*a); });
}

}  // namespace accordo::cli
