#include "cli/outputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace accordo::cli {
namespace {

namespace fs = std::filesystem;

/// Devices and pipes lose nothing when they are written twice.
bool is_file_or_new(const fs::path& path) {
  std::error_code unknown;
  return fs::is_regular_file(path, unknown) || !fs::exists(path, unknown);
}

bool same_file(const fs::path& a, const fs::path& b) {
  std::error_code unknown;
  if (fs::equivalent(a, b, unknown)) return true;  // also through links
  return fs::weakly_canonical(fs::absolute(a, unknown), unknown) ==
         fs::weakly_canonical(fs::absolute(b, unknown), unknown);
}

/// Small machine-readable companion of the results: same name, .json.
fs::path sidecar_of(const fs::path& csv) {
  fs::path path = csv;
  if (path.extension() == ".json") return path += ".json";
  return path.replace_extension(".json");
}

/// Refuses to overwrite what the run reads.
void protect_inputs(const Scenario& scenario, const fs::path& output, const std::string& remedy) {
  if (output.empty() || !is_file_or_new(output)) return;
  std::vector<fs::path> inputs{scenario.file};
  for (const UnitSpec& unit : scenario.units) {
    for (const SeriesSpec& series : unit.series) inputs.push_back(series.file);
  }
  const bool read = std::any_of(inputs.begin(), inputs.end(),
                                [&](const fs::path& input) { return same_file(input, output); });
  if (!read) return;
  throw Error(Exit::usage, "output-is-input",
              fmt::format("writing '{}' would destroy a file that this run reads", output.string()), remedy);
}

}  // namespace

Outputs choose_outputs(const Scenario& scenario, const std::string& output, const std::string& stats,
                       bool sidecar) {
  Outputs to;
  to.to_stdout = output == "-";
  to.csv = to.to_stdout ? "standard output" : output.empty() ? scenario.name + ".csv" : output;
  to.stats = stats;
  if (!to.to_stdout && is_file_or_new(to.csv)) {
    const fs::path beside = sidecar_of(to.csv);
    to.stats_in_sidecar = !stats.empty() && same_file(stats, beside);
    if (sidecar || to.stats_in_sidecar) to.sidecar = beside;
  }
  const bool twice =
      to.to_stdout ? stats == "-" : !stats.empty() && is_file_or_new(to.csv) && same_file(stats, to.csv);
  if (twice) {
    throw Error(Exit::usage, "output-twice",
                fmt::format("'{}' cannot take both the rows and the statistics", to.csv.string()),
                "name different files with -o and --stats");
  }
  if (!to.to_stdout) protect_inputs(scenario, to.csv, "name another file with -o");
  if (stats != "-") protect_inputs(scenario, to.stats, "name another file with --stats");
  protect_inputs(scenario, to.sidecar, "name another file with -o, or add --no-sidecar");
  return to;
}

}  // namespace accordo::cli
