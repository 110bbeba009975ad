// accordo check: every problem of a scenario at once.

#include <fmt/format.h>

#include <algorithm>

#include "base/json.hpp"
#include "cli/commands.hpp"
#include "cli/standard_streams.hpp"
#include "kinds/fmu/fmu_body.hpp"

namespace accordo::cli {
namespace {

void write_problems(JsonWriter& json, const char* key, const std::vector<Problem>& problems) {
  json.key(key).begin_array();
  for (const Problem& p : problems) {
    json.begin_object();
    json.member("id", p.id);
    json.member("file", p.place.file);
    json.member("line", p.place.line);
    json.member("column", p.place.column);
    json.member("what", p.what);
    json.member("remedy", p.remedy);
    json.end_object();
  }
  json.end_array();
}

std::string findings_json(const Problems& problems, const Session* session) {
  JsonWriter json;
  json.begin_object().member("ok", problems.empty());
  write_problems(json, "problems", problems.sorted());
  write_problems(json, "warnings", session != nullptr ? session->warnings() : std::vector<Problem>());
  json.end_object();
  return json.str();
}

/// Nobody has tested FMUs.
const char* remark(const Session& session) {
  const std::vector<UnitSpec>& units = session.scenario().units;
  const bool fmus =
      std::any_of(units.begin(), units.end(), [](const UnitSpec& u) { return u.as<FmuBody>() != nullptr; });
  return fmus ? "; FMUs by what they declare, --test tests them" : "";
}

int execute(const std::string& file, Settings settings, bool as_json, bool test) {
  Problems problems;
  settings.described = !test;
  const StandardStreams streams;  // units print until they have ended
  const std::unique_ptr<Session> session = open_session(file, settings, problems);
  if (as_json) {
    streams.print(findings_json(problems, session.get()));
    return static_cast<int>(problems.empty() ? Exit::done : Exit::usage);
  }
  problems.throw_if_any();
  print_warnings(*session);
  streams.print(fmt::format("{}: ok ({} units, {} connections, method {}{})\n", file, session->units().size(),
                            session->wiring().links.size(), session->method().name,
                            test ? "" : remark(*session)));
  return 0;
}

}  // namespace

void add_check(CLI::App& app, int& code) {
  struct Arguments {
    std::string file;
    Settings settings;
    bool json = false, test = false;
  };
  const auto a = std::make_shared<Arguments>();
  CLI::App* check =
      app.add_subcommand("check", "validate a scenario: every problem at once; nothing of it is run");
  check->add_option("SCENARIO", a->file, "a .yaml scenario, an .ssp or .ssd, or a single .fmu")->required();
  check->add_flag("--test", a->test, "run the code of FMUs to test what they declare");
  check->add_flag("--ignore-units", a->settings.ignore_units,
                  "connections are neither converted nor checked by units of measurement");
  check->add_flag("--json", a->json, "machine-readable");
  check->callback([a, &code] { code = execute(a->file, a->settings, a->json, a->test); });
}

}  // namespace accordo::cli
