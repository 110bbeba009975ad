#include "cli/outputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <vector>

#include "report/report_page.hpp"

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

/// Whether it is one of the files in a folder: an FMU that was unpacked.
bool is_within(const fs::path& file, const fs::path& folder) {
  std::error_code unknown;
  if (!fs::is_directory(folder, unknown) || !fs::exists(file, unknown)) return false;
  const fs::path inner = fs::canonical(file, unknown), outer = fs::canonical(folder, unknown);
  return std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end()).first == outer.end();
}

/// Whether a file is the metadata file of rows of this name: another one that happens to lie there is not
/// ours.
bool is_metadata(const fs::path& file, const fs::path& csv) {
  std::ifstream in(file, std::ios::binary);
  std::string head(std::size_t{1} << 12, '\0');
  in.read(head.data(), static_cast<std::streamsize>(head.size()));
  return head.find("\"accordo\": 1,") != std::string::npos &&
         head.find("\"csv\": \"" + csv.filename().string() + '"') != std::string::npos;
}

/// Small machine-readable companion of the results: same name, .json.
fs::path metadata_of(const fs::path& csv) {
  fs::path path = csv;
  if (path.extension() == ".json") return path += ".json";
  return path.replace_extension(".json");
}

/// Refuses to write one file twice. Statistics may take the place of the metadata file: it holds them.
void refuse_twice(const Outputs& to) {
  struct Target {
    fs::path file;
    const char* what;
  };
  std::vector<Target> targets;
  if (!to.to_stdout) targets.push_back({to.csv, "the rows"});
  if (to.stats != "-" && !to.stats_in_metadata) targets.push_back({to.stats, "the statistics"});
  targets.push_back({to.trace, "the trace"});
  targets.push_back({to.metadata, "what the report needs (.json)"});
  std::erase_if(targets, [](const Target& t) { return t.file.empty() || !is_file_or_new(t.file); });
  for (std::size_t i = 0; i < targets.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (!same_file(targets[i].file, targets[j].file)) continue;
      throw Error(Exit::usage, "output-twice",
                  fmt::format("'{}' cannot take both {} and {}", targets[i].file.string(), targets[j].what,
                              targets[i].what),
                  "name different files with -o, --stats and --trace");
    }
  }
}

}  // namespace

void protect_inputs(const Scenario& scenario, const fs::path& output, const std::string& remedy) {
  if (output.empty() || !is_file_or_new(output)) return;
  std::vector<fs::path> inputs{scenario.file};
  for (const UnitSpec& unit : scenario.units) {
    for (const SeriesSpec& series : unit.series) inputs.push_back(series.file);
    if (unit.body != nullptr && !unit.body->file.empty()) inputs.push_back(unit.body->file);
  }
  const bool read = std::any_of(inputs.begin(), inputs.end(), [&](const fs::path& input) {
    return same_file(input, output) || is_within(output, input);
  });
  if (!read) return;
  throw Error(Exit::usage, "output-is-input",
              fmt::format("writing '{}' would destroy a file that this run reads", output.string()), remedy);
}

fs::path from_folder(const fs::path& folder, const fs::path& name) {
  std::error_code unknown;
  if (name.empty() || name == "-" || name.is_absolute() || fs::current_path(unknown) == folder) return name;
  return folder / name;
}

Outputs choose_outputs(const Scenario& scenario, const OutputNames& names) {
  const std::string& stats = names.stats;
  Outputs to;
  to.to_stdout = names.output == "-";
  to.csv = to.to_stdout ? "standard output" : names.output.empty() ? scenario.name + ".csv" : names.output;
  to.stats = stats;
  to.trace = names.trace;
  if (!to.to_stdout && is_file_or_new(to.csv)) {
    const fs::path beside = metadata_of(to.csv);
    to.stats_in_metadata = !stats.empty() && same_file(stats, beside);
    if (names.metadata || to.stats_in_metadata) {
      to.metadata = beside;
    } else if (is_metadata(beside, to.csv)) {
      to.stale = beside;
    }
  }
  if (to.to_stdout && stats == "-") {
    throw Error(Exit::usage, "output-twice", "standard output cannot take both the rows and the statistics",
                "name a file with -o or --stats");
  }
  refuse_twice(to);
  if (!to.to_stdout) protect_inputs(scenario, to.csv, "name another file with -o");
  if (stats != "-") protect_inputs(scenario, to.stats, "name another file with --stats");
  protect_inputs(scenario, to.trace, "name another file with --trace");
  protect_inputs(scenario, to.metadata, "name another file with -o, or add --no-sidecar");
  return to;
}

void check_page(const std::string& file, Problems& problems) {
  if (file.empty()) return;
  try {
    report_page("{}");
  } catch (const Error& error) {
    for (const Problem& p : error.problems()) problems.add(p);
  }
}

}  // namespace accordo::cli
