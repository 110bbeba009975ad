#include "io/ssp/ssd_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <pugixml.hpp>
#include <sstream>

#include "archive/entry_name.hpp"
#include "io/ssp/annotation_writer.hpp"
#include "io/ssp/system_reader.hpp"
#include "kinds/fmu/fmu_body.hpp"

namespace accordo::ssp {
namespace {

constexpr const char* kNamespace = "http://ssp-standard.org/SSP1/SystemStructure";

void set(pugi::xml_node node, const char* name, const std::string& value) {
  node.append_attribute(name).set_value(value.c_str());
}
void set_number(pugi::xml_node node, const char* name, double value) {
  set(node, name, fmt::format("{}", value));
}

pugi::xml_node start(pugi::xml_document& document, const char* root, const char* prefix, const char* format) {
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  set(declaration, "version", "1.0");
  set(declaration, "encoding", "UTF-8");
  pugi::xml_node node = document.append_child(fmt::format("{}:{}", prefix, root).c_str());
  set(node, fmt::format("xmlns:{}", prefix).c_str(), fmt::format("{}{}", kNamespace, format));
  return node;
}

std::string text_of(const pugi::xml_document& document) {
  std::ostringstream out;
  document.save(out, "  ", pugi::format_default, pugi::encoding_utf8);
  return out.str();
}

/// "unit.variable" at its first dot.
std::pair<std::string, std::string> split(const std::string& name) {
  const std::size_t dot = name.find('.');
  return {name.substr(0, dot), dot == std::string::npos ? "" : name.substr(dot + 1)};
}

/// The type in SSP 1.0, which every reader knows; enumerations are numbers, since SSP names their types
/// elsewhere.
const char* type_name(const fmi::Variable* variable, const char* unknown) {
  if (variable == nullptr) return unknown;
  switch (variable->type) {
    case fmi::Type::float32:
    case fmi::Type::float64:
      return "Real";
    case fmi::Type::boolean:
      return "Boolean";
    case fmi::Type::string:
      return "String";
    case fmi::Type::binary:
      return "Binary";
    default:
      return "Integer";
  }
}

/// A value as SSV writes it: items of enumerations by their numbers.
std::string plain_value(const UnitSource& source, const fmi::Variable* variable, const std::string& text) {
  if (variable == nullptr || variable->type == fmi::Type::string) return text;
  if (const auto* items = source.variables->items(*variable); items != nullptr) {
    for (const fmi::EnumerationItem& item : *items) {
      if (item.name == text) return std::to_string(item.value);
    }
  }
  return text;
}

std::string write_parameters(const UnitSpec& unit, const UnitSource& source) {
  pugi::xml_document document;
  pugi::xml_node root = start(document, "ParameterSet", "ssv", "ParameterValues");
  set(root, "version", "1.0");
  set(root, "name", unit.name.text);
  pugi::xml_node list = root.append_child("ssv:Parameters");
  const auto add = [&](const Definition& d) {
    const fmi::Variable* const variable = source.variables ? source.variables->find(d.name.text) : nullptr;
    pugi::xml_node parameter = list.append_child("ssv:Parameter");
    set(parameter, "name", d.name.text);
    set(parameter.append_child(fmt::format("ssv:{}", type_name(variable, "String")).c_str()), "value",
        plain_value(source, variable, d.value.text));
  };
  for (const Definition& d : unit.parameters) add(d);
  for (const Definition& d : unit.body->inputs) add(d);
  return text_of(document);
}

class Writer {
 public:
  Writer(const Scenario& scenario, const std::vector<UnitSource>& sources)
      : scenario_(scenario), sources_(sources) {}

  std::vector<PackageFile> write() {
    pugi::xml_document document;
    pugi::xml_node root = start(document, "SystemStructureDescription", "ssd", "Description");
    set(root, "xmlns:ssc", fmt::format("{}Common", kNamespace));
    set(root, "version", "1.0");
    set(root, "name", scenario_.name);
    set(root, "generationTool", "Accordo");
    pugi::xml_node system = root.append_child("ssd:System");
    set(system, "name", scenario_.name);
    collect_connectors();
    pugi::xml_node elements = system.append_child("ssd:Elements");
    for (std::size_t i = 0; i < scenario_.units.size(); ++i) add_component(elements, i);
    if (!scenario_.connections.empty()) {
      pugi::xml_node list = system.append_child("ssd:Connections");
      for (const ConnectionSpec& c : scenario_.connections) add_connection(list, c);
    }
    add_experiment(root);
    files_.insert(files_.begin(), {"SystemStructure.ssd", text_of(document)});
    return std::move(files_);
  }

 private:
  /// Connectors are needed where something is connected, and tell which way.
  void collect_connectors() {
    for (const ConnectionSpec& c : scenario_.connections) {
      const auto [from, output] = split(c.source.text);
      const auto [to, input] = split(c.target.text);
      connectors_[from][output] = "output";
      connectors_[to][input] = "input";
    }
  }

