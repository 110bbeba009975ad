#include "session/sidecar.hpp"

#include "base/json.hpp"

namespace accordo {
namespace {

void write_names(JsonWriter& json, const char* key, const std::vector<std::string>& names) {
  json.key(key).begin_array();
  for (const std::string& name : names) json.value(name);
  json.end_array();
}

void write_settings(JsonWriter& json, const Session& session) {
  const ExperimentSpec& e = session.scenario().experiment;
  json.key("settings").begin_object();
  json.member("step", session.step());
  if (e.tolerance) json.member("tolerance", *e.tolerance);
  if (e.output_interval) json.member("output_interval", *e.output_interval);
  json.key("options").begin_object();
  for (const Definition& d : e.options) json.member(d.name.text, d.value.text);
  json.end_object();
  json.key("events").begin_array();
  for (const auto& [t, place] : session.scenario().events) json.value(t);
  json.end_array().end_object();
}

void write_system(JsonWriter& json, const Session& session) {
  json.key("system").begin_array();
  for (const UnitInfo& unit : session.units()) {
    json.begin_object();
    json.member("name", unit.name);
    json.member("kind", unit.kind);
    write_names(json, "inputs", unit.ports.inputs);
    write_names(json, "outputs", unit.ports.outputs);
    write_names(json, "states", unit.ports.states);
    json.end_object();
  }
  json.end_array();
  json.key("connections").begin_array();
  for (const ConnectionSpec& c : session.scenario().connections) {
    json.begin_object();
    json.member("from", c.source.text);
    json.member("to", c.target.text);
    json.member("gain", c.gain);
    json.member("offset", c.offset);
    if (!c.map.empty()) {
      json.key("map").begin_object();
      for (const auto& [from, to] : c.map) json.member(std::to_string(from), static_cast<long long>(to));
      json.end_object();
    }
    json.end_object();
  }
  json.end_array();
}

}  // namespace

std::string statistics_json(const Statistics& statistics) {
  JsonWriter json;
  json.begin_object();
  write_members(json, statistics);
  json.end_object();
  return json.str();
}

std::string sidecar_json(const Session& session, const Statistics& statistics,
                         const std::filesystem::path& csv) {
  JsonWriter json;
  json.begin_object();
  json.member("accordo", 1);  // version of this format
  json.member("scenario", session.scenario().name);
  json.member("csv", csv.filename().string());
  write_members(json, statistics);
  write_settings(json, session);
  write_system(json, session);
  json.end_object();
  return json.str();
}

}  // namespace accordo
