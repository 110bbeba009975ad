// accordo linearize: poles and matrices of a coupled system, and which methods work with which macro-steps.

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/interrupts.hpp"
#include "cli/outputs.hpp"
#include "cli/run_settings.hpp"
#include "cli/standard_streams.hpp"
#include "linearize/linearize.hpp"
#include "linearize/present.hpp"
#include "report/report_page.hpp"

namespace accordo::cli {
namespace {

struct LinearizeArguments {
  std::string scenario, json, html;
  Settings settings;
  std::vector<std::string> at, inputs, outputs, steps;
  bool matrices = false, quiet = false;
};

/// The scenario made ready; refuses to overwrite what it reads.
std::unique_ptr<Session> open_linearized(const LinearizeArguments& a, Problems& problems) {
  check_page(a.html, problems);
  return open_session(a.scenario, a.settings, problems, [&](const Scenario& scenario) {
    protect_inputs(scenario, a.json == "-" ? "" : a.json, "name another file with --json");
    protect_inputs(scenario, a.html == "-" ? "" : a.html, "name another file with --html");
  });
}

int execute(LinearizeArguments& a) {
  Problems problems;
  LinearSettings what;
  what.at = numbers(a.at, "--at", problems);
  what.steps = numbers(a.steps, "--steps", problems);
  what.inputs = split_lists(a.inputs);
  what.outputs = split_lists(a.outputs);
  a.settings.error_bars = false;
  Problems of_scenario;  // apart: with any of these there is no session
  const std::unique_ptr<Session> session = open_linearized(a, of_scenario);
  for (const Problem& problem : of_scenario.list()) problems.add(problem);
  LinearPlan plan;
  if (session) plan = plan_linear(*session, what, problems);
  problems.throw_if_any();
  if (!a.quiet) print_warnings(*session);
  const std::atomic<bool>& interrupted = catch_interrupts();
  std::vector<Linearization> points;
  {
    const StandardStreams streams;  // code of FMUs runs
    points = linearize(*session, plan, {.interrupt = &interrupted});
  }
  if (!a.json.empty()) write_or_print(a.json, linear_json(points, session->scenario().name));
  if (!a.html.empty()) write_or_print(a.html, report_page(linear_json(points, session->scenario().name)));
  if (!a.quiet && a.json != "-" && a.html != "-") write_or_print("", linear_text(points, {a.matrices}));
  return static_cast<int>(interrupted.load() ? Exit::interrupted : Exit::done);
}

}  // namespace

void add_linearize(CLI::App& app, int& code) {
  const auto a = std::make_shared<LinearizeArguments>();
  CLI::App* command = app.add_subcommand(
      "linearize", "poles and matrices of the coupled system, and with which steps methods work");
  command->add_option("SCENARIO", a->scenario, "a .yaml scenario, an .ssp or .ssd, or a single .fmu")
      ->required();
  const auto list = [&](const char* name, std::vector<std::string>& to, const char* help) {
    command->add_option(name, to, help)->take_all()->allow_extra_args(false);
  };
  list("--at", a->at, "when: t1,t2,… (default: the start); the run leads there");
  list("--inputs", a->inputs,
       "inputs of B and D: unit.variable,… with * as a wildcard; to those that are connected something is "
       "added "
       "(default: those that no output is connected to)");
  list("--outputs", a->outputs, "signals of C and D (default: as recorded)");
  list("--steps", a->steps, "macro-steps that methods are judged with: h1,h2,… (default: the scenario's)");
  command->add_option("-m,--method", a->settings.method, "coupling method of the run that leads there");
  command->add_option("--step", a->settings.step, "its fixed macro-step; discards a tolerance in the file");
  command->add_option("--tolerance", a->settings.tolerance,
                      "its accuracy of each step; discards a step in the file");
  add_settings(*command, a->settings);
  command->add_flag("--matrices", a->matrices, "print A, B, C, D also where they are large");
  command->add_option("--json", a->json, "write everything as JSON; - for standard output");
  command->add_option("--html", a->html, "write a page with the poles in the complex plane");
  command->add_flag("-q,--quiet", a->quiet, "print nothing but errors");
  command->footer(
      "Example:  accordo linearize two-mass.yaml --at 0,1 --inputs S1.F --outputs S1.x --steps 1e-3,1e-4\n"
      "An iteration converges where its spectral radius is below 1, a step is stable where it is at most 1.");
  command->callback([a, &code] { code = execute(*a); });
}

}  // namespace accordo::cli
