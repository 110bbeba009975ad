// accordo report: results as a page to look at.

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "report/payload.hpp"
#include "report/report_page.hpp"

namespace accordo::cli {
namespace {

struct ReportArguments {
  std::vector<std::string> results, signals;
  std::string output, reference;
};

/// A report must not take the place of what it shows.
void protect_results(const ReportArguments& a) {
  std::vector<std::filesystem::path> inputs(a.results.begin(), a.results.end());
  if (!a.reference.empty()) inputs.emplace_back(a.reference);
  for (const std::filesystem::path& input : inputs) {
    std::filesystem::path metadata = input;
    metadata.replace_extension(".json");
    std::error_code ignored;
    if (std::filesystem::equivalent(input, a.output, ignored) ||
        std::filesystem::equivalent(metadata, a.output, ignored))
      throw Error(Exit::usage, "output-is-input", fmt::format("{} is a file that the report reads", a.output),
                  "name another file with -o");
  }
}

int execute(ReportArguments a) {
  if (a.output.empty()) a.output = std::filesystem::path(a.results.front()).stem().string() + ".html";
  protect_results(a);
  ReportSpec spec;
  spec.results.assign(a.results.begin(), a.results.end());
  spec.reference = a.reference;
  spec.signals = a.signals;
  const Payload payload = report_payload(spec);
  write_or_print(a.output, report_page(payload.json));
  for (const Problem& warning : payload.warnings.list())
    fmt::print(stderr, "{}\n", describe(warning, "warning"));
  if (a.output != "-") fmt::print("report            {} (open it in a browser)\n", a.output);
  return 0;
}

}  // namespace

void add_report(CLI::App& app, int& code) {
  const auto a = std::make_shared<ReportArguments>();
  CLI::App* command = app.add_subcommand("report", "a page that shows results and how far to trust them");
  command
      ->add_option("RESULT", a->results,
                   "one or more .csv of `accordo run`; the .json beside them is used, too")
      ->required();
  command->add_option("-o,--output", a->output,
                      "file to write (default: the first result's name with .html, here)");
  command->add_option("--reference", a->reference,
                      "the result from which the others are subtracted (default: the first)");
  command
      ->add_option("--signals", a->signals,
                   "what to show, separated by commas; * matches (default: up to 200 signals)")
      ->delimiter(',')
      ->allow_extra_args(false);
  command->footer(
      "Examples: accordo report two-mass.csv -o report.html\n"
      "          accordo report coarse.csv fine.csv --reference fine.csv --signals 'S1.*'");
  command->callback([a, &code] { code = execute(*a); });
}

}  // namespace accordo::cli
