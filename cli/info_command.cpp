// accordo info: what a scenario consists of, what each unit can do, and which methods that allows.

#include <fmt/format.h>

#include "base/json.hpp"
#include "cli/commands.hpp"
#include "cli/run_settings.hpp"
#include "cli/variables_text.hpp"
#include "core/agreement.hpp"
#include "model/quantity_rules.hpp"
#include "session/hindrance.hpp"

namespace accordo::cli {
namespace {

std::vector<std::string> abilities(const Capabilities& can) {
  std::vector<std::string> list;
  for (const Capability& c : kCapabilities) {
    if (can.*c.member) list.emplace_back(c.text);
    if (c.member == &Capabilities::rollback && can.input_degree > 0)
      list.push_back(fmt::format("inputs of degree {}", can.input_degree));
  }
  return list;
}

std::string list_of(const std::vector<std::string>& names) {
  return names.empty() ? "-" : fmt::format("{}", fmt::join(names, ", "));
}

/// "n (Int32)", as far as there are any.
std::vector<std::string> with_types(const std::vector<DiscretePort>& ports) {
  std::vector<std::string> list;
  for (const DiscretePort& port : ports)
    list.push_back(fmt::format("{} ({}){}", port.name, name_of(port.type),
                               port.quantity.unit.empty() ? "" : fmt::format(" [{}]", port.quantity.unit)));
  return list;
}

std::string discrete_text(const Ports& ports) {
  std::string text;
  if (!ports.discrete_inputs.empty())
    text += fmt::format("  discrete inputs   {}\n", list_of(with_types(ports.discrete_inputs)));
  if (!ports.discrete_outputs.empty())
    text += fmt::format("  discrete outputs  {}\n", list_of(with_types(ports.discrete_outputs)));
  return text;
}

/// Outputs with the inputs they depend on directly: "F(x, v)".
std::string feed_through_text(const UnitInfo& unit) {
  std::vector<std::string> list;
  for (std::size_t i = 0; i < unit.feed_through.size(); ++i) {
    std::vector<std::string> inputs;
    for (const int j : unit.feed_through[i]) inputs.push_back(unit.ports.inputs[static_cast<std::size_t>(j)]);
    if (!inputs.empty())
      list.push_back(fmt::format("{}({})", unit.ports.outputs[i], fmt::join(inputs, ", ")));
  }
  return list_of(list);
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

/// Of an FMU: what it declares beside what was verified, and what follows from that.
std::string fmu_text(const UnitInfo& unit, const std::vector<fmi::Claim>& claims) {
  if (claims.empty()) return {};
  std::string text = fmt::format("  {:<28}{:<26}{}\n", "of FMI", "declared", "verified");
  for (const fmi::Claim& c : claims) {
    text += fmt::format("    {:<26}{:<26}{}{}\n", c.capability, c.declared, c.verified,
                        c.note.empty() ? "" : fmt::format(" ({})", c.note));
  }
  text += order_text(unit);
  return text +
         "  caution       an FMU is arbitrary code: a run executes it inside this program, with all your "
         "rights\n";
}

/// Of an FMU: its file, and what can be read of it.
std::string facts_text(const fmi::FmuFacts& facts) {
  if (facts.file.empty()) return {};
  std::string text = fmt::format("  file          {}, FMI {}, for {}\n", facts.file, facts.fmi_version,
                                 fmt::join(facts.kinds, " and "));
  text += fmt::format("  contents      sha256 {}\n", facts.hash);
  if (!facts.tool.empty()) text += fmt::format("  made by       {}\n", facts.tool);
  text += fmt::format("  platforms     {}{}\n", list_of(facts.platforms), facts.sources ? "; C sources" : "");
  if (!facts.library.empty())
    text += fmt::format("  library       {}: {} functions of FMI, needs {}\n", facts.library,
                        facts.functions.size(), list_of(facts.needs));
  return text + fmt::format("  tested        {}\n", facts.tested.empty()
                                                        ? "no: declared, not tested (--test runs its code)"
                                                        : "on " + facts.tested);
}

/// What the list of methods rests on.
const char* basis_text(const Session& session) {
  bool fmus = false;
  for (std::size_t k = 0; k < session.units().size(); ++k) {
    if (session.facts(k).file.empty()) continue;
    if (session.facts(k).tested.empty()) return ", by what FMUs declare";
    fmus = true;
  }
  return fmus ? ", by what tests of the FMUs have shown" : "";
}

/// Where a unit runs, if not here.
std::string place_text(const Session& session, std::size_t unit) {
  if (!session.isolated(unit)) return {};
  return fmt::format("  runs          in a process of its own{}\n",
                     session.separated(unit) ? ": its FMU allows one instance per process" : "");
}

std::vector<std::string> loop_texts(const Session& session) {
  std::vector<std::string> list;
  for (const auto& stage : propagation_order(session.wiring(), session.units()).stages) {
    if (stage.loop) list.push_back(describe_loop(stage, session.wiring(), session.units()));
  }
  return list;
}

std::size_t connection_count(const Wiring& wiring) {
  const DiscreteWiring& discrete = wiring.discrete;
  return wiring.links.size() + discrete.links.size() + discrete.sampled.size() + discrete.held.size();
}

std::string info_text(const Session& session, bool all_variables) {
  std::string text = fmt::format("scenario {}: {} units, {} connections\n", session.scenario().name,
                                 session.units().size(), connection_count(session.wiring()));
  for (std::size_t k = 0; k < session.units().size(); ++k) {
    const UnitInfo& unit = session.units()[k];
    text += fmt::format("\nunit {} ({}{})\n", unit.name, unit.kind,
                        unit.integrator.empty() ? "" : ", integrator " + unit.integrator);
    text += fmt::format("  inputs        {}\n  outputs       {}\n  states        {}\n  parameters    {}\n",
                        list_of(with_units(unit.ports.inputs, unit.ports.input_quantities)),
                        list_of(with_units(unit.ports.outputs, unit.ports.output_quantities)),
                        list_of(with_units(unit.ports.states, unit.ports.state_quantities)),
                        list_of(unit.ports.parameters));
    text += discrete_text(unit.ports);
    if (!unit.why_kind.empty())
      text += fmt::format("  kind          {}; --kind decides otherwise\n", unit.why_kind);
    text += fmt::format("  feed-through  {}\n  can           {}\n", feed_through_text(unit),
                        list_of(abilities(unit.can)));
    text += place_text(session, k);
    text += facts_text(session.facts(k));
    text += fmu_text(unit, session.claims(k));
    if (const FmuBody* fmu = session.scenario().units[k].fmu())
      text += variables_text(fmu->file, all_variables);
  }
  text += "\nalgebraic loops: ";
  const auto found = loop_texts(session);
  text += found.empty() ? "none\n" : fmt::format("\n  {}\n", fmt::join(found, "\n  "));
  text += fmt::format("\nmethods{}\n", basis_text(session));
  for (const Method& m : methods()) {
    const std::string why = hindrance(m, session);
    text += fmt::format("  {:<14} {}\n", m.name, why.empty() ? "possible" : "not possible: " + why);
  }
  return text;
}

void write_list(JsonWriter& json, const char* key, const std::vector<std::string>& names) {
  json.key(key).begin_array();
  for (const std::string& name : names) json.value(name);
  json.end_array();
}

void write_discrete(JsonWriter& json, const char* key, const std::vector<DiscretePort>& ports) {
  json.key(key).begin_array();
  for (const DiscretePort& port : ports)
    json.begin_object().member("name", port.name).member("type", name_of(port.type)).end_object();
  json.end_array();
}

void write_claims(JsonWriter& json, const std::vector<fmi::Claim>& claims) {
  json.key("fmi").begin_array();
  for (const fmi::Claim& c : claims) {
    json.begin_object()
        .member("capability", c.capability)
        .member("declared", c.declared)
        .member("verified", c.verified)
        .member("note", c.note)
        .end_object();
  }
  json.end_array();
}

void write_facts(JsonWriter& json, const fmi::FmuFacts& facts) {
  json.key("fmu").begin_object();
  json.member("file", facts.file).member("sha256", facts.hash).member("fmi_version", facts.fmi_version);
  json.member("tool", facts.tool);
  write_list(json, "kinds", facts.kinds);
  write_list(json, "platforms", facts.platforms);
  json.member("sources", facts.sources).member("library", facts.library);
  write_list(json, "functions", facts.functions);
  write_list(json, "needs", facts.needs);
  json.key("tested");
  if (facts.tested.empty()) {
    json.null();
  } else {
    json.value(facts.tested);
  }
  json.end_object();
}

std::string info_json(const Session& session) {
  JsonWriter json;
  json.begin_object().member("scenario", session.scenario().name).key("units").begin_array();
  for (std::size_t k = 0; k < session.units().size(); ++k) {
    const UnitInfo& unit = session.units()[k];
    json.begin_object()
        .member("name", unit.name)
        .member("kind", unit.kind)
        .member("integrator", unit.integrator)
        .member("isolated", session.isolated(k));
    write_list(json, "inputs", unit.ports.inputs);
    write_list(json, "outputs", unit.ports.outputs);
    write_discrete(json, "discrete_inputs", unit.ports.discrete_inputs);
    write_discrete(json, "discrete_outputs", unit.ports.discrete_outputs);
    write_list(json, "states", unit.ports.states);
    write_list(json, "parameters", unit.ports.parameters);
    if (!unit.why_kind.empty()) json.member("why_kind", unit.why_kind);
    json.key("quantities").begin_object();
    for (const auto& [name, in] : measured_ports(unit.ports)) json.member(name, in);
    json.end_object();
    json.key("capabilities");
    write_capabilities(json, unit.can);
    if (!session.facts(k).file.empty()) write_facts(json, session.facts(k));
    if (!session.claims(k).empty()) write_claims(json, session.claims(k));
    if (const FmuBody* fmu = session.scenario().units[k].fmu()) write_variables(json, fmu->file);
    json.end_object();
  }
  json.end_array();
  write_list(json, "loops", loop_texts(session));
  json.key("methods").begin_array();
  for (const Method& m : methods()) {
    const std::string why = hindrance(m, session);
    json.begin_object()
        .member("name", m.name)
        .member("possible", why.empty())
        .member("why_not", why)
        .end_object();
  }
  json.end_array().end_object();
  return json.str();
}

}  // namespace

void add_info(CLI::App& app, int& code) {
  struct Arguments {
    std::string file;
    Settings settings;
    bool json = false, test = false, variables = false;
  };
  const auto a = std::make_shared<Arguments>();
  CLI::App* info = app.add_subcommand(
      "info", "ports, states and capabilities of units; which methods are possible, and why not");
  info->add_option("FILE", a->file, "a .yaml scenario, an .ssp or .ssd, or a single .fmu")->required();
  info->add_flag("--test", a->test,
                 "run the code of FMUs to test what they declare, unless that is remembered");
  info->add_flag("--trust", a->settings.trust, "show what FMUs declare, not what tests have shown");
  add_kind(*info, a->settings);
  info->add_flag("--ignore-units", a->settings.ignore_units,
                 "connections are neither converted nor checked by units of measurement");
  info->add_flag("--variables", a->variables,
                 "list all variables of FMUs; else only ports and parameters that have a description");
  info->add_flag("--json", a->json, "machine-readable");
  info->callback([a, &code] {
    Problems problems;
    a->settings.look = true;
    a->settings.described = !a->test && !a->settings.trust;
    if (std::filesystem::path(a->file).extension() == ".fmu") a->settings.fallback_stop = 1;
    const std::unique_ptr<Session> session = open_session(a->file, a->settings, problems);
    problems.throw_if_any();
    print_warnings(*session);
    write_or_print("", a->json ? info_json(*session) : info_text(*session, a->variables));
    code = 0;
  });
}

}  // namespace accordo::cli
