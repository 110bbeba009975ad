#include "io/ssp/ssp_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/ssp/flatten.hpp"
#include "io/ssp/system_reader.hpp"

namespace accordo::ssp {
namespace {

namespace fs = std::filesystem;

constexpr const char* kDescription = "SystemStructure.ssd";

void take_settings(const Structure& structure, const fs::path& ssd, Files& files, Scenario& scenario,
                   xml::Findings& found, Problems& problems) {
  if (structure.annotation) {
    read_settings_text(
        {structure.annotation->text, files.shown(ssd), structure.annotation->line, ssd.parent_path()},
        scenario, problems);
    return;
  }
  const std::string steps =
      structure.foreign_step
          ? fmt::format("; another tool's annotation has steps of {0}, which are --step {0}",
                        *structure.foreign_step)
          : "";
  found.warn("ssp-defaults", {files.shown(ssd), 0, 0},
             "the file says nothing on how to couple: method auto, tolerance 1e-4" + steps,
             fmt::format("choose with --method, --step or --tolerance, or in an annotation of type {}",
                         kAnnotation));
}

/// Descriptions beside the one that is run.
void mention_variants(const fs::path& folder, xml::Findings& found, const fs::path& file) {
  std::vector<std::string> names;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    if (entry.path().extension() == ".ssd" && entry.path().filename() != kDescription)
      names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  if (names.empty()) return;
  found.warn("ssp-variants", {file.string(), 0, 0},
             fmt::format("this package has other variants as well: {}", fmt::join(names, ", ")),
             "to run one of them, run its .ssd; unpack the archive if it is one");
}

void take_errors(const Error& error, Problems& problems) {
  for (const Problem& p : error.problems()) problems.add(p);
}

/// As if every connection had suppressUnitConversion; values of parameters keep their units.
void suppress_conversion(Element& element) {
  for (Connection& connection : element.connections) connection.convert_units = false;
  for (Element& child : element.elements) suppress_conversion(child);
}

std::optional<Scenario> read(const fs::path& file, const fs::path& ssd, const std::shared_ptr<Files>& files,
                             UnitConversion conversion, xml::Findings& found, Problems& problems) {
  std::optional<Structure> structure = read_structure(ssd, *files, found);
  if (!structure) return std::nullopt;
  if (conversion == UnitConversion::none) suppress_conversion(structure->system);
  Scenario scenario;
  scenario.name = file.stem().string();
  scenario.file = file;
  flatten(*structure, scenario, found);
  if (scenario.units.empty() && !found.failed())
    found.error("no-units", structure->place, "the system has no components");
  scenario.unparsed.structure = found.failed();
  take_settings(*structure, ssd, *files, scenario, found, problems);
  return scenario;
}

}  // namespace

std::optional<LoadedScenario> read_ssp(const fs::path& file, const fs::path& ssd,
                                       const std::shared_ptr<Files>& files, Problems& problems,
                                       UnitConversion conversion) {
  xml::Findings found({"SSP", "ssp"});
  std::optional<Scenario> scenario;
  try {
    if (ssd.parent_path() != file.parent_path()) mention_variants(ssd.parent_path(), found, file);
    scenario = read(file, ssd, files, conversion, found, problems);
  } catch (const Error& error) {
    take_errors(error, problems);
  }
  for (const Problem& p : found.errors(file.string())) problems.add(p);
  if (!scenario) return std::nullopt;
  return LoadedScenario{std::move(*scenario), found.warnings(file.string()), files};
}

bool is_structure_folder(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored) && fs::is_regular_file(path / kDescription, ignored);
}

std::optional<LoadedScenario> read_ssp(const fs::path& file, Problems& problems, UnitConversion conversion) {
  const auto files = std::make_shared<DiskFiles>();
  try {
    if (is_structure_folder(file)) {
      std::error_code error;
      const fs::path folder = fs::canonical(file, error);  // has a name, also of "." and "x/"
      return read_ssp(error ? file : folder, file / kDescription, files, problems, conversion);
    }
    const bool package = file.extension() == ".ssp";
    return read_ssp(file, package ? files->open_package(file) / kDescription : file, files, problems,
                    conversion);
  } catch (const Error& error) {
    take_errors(error, problems);
    return std::nullopt;
  }
}

}  // namespace accordo::ssp