  void add_component(pugi::xml_node elements, std::size_t i) {
    const UnitSpec& unit = scenario_.units[i];
    const FmuBody& body = *unit.as<FmuBody>();
    pugi::xml_node node = elements.append_child("ssd:Component");
    set(node, "name", unit.name.text);
    set(node, "type", "application/x-fmu-sharedlibrary");
    set(node, "source", archive::percent_encoded(sources_[i].file));
    if (body.kind != FmuBody::Kind::best)
      set(node, "implementation",
          body.kind == FmuBody::Kind::co_simulation ? "CoSimulation" : "ModelExchange");
    if (const auto found = connectors_.find(unit.name.text); found != connectors_.end()) {
      pugi::xml_node list = node.append_child("ssd:Connectors");
      for (const auto& [name, kind] : found->second) {
        pugi::xml_node connector = list.append_child("ssd:Connector");
        set(connector, "name", name);
        set(connector, "kind", kind);
        const fmi::Variable* const variable =
            sources_[i].variables ? sources_[i].variables->find(name) : nullptr;
        connector.append_child(fmt::format("ssc:{}", type_name(variable, "Real")).c_str());
      }
    }
    if (unit.parameters.empty() && body.inputs.empty()) return;
    const std::string file = unique("resources/" + file_name(unit.name.text), ".ssv");
    files_.push_back({file, write_parameters(unit, sources_[i])});
    pugi::xml_node binding = node.append_child("ssd:ParameterBindings").append_child("ssd:ParameterBinding");
    set(binding, "type", "application/x-ssp-parameter-set");
    set(binding, "source", archive::percent_encoded(file));
  }

  std::string unique(const std::string& stem, const char* extension) {
    std::string name = stem + extension;
    const auto taken = [&] {
      for (const PackageFile& f : files_) {
        if (f.name == name) return true;
      }
      return false;
    };
    for (int n = 2; taken(); ++n) name = fmt::format("{}_{}{}", stem, n, extension);
    return name;
  }

  bool is_boolean(const std::string& unit, const std::string& name) const {
    for (std::size_t i = 0; i < scenario_.units.size(); ++i) {
      if (scenario_.units[i].name.text != unit || !sources_[i].variables) continue;
      const fmi::Variable* const variable = sources_[i].variables->find(name);
      return variable != nullptr && variable->type == fmi::Type::boolean;
    }
    return false;
  }

  /// Enumerations are mapped by their numbers, since their connectors are integers here.
  void add_map(pugi::xml_node node, const ConnectionSpec& connection) const {
    const auto [from, output] = split(connection.source.text);
    const auto [to, input] = split(connection.target.text);
    const bool flags = is_boolean(from, output) && is_boolean(to, input) &&
                       std::all_of(connection.map.begin(), connection.map.end(),
                                   [](const auto& entry) { return (entry.first | entry.second | 1) == 1; });
    const auto word = [&](std::int64_t value) {
      return flags ? std::string(value == 1 ? "true" : "false") : std::to_string(value);
    };
    pugi::xml_node map =
        node.append_child(flags ? "ssc:BooleanMappingTransformation" : "ssc:IntegerMappingTransformation");
    for (const auto& [source, target] : connection.map) {
      pugi::xml_node entry = map.append_child("ssc:MapEntry");
      set(entry, "source", word(source));
      set(entry, "target", word(target));
    }
  }

  void add_connection(pugi::xml_node list, const ConnectionSpec& connection) const {
    const auto [from, output] = split(connection.source.text);
    const auto [to, input] = split(connection.target.text);
    pugi::xml_node node = list.append_child("ssd:Connection");
    set(node, "startElement", from);
    set(node, "startConnector", output);
    set(node, "endElement", to);
    set(node, "endConnector", input);
    // A scenario's connections say all that is to be done; units in the FMUs' descriptions change nothing.
    set(node, "suppressUnitConversion", "true");
    if (!connection.map.empty()) add_map(node, connection);
    if (connection.gain == 1 && connection.offset == 0) return;
    pugi::xml_node linear = node.append_child("ssc:LinearTransformation");
    set_number(linear, "factor", connection.gain);
    set_number(linear, "offset", connection.offset);
  }

  void add_experiment(pugi::xml_node root) const {
    const ExperimentSpec& e = scenario_.experiment;
    if (e.start || e.stop) {
      pugi::xml_node node = root.append_child("ssd:DefaultExperiment");
      if (e.start) set_number(node, "startTime", *e.start);
      if (e.stop) set_number(node, "stopTime", *e.stop);
    }
    pugi::xml_node annotation = root.append_child("ssd:Annotations").append_child("ssc:Annotation");
    set(annotation, "type", kAnnotation);
    annotation.append_child(pugi::node_pcdata).set_value(("\n" + write_settings(scenario_)).c_str());
  }

  const Scenario& scenario_;
  const std::vector<UnitSource>& sources_;
  std::map<std::string, std::map<std::string, std::string>> connectors_;  ///< unit → name → kind
  std::vector<PackageFile> files_;
};

}  // namespace

std::vector<PackageFile> write_ssd(const Scenario& scenario, const std::vector<UnitSource>& sources) {
  return Writer(scenario, sources).write();
}

std::string file_name(const std::string& unit) {
  std::string text;
  for (const char c : unit) {
    const bool plain =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    text += plain ? c : '_';
  }
  return text;
}

}  // namespace accordo::ssp
