#include "library/read_any.hpp"

#include <fmt/format.h>

#include "io/ssp/ssp_reader.hpp"
#include "session/single_fmu.hpp"

namespace accordo {
namespace {

/// Whether a file may be a scenario: JSON is YAML, and what has no name of its own (a pipe) has no extension.
bool may_be_yaml(const std::string& extension) {
  return extension.empty() || extension == ".yaml" || extension == ".yml" || extension == ".json";
}

}  // namespace

std::optional<LoadedScenario> read_any(const std::filesystem::path& file, Problems& problems,
                                       bool ignore_units) {
  const auto loaded = [](std::optional<Scenario> scenario) {
    return scenario ? std::optional(LoadedScenario{std::move(*scenario)}) : std::nullopt;
  };
  const std::string extension = file.extension().string();
  if (extension == ".fmu") return loaded(scenario_of_fmu(file, problems));
  if (extension == ".ssp" || extension == ".ssd" || ssp::is_structure_folder(file))
    return ssp::read_ssp(file, problems,
                         ignore_units ? ssp::UnitConversion::none : ssp::UnitConversion::standard);
  std::error_code ignored;
  if (may_be_yaml(extension) || !std::filesystem::exists(file, ignored))
    return loaded(read_scenario(file, problems));
  problems.add("unknown-file-kind", {file.string(), 0, 0},
               fmt::format("the extension '{}' does not tell what this is", extension),
               "known are .yaml (a scenario), .ssp and .ssd (a system structure) and .fmu");
  return std::nullopt;
}

}  // namespace accordo
