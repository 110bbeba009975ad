// accordo methods: the couplings, with what they need and their knobs.

#include <fmt/format.h>

#include "base/json.hpp"
#include "cli/commands.hpp"
#include "cli/references.hpp"
#include "solve/solver.hpp"

namespace accordo::cli {

std::string needs_text(const Needs& needs) {
  std::vector<std::string> list;
  if (needs.rollback) list.emplace_back("rollback");
  if (needs.states) list.emplace_back("states");
  if (needs.evaluation) list.emplace_back("f and g of every unit");
  return list.empty() ? "nothing but stepping" : fmt::format("{}", fmt::join(list, ", "));
}

namespace {

std::string methods_json() {
  JsonWriter json;
  json.begin_object().key("methods").begin_array();
  for (const Method& m : methods()) {
    json.begin_object();
    json.member("name", m.name);
    json.member("summary", m.summary);
    json.member("order", m.order);
    json.member("needs", needs_text(m.needs));
    json.member("solver", m.solver);
    json.key("options").begin_array();
    for (const OptionInfo& o : m.options) {
      json.begin_object()
          .member("name", o.name)
          .member("default", o.default_value)
          .member("help", o.help)
          .end_object();
    }
    json.end_array().end_object();
  }
  json.end_array();
  json.key("solvers").begin_array();
  for (const SolverInfo& s : solvers())
    json.begin_object().member("name", s.name).member("summary", s.summary).end_object();
  json.end_array().end_object();
  return json.str();
}

std::string methods_text() {
  std::string text;
  for (const Method& m : methods()) {
    text += fmt::format("{:<22} {}\n", m.name, m.summary);
    text += fmt::format("{:<22} needs: {}; order: {}{}\n", "", needs_text(m.needs), m.order,
                        m.solver.empty() ? "" : "; solver: " + m.solver);
    for (const OptionInfo& o : m.options) {
      text += fmt::format("{:<22} --option {}={}   {}\n", "", o.name,
                          o.default_value.empty() ? "…" : o.default_value, o.help);
    }
  }
  text += fmt::format("{:<22} the default: {}\n", "auto", kAutomatic);
  text += "\nsolvers (--solver) of the methods that have one:\n";
  for (const SolverInfo& s : solvers()) text += fmt::format("{:<22} {}\n", s.name, s.summary);
  return text;
}

}  // namespace

void add_methods(CLI::App& app, int& code) {
  const auto as_json = std::make_shared<bool>(false);
  CLI::App* command = app.add_subcommand("methods", "the coupling methods, with what they need from units");
  command->add_flag("--json", *as_json, "machine-readable");
  command->callback([as_json, &code] {
    write_or_print("", *as_json ? methods_json() : methods_text());
    code = 0;
  });
}

}  // namespace accordo::cli
