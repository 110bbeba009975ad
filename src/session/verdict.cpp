// The evidence for and against a result, from all that gathers some.

#include "session/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/index.hpp"
#include "session/coupling_reasons.hpp"
#include "session/discrete_reasons.hpp"
#include "session/held_reasons.hpp"
#include "session/row_reasons.hpp"
#include "session/unit_reasons.hpp"
#include "session/verification_reasons.hpp"

namespace accordo {
namespace {

constexpr double kOverflow = 1e100;  // values beyond are on their way to infinity

void inspect_end(const Result& result, std::vector<Reason>& reasons) {
  const Statistics& s = result.statistics;
  if (result.failure && s.status == "budget") {
    reasons.push_back({Severity::doubtful, "not-finished", result.failure->problems().front().what});
  } else if (result.failure) {
    reasons.push_back({Severity::wrong, "not-finished",
                       fmt::format("the run failed at t = {} of {} [{}]", s.reached, s.stop, s.status)});
  } else if (result.interrupted) {
    reasons.push_back({Severity::doubtful, "not-finished",
                       fmt::format("the run was interrupted at t = {} of {}", s.reached, s.stop)});
  } else if (result.ended) {
    reasons.push_back({Severity::info, "ended-by-unit",
                       fmt::format("the run ended at t = {} of {}: {}", s.reached, s.stop,
                                   result.ended->problems().front().what)});
  }
}

void inspect_values(const Session& session, const Result& result, std::vector<Reason>& reasons) {
  if (result.step_statistics.largest < kOverflow) return;
  const Wiring& wiring = session.wiring();
  const int unit = wiring.unit_of_input[index(result.step_statistics.largest_input)];
  const UnitInfo& owner = session.units()[index(unit)];
  const int port = result.step_statistics.largest_input - wiring.layout.first_input(unit);
  reasons.push_back(
      {Severity::wrong, "overflow",
       fmt::format("input '{}.{}' grew to {:.2g}: the coupling or a unit is unstable", owner.name,
                   owner.ports.inputs[index(port)], result.step_statistics.largest)});
}

}  // namespace

const char* name_of(Severity level) {
  switch (level) {
    case Severity::info:
      return "note";
    case Severity::doubtful:
      return "doubtful";
    case Severity::wrong:
      break;
  }
  return "wrong";
}

const char* Verdict::word() const {
  return level() == Severity::info ? "trustworthy" : name_of(level());
}

std::string Verdict::line() const {
  if (level() != Severity::info) return fmt::format("{}: {}", word(), reasons.front().text);
  const auto unseen = std::find_if(reasons.begin(), reasons.end(), [](const Reason& r) { return r.unseen; });
  return unseen == reasons.end() ? word() : fmt::format("{} ({})", word(), unseen->text);
}

Verdict assess(const Session& session, const Result& result) {
  std::vector<Reason> reasons;
  add_coupling_reasons(session, result, reasons);
  add_held_reasons(session, result, reasons);
  add_discrete_reasons(session, result, reasons);
  if (result.verification) add_verification_reason(result, reasons);
  inspect_end(result, reasons);
  inspect_values(session, result, reasons);
  add_row_reason(result.row_error, result.step_statistics.tolerance, reasons);
  add_unit_reasons(session, result.step_statistics, reasons);
  std::stable_sort(reasons.begin(), reasons.end(),
                   [](const Reason& a, const Reason& b) { return a.level > b.level; });
  return {std::move(reasons)};
}

void write_verdict(JsonWriter& json, const Verdict& verdict) {
  json.key("verdict").begin_object();
  json.member("level", verdict.word());
  json.key("reasons").begin_array();
  for (const Reason& reason : verdict.reasons) {
    json.begin_object();
    json.member("level", name_of(reason.level));
    json.member("id", reason.id);
    json.member("text", reason.text);
    json.end_object();
  }
  json.end_array().end_object();
}

}  // namespace accordo
