// What `accordo info` shows of an FMU besides ports and capabilities.

#include <fmt/format.h>

#include "kinds/fmu/fmu_body.hpp"
#include "kinds/fmu/kind.hpp"
#include "kinds/fmu/variables_text.hpp"

namespace accordo {
namespace {

std::string names_or_dash(const std::vector<std::string>& names) {
  return names.empty() ? "-" : fmt::format("{}", fmt::join(names, ", "));
}

/// What becomes of the order of methods, where an FMU does not follow smooth inputs.
std::string order_text(const UnitInfo& unit) {
  if (unit.held_order == 0) return {};
  const bool known = unit.held_order == 4;
  const char* order = known                    ? "4 at most, with any method"
                      : unit.held_measured     ? "4 at most where inputs enter linearly, else 2"
                      : unit.can.variable_step ? "2 at most, unless inputs enter linearly"
                                               : "2 at most, with any method";
  return fmt::format("  order         {}: it follows inputs of degree {} only, smoother ones {}\n", order,
                     unit.can.input_degree,
                     unit.can.variable_step ? "in sub-steps" : "as constants or lines");
}

/// What it declares beside what was verified, and what follows from that.
std::string capability_checks_text(const UnitInfo& unit,
                                   const std::vector<CapabilityCheck>& capability_checks) {
  if (capability_checks.empty()) return {};
  std::string text = fmt::format("  {:<28}{:<26}{}\n", "of FMI", "declared", "verified");
  for (const CapabilityCheck& c : capability_checks) {
    text += fmt::format("    {:<26}{:<26}{}{}\n", c.capability, c.declared, c.verified,
                        c.note.empty() ? "" : fmt::format(" ({})", c.note));
  }
  text += order_text(unit);
  return text +
         "  caution       an FMU is arbitrary code: a run executes it inside this program, with all your "
         "rights\n";
}

/// Its file, and what can be read of it.
std::string facts_text(const FmuFacts& facts) {
  if (facts.file.empty()) return {};
  std::string text = fmt::format("  file          {}, FMI {}, for {}\n", facts.file, facts.fmi_version,
                                 fmt::join(facts.kinds, " and "));
  text += fmt::format("  contents      sha256 {}\n", facts.hash);
  if (!facts.tool.empty()) text += fmt::format("  made by       {}\n", facts.tool);
  text += fmt::format("  platforms     {}{}\n", names_or_dash(facts.platforms),
                      facts.sources ? "; C sources" : "");
  if (!facts.library.empty())
    text += fmt::format("  library       {}: {} functions of FMI, needs {}\n", facts.library,
                        facts.functions.size(), names_or_dash(facts.needs));
  return text + fmt::format("  tested        {}\n", facts.tested.empty()
                                                        ? "no: declared, not tested (--test runs its code)"
                                                        : "on " + facts.tested);
}

void write_names(JsonWriter& json, const char* key, const std::vector<std::string>& names) {
  json.key(key).begin_array();
  for (const std::string& name : names) json.value(name);
  json.end_array();
}

void write_capability_checks(JsonWriter& json, const std::vector<CapabilityCheck>& capability_checks) {
  json.key("fmi").begin_array();
  for (const CapabilityCheck& c : capability_checks) {
    json.begin_object()
        .member("capability", c.capability)
        .member("declared", c.declared)
        .member("verified", c.verified)
        .member("note", c.note)
        .end_object();
  }
  json.end_array();
}

void write_facts(JsonWriter& json, const FmuFacts& facts) {
  json.key("fmu").begin_object();
  json.member("file", facts.file).member("sha256", facts.hash).member("fmi_version", facts.fmi_version);
  json.member("tool", facts.tool);
  write_names(json, "kinds", facts.kinds);
  write_names(json, "platforms", facts.platforms);
  json.member("sources", facts.sources).member("library", facts.library);
  write_names(json, "functions", facts.functions);
  write_names(json, "needs", facts.needs);
  json.key("tested");
  if (facts.tested.empty()) {
    json.null();
  } else {
    json.value(facts.tested);
  }
  json.end_object();
}

}  // namespace

std::string describe_fmu(const UnitView& unit) {
  return facts_text(unit.built.facts) + capability_checks_text(unit.info, unit.built.capability_checks) +
         variables_text(unit.spec.body->file, unit.all_variables);
}

void write_fmu(JsonWriter& json, const UnitView& unit) {
  if (!unit.built.facts.file.empty()) write_facts(json, unit.built.facts);
  if (!unit.built.capability_checks.empty()) write_capability_checks(json, unit.built.capability_checks);
  write_variables(json, unit.spec.body->file);
}

}  // namespace accordo
