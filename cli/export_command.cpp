// accordo export: a unit as an FMU, or a whole scenario as an SSP.

#include <fmt/format.h>

#include <algorithm>

#include "base/names.hpp"
#include "cli/commands.hpp"
#include "export/export_fmu.hpp"
#include "export/export_ssp.hpp"

namespace accordo::cli {
namespace {

struct ExportArguments {
  std::string what, output;
  int version = 2, input_order = 3;
  std::vector<std::string> without;
};

/// The unit that SCENARIO#unit means.
const UnitSpec& chosen_unit(const Scenario& scenario, const std::string& name) {
  std::vector<std::string> names;
  for (const UnitSpec& unit : scenario.units) {
    if (unit.name.text == name) return unit;
    names.push_back(unit.name.text);
  }
  if (name.empty()) {
    throw Error(Exit::usage, "no-unit", "which unit is to be exported?",
                fmt::format("write {}#{}; for the whole scenario, name an .ssp with -o",
                            scenario.file.string(), names.empty() ? "unit" : names.front()));
  }
  throw Error(Exit::usage, "unknown-unit", fmt::format("{} has no unit '{}'", scenario.file.string(), name),
              did_you_mean(name, names));
}

exporter::Options options_of(const ExportArguments& a) {
  exporter::Options options;
  options.version = a.version == 2 ? fmi::Version::fmi2 : fmi::Version::fmi3;
  options.features.input_order = a.input_order;
  Problems problems;
  exporter::switch_off(a.without, options.features, problems);
  problems.throw_if_any();
  return options;
}

void check_output(const std::string& output, const std::string& file) {
  std::error_code ignored;
  if (std::filesystem::equivalent(output, file, ignored)) {
    throw Error(Exit::usage, "output-is-input", fmt::format("{} is the scenario itself", output),
                "name another file with -o");
  }
}

int export_system(const ExportArguments& a, const exporter::Options& options) {
  Problems problems;
  const std::optional<LoadedScenario> loaded = read_any(a.what, problems);
  problems.throw_if_any();
  const Scenario& scenario = loaded->scenario;
  check_output(a.output, a.what);
  for (const Problem& p : loaded->warnings) fmt::print(stderr, "{}\n", describe(p, "warning"));
  for (const Problem& p : exporter::export_ssp(scenario, options, a.output))
    fmt::print(stderr, "{}\n", describe(p, "warning"));
  write_or_print("", fmt::format("{}: {} units, {} connections\n", a.output, scenario.units.size(),
                                 scenario.connections.size()));
  return 0;
}

int execute(const ExportArguments& a) {
  const exporter::Options options = options_of(a);
  const std::size_t mark = a.what.rfind('#');
  const std::string file = a.what.substr(0, mark);
  const std::string name = mark == std::string::npos ? "" : a.what.substr(mark + 1);
  if (mark == std::string::npos && std::filesystem::path(a.output).extension() == ".ssp")
    return export_system(a, options);
  Problems problems;
  const std::optional<LoadedScenario> loaded = read_any(file, problems);
  problems.throw_if_any();
  const UnitSpec& unit = chosen_unit(loaded->scenario, name);
  const std::string output = a.output.empty() ? name + ".fmu" : a.output;
  check_output(output, file);
  exporter::export_fmu(unit, loaded->scenario.experiment, options, output);
  write_or_print("", fmt::format("{}: unit '{}' as FMI {}.0\n", output, name, a.version));
  return 0;
}

}  // namespace

void add_export(CLI::App& app, int& code) {
  const auto a = std::make_shared<ExportArguments>();
  CLI::App* command = app.add_subcommand(
      "export", "write a unit of a scenario as an FMU, or a whole scenario as an SSP, for other tools");
  command
      ->add_option("SCENARIO[#UNIT]", a->what,
                   "a .yaml scenario, and for an FMU a unit of it given by equations or linear")
      ->required();
  command->add_option("-o,--output", a->output, "the .fmu (default: the unit's name, here) or .ssp to write");
  command->add_option("--fmi", a->version, "version of FMI: 2 or 3")->check(CLI::IsMember({2, 3}));
  command
      ->add_option("--without", a->without,
                   "leave out, separated by commas: rollback, serialization, derivatives, input-derivatives, "
                   "output-derivatives, variable-step, states, model-exchange, co-simulation")
      ->delimiter(',')
      ->allow_extra_args(false);
  command->add_option("--input-order", a->input_order, "highest input derivative taken, 0 to 3")
      ->check(CLI::Range(0, 3));
  command->footer(
      "Examples: accordo export two-mass.yaml#S1 -o S1.fmu --fmi 3\n"
      "          accordo export two-mass.yaml -o two-mass.ssp\n"
      "An FMU holds its C sources and a library for this machine, compiled with the system's cc.");
  command->callback([a, &code] { code = execute(*a); });
}

}  // namespace accordo::cli
