// accordo info: what a scenario consists of, what each unit can do, and which methods that allows.

#include <fmt/format.h>

#include "base/json.hpp"
#include "cli/commands.hpp"
#include "cli/run_settings.hpp"
#include "cli/standard_streams.hpp"
#include "core/agreement.hpp"
#include "kinds/registry.hpp"
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

/// What the list of methods rests on.
const char* basis_text(const Session& session) {
  bool fmus = false;
  for (std::size_t k = 0; k < session.units().size(); ++k) {
    if (session.built(k).facts.file.empty()) continue;
    if (session.built(k).facts.tested.empty()) return ", by what FMUs declare";
    fmus = true;
  }
  return fmus ? ", by what tests of the FMUs have shown" : "";
}

/// Where a unit runs, if not here.
std::string location_text(const Session& session, std::size_t unit) {
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
    if (!unit.why_kind.empty()) text += fmt::format("  kind          {}\n", why_kind(unit));
    text += fmt::format("  feed-through  {}\n  can           {}\n", feed_through_text(unit),
                        list_of(abilities(unit.can)));
    text += location_text(session, k);
    const UnitView view{session.scenario().units[k], unit, session.built(k), all_variables};
    if (const UnitKind& kind = kind_of(view.spec); kind.describe != nullptr) text += kind.describe(view);
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
    const UnitView view{session.scenario().units[k], unit, session.built(k)};
    if (const UnitKind& kind = kind_of(view.spec); kind.write != nullptr) kind.write(json, view);
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
    const StandardStreams streams;  // units print until they have ended
    const std::unique_ptr<Session> session = open_session(a->file, a->settings, problems);
    problems.throw_if_any();
    print_warnings(*session);
    streams.print(a->json ? info_json(*session) : info_text(*session, a->variables));
    code = 0;
  });
}

}  // namespace accordo::cli
