#include "unit/fmi/description/description_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "archive/entry_name.hpp"
#include "unit/fmi/description/description_parts.hpp"

namespace accordo::fmi {
namespace {

/// Whether `version` is `start` and a release's number, "0" or "0.2": betas have other tokens and functions.
bool is_release(std::string_view version, std::string_view start) {
  if (!version.starts_with(start)) return false;
  const std::string_view rest = version.substr(start.size());
  const auto digits = [](std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
  };
  const std::size_t dot = rest.find('.');
  if (dot == std::string_view::npos) return digits(rest);
  return digits(rest.substr(0, dot)) && digits(rest.substr(dot + 1));
}

bool read_version(Reading& r) {
  const xml::Attributes root = r.attributes(r.xml.root());
  if (root.node().name() != std::string_view("fmiModelDescription")) {
    root.error("fmu-bad-description", fmt::format("the root element is {}, not fmiModelDescription",
                                                  archive::printable(root.node().name())));
    return false;
  }
  const std::string version = root.text("fmiVersion");
  r.out.fmi_version = version;
  if (version == "2.0" || is_release(version, "2.0.")) {
    r.out.version = Version::fmi2;
  } else if (is_release(version, "3.")) {
    r.out.version = Version::fmi3;
  } else {
    root.error(
        "fmu-version",
        fmt::format("this FMU is of FMI version {}; known are 2.0 and 3.x", archive::printable(version)),
        "export it again as FMI 2.0 or 3.0");
    return false;
  }
  return true;
}

void read_root(Reading& r) {
  const xml::Attributes root = r.attributes(r.xml.root());
  ModelDescription& d = r.out;
  const char* const token = d.version == Version::fmi2 ? "guid" : "instantiationToken";
  if (!root.has(token)) root.warn("fmu-missing-attribute", fmt::format("the attribute {} is missing", token));
  d.token = root.text(token);
  d.model_name = root.text("modelName");
  d.description = root.text("description");
  d.author = root.text("author");
  d.model_version = root.text("version");
  d.license = root.text("license");
  d.generation_tool = root.text("generationTool");
  d.generation_date = root.text("generationDateAndTime");
  d.structured_names = root.text("variableNamingConvention") == "structured";
  if (d.version == Version::fmi2) {
    constexpr std::uint64_t most = 10'000'000;  // each costs memory at every step
    const std::uint64_t n = root.count("numberOfEventIndicators").value_or(0);
    if (n > most)
      root.error("fmu-too-large", fmt::format("numberOfEventIndicators is {}, more than {}", n, most));
    d.event_indicators = std::min(n, most);
  }
}

void read_log_categories(Reading& r) {
  for (const pugi::xml_node node : r.xml.root().child("LogCategories").children("Category")) {
    const xml::Attributes a = r.attributes(node);
    r.out.log_categories.push_back({a.text("name"), a.text("description")});
  }
}

void read_experiment(Reading& r) {
  const xml::Attributes a = r.attributes(r.xml.root().child("DefaultExperiment"));
  DefaultExperiment& e = r.out.experiment;
  e = {a.number("startTime"), a.number("stopTime"), a.number("tolerance"), a.number("stepSize")};
  const auto drop = [&](const char* name, std::optional<double>& value, bool bad) {
    if (!value || !bad) return;
    a.warn_ignored(name);
    value.reset();
  };
  drop("stopTime", e.stop, e.stop && *e.stop <= e.start.value_or(0));
  drop("tolerance", e.tolerance, e.tolerance && *e.tolerance <= 0);
  drop("stepSize", e.step, e.step && *e.step <= 0);
}

}  // namespace

ModelDescription read_model_description(std::string_view text, const std::string& file) {
  ModelDescription description;
  xml::Findings found;
  const xml::XmlDocument xml(text, file, found);
  found.throw_if_failed(file);
  Reading reading{xml, found, description, {}, {}};
  if (read_version(reading)) {
    read_root(reading);
    read_interfaces(reading);
    read_units(reading);
    read_types(reading);
    read_log_categories(reading);
    read_experiment(reading);
    read_variables(reading);
    read_structure(reading);
  }
  found.throw_if_failed(file);
  description.warnings = found.warnings(file);
  return description;
}

ModelDescription read_model_description(const Package& package) {
  return read_model_description(package.description_text(), package.place_of("modelDescription.xml"));
}

ModelDescription read_model_description(const std::filesystem::path& fmu) {
  const Package package(fmu, {}, [](std::string_view path) { return path == "modelDescription.xml"; });
  return read_model_description(package);
}

}  // namespace accordo::fmi
