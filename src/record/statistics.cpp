#include "record/statistics.hpp"

namespace accordo {

void write_capabilities(JsonWriter& json, const Capabilities& can) {
  json.begin_object();
  for (const Capability& c : kCapabilities) json.member(c.name, can.*c.member);
  json.member("input_degree", can.input_degree);
  json.end_object();
}

void write_members(JsonWriter& json, const Statistics& s, std::span<const UnitInfo> units) {
  json.member("method", s.method);
  json.member("status", s.status);
  json.member("start", s.start);
  json.member("stop", s.stop);
  json.member("reached", s.reached);
  for (const v0::Counter& c : v0::counters) json.member(c.name, s.*c.member);
  json.key("linear_solver");
  if (s.linear_solver.empty()) {
    json.null();
  } else {
    json.value(s.linear_solver);
  }
  json.member("max_coupling_residual", s.max_coupling_residual);
  json.key("error_estimate");
  if (s.error_estimate) {
    json.value(*s.error_estimate);
  } else {
    json.null();
  }
  json.member("startup_seconds", s.startup_seconds);
  json.member("wall_seconds", s.wall_seconds);
  json.key("solvers").begin_array();
  for (const SolverUse& use : s.solvers) {
    json.begin_object();
    json.member("name", use.name);
    json.member("solves", use.solves);
    json.member("iterations", use.iterations);
    json.member("evaluations", use.evaluations);
    json.end_object();
  }
  json.end_array();
  json.key("units").begin_array();
  for (std::size_t k = 0; k < s.units.size(); ++k) {
    const UnitStatistics& u = s.units[k];
    json.begin_object();
    json.member("name", u.name);
    json.member("kind", u.kind);
    json.member("integrations", u.integrations);
    json.member("wall_seconds", u.wall_seconds);
    json.key("capabilities");
    write_capabilities(json, units[k].can);
    json.end_object();
  }
  json.end_array();
}

}  // namespace accordo
