#include "report/payload.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "base/json.hpp"
#include "base/names.hpp"
#include "io/text_file.hpp"
#include "report/base64.hpp"
#include "report/decimate.hpp"
#include "report/json_text.hpp"
#include "report/reference.hpp"
#include "report/result_csv.hpp"
#include "report/signal_columns.hpp"

namespace accordo {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kNone = SignalColumns::none;

/// One result while its part of the payload is made.
struct Run {
  fs::path file;
  std::string name;
  bool is_reference = false;
  std::size_t columns = 0;             ///< signals in the file
  std::vector<std::string> signals;    ///< those that are shown
  std::vector<std::size_t> positions;  ///< where they are in the file, then where their errors are
  std::vector<std::size_t> errors;     ///< per signal the place among `positions`; kNone: it has no error
  std::vector<std::size_t> compared;   ///< those signals that the reference has, too
  std::vector<std::string> remarks;
};

/// How far a signal is from the reference: over all rows, not only those shown.
struct Distance {
  double largest = 0, difference = 0, reference = 0;  ///< the latter two: sums of squares
};

bool same_file(const fs::path& a, const fs::path& b) {
  std::error_code unknown;
  return fs::equivalent(a, b, unknown);
}

bool chosen(const ReportSpec& spec, const std::string& name) {
  return spec.signals.empty() ||
         std::any_of(spec.signals.begin(), spec.signals.end(),
                     [&](const std::string& pattern) { return matches(name, pattern); });
}

Run survey(const ReportSpec& spec, const fs::path& file) {
  Run run{.file = file, .name = file.stem().string()};
  const ResultCsv csv(file);
  const std::vector<SignalColumns> columns = signal_columns(csv.names());
  run.columns = columns.size();
  std::size_t wanted = 0;
  std::vector<std::size_t> errors;
  for (const auto& [value, error] : columns) {
    if (!chosen(spec, csv.names()[value])) continue;
    if (++wanted > spec.most_signals && spec.signals.empty()) continue;
    run.signals.push_back(csv.names()[value]);
    run.positions.push_back(value);
    errors.push_back(error);
  }
  for (const std::size_t error : errors) {
    run.errors.push_back(error == kNone ? kNone : run.positions.size());
    if (error != kNone) run.positions.push_back(error);
  }
  if (wanted > run.signals.size()) {
    run.remarks.push_back(fmt::format("shows the first {} of {} signals; choose others with --signals",
                                      run.signals.size(), run.columns));
  }
  return run;
}

/// Every pattern must find something, or it was a typing error.
void check_signals(const ReportSpec& spec, const std::vector<Run>& runs) {
  Problems problems;
  for (const std::string& pattern : spec.signals) {
    const bool found = std::any_of(runs.begin(), runs.end(), [&](const Run& run) {
      return std::any_of(run.signals.begin(), run.signals.end(),
                         [&](const std::string& name) { return matches(name, pattern); });
    });
    if (found) continue;
    std::vector<std::string> names;
    for (const Run& run : runs) {
      const ResultCsv csv(run.file);
      for (const SignalColumns& columns : signal_columns(csv.names()))
        names.push_back(csv.names()[columns.value]);
    }
    problems.add("unknown-signal", {}, fmt::format("no result has a signal '{}'", pattern),
                 did_you_mean(pattern, names));
  }
  problems.throw_if_any();
}

/// For each signal to be compared its place in the reference.
std::vector<std::size_t> find_compared(Run& run, const Run& reference) {
  const ResultCsv csv(reference.file);
  std::unordered_map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < csv.names().size(); ++i) places.emplace(csv.names()[i], i);
  std::vector<std::pair<std::size_t, std::size_t>> pairs;  // in the reference, in the run
  for (std::size_t i = 0; i < run.signals.size(); ++i) {
    if (const auto place = places.find(run.signals[i]); place != places.end())
      pairs.emplace_back(place->second, i);
  }
  std::sort(pairs.begin(), pairs.end());  // the reader gives them in the order of the file
  std::vector<std::size_t> in_reference;
  for (const auto& [there, here] : pairs) {
    in_reference.push_back(there);
    run.compared.push_back(here);
  }
  if (pairs.size() < run.signals.size()) {
    run.remarks.push_back(fmt::format("{} of its signals are not in the reference '{}'",
                                      run.signals.size() - pairs.size(), reference.name));
  }
  return in_reference;
}

/// Reads the rows: what to draw, values first, then errors, then differences.
Trace read_rows(Run& run, Reference* reference, std::size_t points, std::vector<Distance>& distances) {
  ResultCsv csv(run.file);
  std::vector<std::size_t> sorted = run.positions;  // the reader gives columns in the order of the file
  std::sort(sorted.begin(), sorted.end());
  csv.choose(sorted);
  std::vector<std::size_t> from;
  for (const std::size_t i : run.positions)
    from.push_back(
        static_cast<std::size_t>(std::lower_bound(sorted.begin(), sorted.end(), i) - sorted.begin()));
  const std::size_t shown = run.positions.size(), compared = run.compared.size();
  Decimator decimator(shown + compared, points);
  std::vector<double> row(shown + compared), there(compared);
  distances.resize(compared);
  while (csv.next()) {
    for (std::size_t i = 0; i < shown; ++i) row[i] = csv.values()[from[i]];
    if (reference != nullptr) reference->at(csv.time(), there);
    for (std::size_t i = 0; i < compared; ++i) {
      const double difference = row[run.compared[i]] - there[i];
      row[shown + i] = difference;
      if (!std::isfinite(difference)) continue;
      Distance& d = distances[i];
      d.largest = std::max(d.largest, std::abs(difference));
      d.difference += difference * difference;
      d.reference += there[i] * there[i];
    }
    decimator.add(csv.time(), row);
  }
  if (csv.cut_off()) run.remarks.push_back("the last line of the CSV is incomplete and left out");
  return decimator.finish();
}

