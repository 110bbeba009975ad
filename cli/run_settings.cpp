#include "cli/run_settings.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/number.hpp"

namespace accordo::cli {

namespace {

/// The next comma, but for those in brackets: elements of matrices are called a[1,2].
std::size_t end_of_part(const std::string& list, std::size_t from) {
  int depth = 0;
  for (std::size_t i = from; i < list.size(); ++i) {
    if (list[i] == '[') ++depth;
    if (list[i] == ']') --depth;
    if (list[i] == ',' && depth <= 0) return i;
  }
  return list.size();
}

}  // namespace

void add_kind(CLI::App& command, Settings& settings) {
  command
      .add_option(
          "--kind", settings.kinds,
          "what FMUs are used as: co-simulation or model-exchange, for all or as unit=kind (repeatable; "
          "default: what a trial finds best)")
      ->take_all()
      ->allow_extra_args(false);
}

void add_settings(CLI::App& command, Settings& settings) {
  command.add_option("--solver", settings.solver,
                     "solver of methods that iterate (accordo methods lists them)");
  command.add_option(
      "--estimate", settings.estimate,
      "which units are estimated instead of tried: auto (those that cannot roll back), all, none");
  command.add_option("--start", settings.start, "start time");
  command.add_option("--stop", settings.stop, "stop time");
  command.add_option("--option", settings.options, "an option of the method: name=value (repeatable)")
      ->take_all()
      ->allow_extra_args(false);
  command.add_option("--set", settings.set, "a parameter: unit.parameter=value (repeatable)")
      ->take_all()
      ->allow_extra_args(false);
  command.add_option(
      "--input", settings.input,
      "CSV file that drives free inputs: a column unit.input for each; of a single FMU the names of its "
      "inputs are enough");
  add_kind(command, settings);
  command.add_flag("--trust", settings.trust, "believe what FMUs declare; do not test them first");
  command.add_flag("--ignore-units", settings.ignore_units,
                   "connections are neither converted nor checked by units of measurement");
  command.add_option("--petsc", settings.petsc, "options for PETSc's solvers, as on its command line");
  command.add_option("--threads", settings.threads,
                     "number of threads that run units, or auto: as many as pay off (default 1)");
  command.add_flag("--isolate", settings.isolate, "run every unit in a process of its own");
  command.add_option("--unit-timeout", settings.unit_timeout,
                     "seconds that an isolated unit may take for one answer (default 300)");
}

std::vector<std::string> split_lists(const std::vector<std::string>& lists) {
  std::vector<std::string> parts;
  for (const std::string& list : lists) {
    for (std::size_t from = 0; from <= list.size();) {
      const std::size_t comma = end_of_part(list, from);
      parts.push_back(list.substr(from, comma - from));
      from = comma + 1;
    }
  }
  return parts;
}

std::vector<double> numbers(const std::vector<std::string>& lists, const char* flag, Problems& problems) {
  std::vector<double> values;
  for (const std::string& text : split_lists(lists)) {
    if (const std::optional<double> value = parse_number(text)) {
      if (std::find(values.begin(), values.end(), *value) == values.end()) values.push_back(*value);
    } else {
      problems.add("bad-setting", {"command line", 0, 0}, fmt::format("{}: '{}' is not a number", flag, text),
                   fmt::format("write {} 1e-2,1e-3", flag));
    }
  }
  return values;
}

}  // namespace accordo::cli
