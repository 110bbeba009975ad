#include "session/metadata.hpp"

#include <cmath>

#include "base/index.hpp"
#include "base/json.hpp"
#include "model/components.hpp"
#include "model/graph.hpp"
#include "model/quantity_rules.hpp"
#include "session/unit_words.hpp"

namespace accordo {
namespace {

template <class Values>
void write_list(JsonWriter& json, const char* key, const Values& values) {
  json.key(key).begin_array();
  for (const auto& value : values) json.value(value);
  json.end_array();
}

std::vector<double> announced(const Session& session) {
  std::vector<double> times;
  for (const auto& [t, place] : session.scenario().events) times.push_back(t);
  return times;
}

void write_settings(JsonWriter& json, const Session& session) {
  const ExperimentSpec& e = session.scenario().experiment;
  json.key("settings").begin_object();
  json.member("step", session.step());
  if (e.tolerance) json.member("tolerance", *e.tolerance);
  if (e.output_interval) json.member("output_interval", *e.output_interval);
  if (!e.output_points.empty()) write_list(json, "output_points", e.output_points);
  if (e.max_steps) json.member("max_steps", *e.max_steps);
  if (e.max_seconds) json.member("max_seconds", *e.max_seconds);
  json.key("options").begin_object();
  for (const Definition& d : e.options) json.member(d.name.text, d.value.text);
  json.end_object();
  write_list(json, "events", announced(session));
  json.end_object();
}

/// What a unit can do, what of it the scenario disables, and what an FMU declares beside what was found.
void write_abilities(JsonWriter& json, const Session& session, std::size_t unit) {
  const Capabilities& can = session.units()[unit].can;
  std::vector<std::string_view> abilities;
  for (const Capability& c : kCapabilities) {
    if (can.*c.member) abilities.push_back(c.name);
  }
  write_list(json, "capabilities", abilities);
  json.member("input_degree", can.input_degree);
  std::vector<std::string> disabled;
  for (const auto& [name, has] : session.scenario().units[unit].capabilities) {
    if (!has) disabled.push_back(name.text);
  }
  if (!disabled.empty()) write_list(json, "pretended_away", disabled);
  if (session.built(unit).capability_checks.empty()) return;
  json.key("fmi").begin_array();
  for (const CapabilityCheck& c : session.built(unit).capability_checks) {
    json.begin_object();
    json.member("capability", c.capability);
    json.member("declared", c.declared);
    json.member("verified", c.verified);
    json.member("note", c.note);
    json.end_object();
  }
  json.end_array();
}

void write_groups(JsonWriter& json, const char* key, const Session& session,
                  const std::vector<std::vector<int>>& groups) {
  json.key(key).begin_array();
  for (const std::vector<int>& group : groups) {
    json.begin_array();
    for (const int unit : group) json.value(session.units()[index(unit)].name);
    json.end_array();
  }
  json.end_array();
}

/// Groups of two or more units that all depend on each other, however indirectly.
std::vector<std::vector<int>> cycles(const Wiring& wiring) {
  std::vector<std::pair<int, int>> edges;
  for (const Link& link : wiring.links)
    edges.emplace_back(wiring.unit_of_output[index(link.output)], wiring.unit_of_input[index(link.input)]);
  std::vector<std::vector<int>> groups = strong_components(Digraph(wiring.layout.units(), edges));
  std::erase_if(groups, [](const std::vector<int>& group) { return group.size() < 2; });
  return groups;
}

/// Which units feed through in a cycle, and which ones depend on each other.
void write_loops(JsonWriter& json, const Session& session) {
  std::vector<std::vector<int>> loops;
  for (const OutputOrder::Stage& stage : order_outputs(session.wiring(), session.units()).stages) {
    if (stage.loop) loops.push_back(stage.units);
  }
  write_groups(json, "loops", session, loops);
  write_groups(json, "cycles", session, cycles(session.wiring()));
}

void write_system(JsonWriter& json, const Session& session) {
  json.key("system").begin_array();
  for (std::size_t k = 0; k < session.units().size(); ++k) {
    const UnitInfo& unit = session.units()[k];
    json.begin_object();
    json.member("name", unit.name);
    json.member("kind", unit.kind);
    write_list(json, "inputs", unit.ports.inputs);
    write_list(json, "outputs", unit.ports.outputs);
    write_list(json, "states", unit.ports.states);
    if (const auto measured = measured_ports(unit.ports); !measured.empty()) {
      json.key("quantities").begin_object();
      for (const auto& [name, in] : measured) json.member(name, in);
      json.end_object();
    }
    write_abilities(json, session, k);
    json.end_object();
  }
  json.end_array();
}

void write_connections(JsonWriter& json, const Session& session) {
  json.key("connections").begin_array();
  for (const ConnectionSpec& c : session.scenario().connections) {
    json.begin_object();
    json.member("from", c.source.text);
    json.member("to", c.target.text);
    json.member("gain", c.gain);
    json.member("offset", c.offset);
    if (c.scale == ScaleOrigin::converted) json.member("converted", true);
    if (!c.map.empty()) {
      json.key("map").begin_object();
      for (const auto& [from, to] : c.map) json.member(std::to_string(from), static_cast<long long>(to));
      json.end_object();
    }
    json.end_object();
  }
  json.end_array();
}

void write_events(JsonWriter& json, const Session& session, const StepStatistics& step_statistics) {
  json.key("events").begin_object();
  write_list(json, "announced", announced(session));
  write_list(json, "found", step_statistics.jumps);
  json.end_object();
}

/// Four digits: enough to draw.
double rounded(double value) {
  if (value == 0 || !std::isfinite(value)) return value;
  const double unit = std::pow(10.0, 3 - std::floor(std::log10(std::abs(value))));
  return std::isfinite(unit) ? std::round(value * unit) / unit : value;
}

void write_history(JsonWriter& json, const StepStatistics& step_statistics) {
  const auto column = [&](const char* key, auto value) {
    std::vector<decltype(value(StepBucket{}))> values;
    values.reserve(step_statistics.buckets.size());
    for (const StepBucket& b : step_statistics.buckets) values.push_back(value(b));
    write_list(json, key, values);
  };
  json.key("history").begin_object();
  column("time", [](const StepBucket& b) { return b.end; });
  column("steps", [](const StepBucket& b) { return b.steps; });
  column("shortest", [](const StepBucket& b) { return rounded(b.shortest); });
  column("longest", [](const StepBucket& b) { return rounded(b.longest); });
  column("iterations", [](const StepBucket& b) { return b.iterations; });
  column("rejected", [](const StepBucket& b) { return b.rejected; });
  column("residual", [](const StepBucket& b) { return rounded(b.residual); });
  column("estimate", [](const StepBucket& b) { return rounded(b.estimate); });
  json.end_object();
}

void write_outcome(JsonWriter& json, const Result& result) {
  json.key("outcome").begin_object();
  const std::optional<Error>& why = result.failure ? result.failure : result.ended;
  json.member("status", result.failure       ? "failed"
                        : result.interrupted ? "interrupted"
                        : result.ended       ? "ended"
                                             : "finished");
  json.member("time", result.statistics.reached);
  if (why) {
    const Problem& problem = why->problems().front();
    json.member("id", problem.id);
    json.member("message", problem.what);
    json.member("remedy", problem.remedy);
  }
  if (result.slow_run) {
    json.key("slow_run").begin_object();
    json.member("message", result.slow_run->what);
    json.member("remedy", result.slow_run->remedy);
    json.end_object();
  }
  json.end_object();
}

void write_errors(JsonWriter& json, const ErrorTable& errors) {
  json.key("error_bars").begin_object();
  json.member("known", errors.known());
  json.member("lost", errors.lost);
  json.key("signals").begin_array();
  if (errors.known()) {
    for (const SignalError& s : errors.signals) {
      json.begin_object();
      json.member("name", s.name);
      json.member("largest", s.largest);
      json.member("at", s.at);
      json.member("last", s.last);
      json.member("rms", s.rms);
      json.member("range", s.range);
      json.end_object();
    }
  }
  json.end_array().end_object();
}

/// What is known of the accuracy.
void write_assessment(JsonWriter& json, const Result& result) {
  if (result.verification) write_verification(json, *result.verification, result.statistics.error_estimate);
  write_errors(json, result.errors);
  write_verdict(json, result.verdict);
}

}  // namespace

std::string statistics_json(const Session& session, const Result& result) {
  JsonWriter json;
  json.begin_object();
  write_members(json, result.statistics, session.units());
  write_assessment(json, result);
  json.end_object();
  return json.str();
}

std::string metadata_json(const Session& session, const Result& result, const std::filesystem::path& csv) {
  JsonWriter json;
  json.begin_object();
  json.member("accordo", 1);  // version of this format
  json.member("scenario", session.scenario().name);
  json.member("csv", csv.filename().string());
  write_members(json, result.statistics, session.units());
  write_assessment(json, result);
  write_outcome(json, result);
  write_settings(json, session);
  write_system(json, session);
  write_loops(json, session);
  write_connections(json, session);
  write_events(json, session, result.step_statistics);
  write_messages(json, session, result);
  write_list(json, "unsure_in_first_row", result.unsure_at_start);
  write_history(json, result.step_statistics);
  json.end_object();
  return json.str();
}

std::string unfinished_metadata_json(const Session& session, const std::filesystem::path& csv) {
  const std::string what = "the run has not finished: it is still running, or was killed";
  JsonWriter json;
  json.begin_object();
  json.member("accordo", 1);
  json.member("scenario", session.scenario().name);
  json.member("csv", csv.filename().string());
  json.member("method", session.method().name);
  json.member("status", "unfinished");
  json.member("start", session.start());
  json.member("stop", session.stop());
  write_verdict(json, {{{Severity::wrong, "not-finished", what}}});
  json.key("outcome").begin_object().member("status", "unfinished").end_object();
  write_settings(json, session);
  json.end_object();
  return json.str();
}

}  // namespace accordo