void write_signal(JsonWriter& json, const Run& run, const Trace& trace, std::size_t i,
                  const std::vector<Distance>& distances) {
  json.begin_object().member("name", run.signals[i]).member("values", base64(trace.values[i]));
  if (run.errors[i] != kNone) json.member("error", base64(trace.values[run.errors[i]]));
  const auto at = std::find(run.compared.begin(), run.compared.end(), i);
  if (at != run.compared.end()) {
    const auto k = static_cast<std::size_t>(at - run.compared.begin());
    const Distance& d = distances[k];
    json.member("difference", base64(trace.values[run.positions.size() + k]));
    json.member("largest_difference", d.largest);
    json.member("difference_percent", 100 * std::sqrt(d.difference / d.reference));
  }
  json.end_object();
}

std::string data_json(const Run& run, const Trace& trace, const std::vector<Distance>& distances) {
  JsonWriter json;
  json.begin_object();
  json.member("name", run.name).member("file", run.file.string()).member("reference", run.is_reference);
  json.member("rows", static_cast<long long>(trace.rows));
  json.member("rows_per_bucket", static_cast<long long>(trace.rows_per_bucket));
  json.member("columns", static_cast<long long>(run.columns));
  json.key("remarks").begin_array();
  for (const std::string& remark : run.remarks) json.value(remark);
  json.end_array();
  json.member("time", base64(trace.time));
  json.key("signals").begin_array();
  for (std::size_t i = 0; i < run.signals.size(); ++i) write_signal(json, run, trace, i, distances);
  json.end_array().end_object();
  return json.str();
}

/// The text of what lies beside the CSV; "null" when there is nothing of ours.
std::string metadata(Run& run) {
  fs::path file = run.file;
  file.replace_extension(".json");
  std::error_code ignored;
  const auto without = [&](const std::string& why) {
    run.remarks.push_back(fmt::format("{}: only signals are shown, not how the run went", why));
    return std::string("null");
  };
  if (!fs::exists(file, ignored))
    return without(fmt::format("there is no {} beside the CSV", file.filename().string()));
  Problems problems;
  std::optional<JsonText> json;
  if (const std::optional<std::string> text = read_text_file(file, problems);
      text && check_utf8(*text, file.string(), problems))
    json = check_json(*text, file.string(), problems);
  problems.throw_if_any();
  const bool ours = std::find(json->keys.begin(), json->keys.end(), "accordo") != json->keys.end();
  return ours ? std::move(json->text)
              : without(fmt::format("{} was not written by accordo run", file.filename().string()));
}

/// The runs of the report; the reference is one of them.
std::vector<Run> survey_all(const ReportSpec& spec) {
  std::vector<fs::path> files;
  for (const fs::path& file : spec.results) {
    const bool known =
        std::any_of(files.begin(), files.end(), [&](const fs::path& f) { return same_file(f, file); });
    if (!known) files.push_back(file);
  }
  const auto is_reference = [&](const fs::path& file) { return same_file(file, spec.reference); };
  if (!spec.reference.empty() && std::none_of(files.begin(), files.end(), is_reference))
    files.insert(files.begin(), spec.reference);
  std::vector<Run> runs;
  for (const fs::path& file : files) {
    runs.push_back(survey(spec, file));
    runs.back().is_reference =
        spec.reference.empty() ? files.size() > 1 && runs.size() == 1 : is_reference(file);
  }
  for (Run& run : runs) {  // names must tell the runs apart
    const auto same = [&](const Run& other) { return other.file.stem() == run.file.stem(); };
    if (std::count_if(runs.begin(), runs.end(), same) > 1) run.name = run.file.string();
  }
  check_signals(spec, runs);
  return runs;
}

/// How many points each signal may have so that the whole page stays light.
std::size_t share_of_points(const ReportSpec& spec, const std::vector<Run>& runs) {
  std::size_t signals = 0;
  for (const Run& run : runs) signals += run.positions.size() + (runs.size() > 1 ? run.signals.size() : 0);
  return std::clamp(spec.all_points / std::max<std::size_t>(signals, 1), std::size_t{400}, spec.points);
}

}  // namespace

Payload report_payload(const ReportSpec& spec) {
  std::vector<Run> runs = survey_all(spec);
  const std::size_t points = share_of_points(spec, runs);
  const auto reference =
      std::find_if(runs.begin(), runs.end(), [](const Run& run) { return run.is_reference; });
  Payload payload;
  payload.runs = runs.size();
  payload.json = "{\"kind\": \"report\", \"runs\": [";
  for (Run& run : runs) {
    std::optional<Reference> other;
    if (reference != runs.end() && !run.is_reference)
      other.emplace(reference->file, find_compared(run, *reference));
    const std::string beside = metadata(run);
    std::vector<Distance> distances;
    const Trace trace = read_rows(run, other ? &*other : nullptr, points, distances);
    if (payload.json.back() == '}') payload.json += ",\n";
    payload.json += "{\"data\": " + data_json(run, trace, distances) + ", \"sidecar\": " + beside + "}";
    payload.signals += run.signals.size();
    for (const std::string& remark : run.remarks)
      payload.warnings.add("report-incomplete", {run.file.string(), 0, 0}, remark);
  }
  payload.json += "]}\n";
  return payload;
}

}  // namespace accordo
