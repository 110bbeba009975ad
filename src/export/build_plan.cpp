#include "export/build_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>

#include "archive/entry_name.hpp"
#include "unit/fmi/description/platform.hpp"
#include "xml/xml_document.hpp"

namespace accordo::exporter {
namespace fs = std::filesystem;
namespace {

constexpr const char* kBuildDescription = "buildDescription.xml";

[[noreturn]] void fail(const fmi::Package& package, std::string what, std::string remedy = {}) {
  Problem problem{.id = "fmu-no-sources", .place = {package.source().string(), 0, 0}};
  problem.what = std::move(what);
  problem.remedy = std::move(remedy);
  throw Error(Exit::usage, std::vector<Problem>(1, problem));
}

bool is_source(const fs::path& file) {
  const std::string extension = file.extension().string();
  return extension == ".c" || extension == ".cpp" || extension == ".cc" || extension == ".cxx";
}

/// A name that the FMU gives, vetted: nothing outside of its sources is compiled or included.
std::string vetted(const fmi::Package& package, const std::string& name) {
  const std::optional<std::string> path = archive::entry_path(name);
  if (!path) fail(package, fmt::format("{} is not one of its source files", archive::printable(name)));
  return path->empty() ? "." : *path;
}

void add_source(const fmi::Package& package, const std::string& name, BuildPlan& plan) {
  const std::string path = vetted(package, name);
  std::error_code error;
  if (!fs::is_regular_file(package.folder() / "sources" / path, error))
    fail(package,
         fmt::format("the FMU lists the source file {}, but does not have it", archive::printable(name)),
         "export the FMU again");
  if (is_source(path) && std::find(plan.sources.begin(), plan.sources.end(), path) == plan.sources.end())
    plan.sources.push_back(path);
}

/// Where nothing is listed: all.c, as is usual, else everything in the folder itself.
void add_found(const fmi::Package& package, BuildPlan& plan) {
  std::error_code error;
  const fs::path folder = package.folder() / "sources";
  if (fs::is_regular_file(folder / "all.c", error)) return add_source(package, "all.c", plan);
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (is_source(entry.path())) plan.sources.push_back(entry.path().filename().string());
  }
  std::sort(plan.sources.begin(), plan.sources.end());
}

/// The plan of this library, a new one if there is none yet: both kinds of an FMU may share one.
BuildPlan& plan_of(const std::string& identifier, std::vector<BuildPlan>& plans) {
  for (BuildPlan& plan : plans) {
    if (plan.identifier == identifier) return plan;
  }
  return plans.emplace_back(BuildPlan{.identifier = identifier});
}

/// FMI 2 has no words for where headers are.
std::vector<std::string> folders_with_headers(const fmi::Package& package) {
  std::set<std::string> folders;
  std::error_code error;
  const fs::path root = package.folder() / "sources";
  for (const auto& entry : fs::recursive_directory_iterator(root, error)) {
    const std::string extension = entry.path().extension().string();
    if (extension == ".h" || extension == ".hpp")
      folders.insert(entry.path().parent_path().lexically_relative(root).string());
  }
  return {folders.begin(), folders.end()};
}

std::vector<BuildPlan> plan_fmi2(const fmi::Package& package, const fmi::ModelDescription& description) {
  xml::Findings found;
  const xml::XmlDocument xml(package.description_text(), package.place_of("modelDescription.xml"), found);
  std::vector<BuildPlan> plans;
  const auto add = [&](const char* element, const std::optional<fmi::Interface>& declared) {
    if (!declared) return;
    BuildPlan& plan = plan_of(declared->model_identifier, plans);
    const pugi::xml_node files = xml.root().child(element).child("SourceFiles");
    for (const pugi::xml_node file : files.children("File"))
      add_source(package, file.attribute("name").value(), plan);
  };
  add("CoSimulation", description.co_simulation);
  add("ModelExchange", description.model_exchange);
  for (BuildPlan& plan : plans) {
    if (plan.sources.empty()) add_found(package, plan);
    plan.include_folders = folders_with_headers(package);
    // The convention of the FMU SDK, from which many sources descend: else they are for model exchange.
    const auto& exchange = description.model_exchange;
    if (!exchange || exchange->model_identifier != plan.identifier)
      plan.definitions.emplace_back("FMI_COSIMULATION");
  }
  return plans;
}

void read_configuration(const fmi::Package& package, const pugi::xml_node configuration, BuildPlan& plan) {
  for (const pugi::xml_node set : configuration.children("SourceFileSet")) {
    for (const pugi::xml_node file : set.children("SourceFile"))
      add_source(package, file.attribute("name").value(), plan);
    for (const pugi::xml_node d : set.children("PreprocessorDefinition")) {
      if (d.attribute("optional").as_bool()) continue;
      const std::string value = d.attribute("value").value();
      plan.definitions.push_back(d.attribute("name").value() + (value.empty() ? "" : "=" + value));
    }
    for (const pugi::xml_node folder : set.children("IncludeDirectory"))
      plan.include_folders.push_back(vetted(package, folder.attribute("name").value()));
  }
  for (const pugi::xml_node library : configuration.children("Library")) {
    if (library.attribute("external").as_bool())
      plan.libraries.emplace_back(library.attribute("name").value());
  }
}

std::vector<BuildPlan> plan_fmi3(const fmi::Package& package, const fmi::ModelDescription& description) {
  std::ifstream in(package.folder() / "sources" / kBuildDescription, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  xml::Findings found;
  const std::string place = package.place_of(std::string("sources/") + kBuildDescription);
  const xml::XmlDocument xml(in ? text : "<none/>", place, found);
  found.throw_if_failed(place);
  std::vector<BuildPlan> plans;
  for (const auto* declared : {&description.co_simulation, &description.model_exchange}) {
    if (!*declared) continue;
    BuildPlan& plan = plan_of((*declared)->model_identifier, plans);
    for (const pugi::xml_node c : xml.root().children("BuildConfiguration")) {
      const std::string platform = c.attribute("platform").value();
      const bool here = platform.empty() || platform == fmi::kPlatforms.front();
      if (!here || c.attribute("modelIdentifier").value() != plan.identifier || !plan.sources.empty())
        continue;
      read_configuration(package, c, plan);
    }
    if (plan.sources.empty()) add_found(package, plan);
  }
  return plans;
}

}  // namespace

std::vector<BuildPlan> plan_build(const fmi::Package& package, const fmi::ModelDescription& description) {
  std::vector<BuildPlan> plans = description.version == fmi::Version::fmi2 ? plan_fmi2(package, description)
                                                                           : plan_fmi3(package, description);
  for (const BuildPlan& plan : plans) {
    if (plan.sources.empty())
      fail(package, fmt::format("the FMU has no C sources for {}", archive::printable(plan.identifier)),
           "export it with its sources, or for this platform");
  }
  return plans;
}

}  // namespace accordo::exporter
