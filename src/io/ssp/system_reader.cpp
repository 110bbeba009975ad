#include "io/ssp/system_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "archive/entry_name.hpp"
#include "base/names.hpp"
#include "io/ssp/common_reader.hpp"
#include "io/ssp/parameter_reader.hpp"
#include "kinds/fmu/fmu_body.hpp"
#include "xml/text_values.hpp"

namespace accordo::ssp {
namespace {

namespace fs = std::filesystem;

// Bounds for files that nobody has vetted: descriptions may refer to each other and so multiply.
constexpr int kDeepest = 64;
constexpr int kMostElements = 100'000;

struct KindName {
  const char* name;
  ConnectorKind kind;
};
constexpr std::array kKinds{KindName{"input", ConnectorKind::input},
                            KindName{"output", ConnectorKind::output},
                            KindName{"parameter", ConnectorKind::parameter},
                            KindName{"calculatedParameter", ConnectorKind::calculated_parameter},
                            KindName{"structuralParameter", ConnectorKind::structural_parameter},
                            KindName{"constant", ConnectorKind::constant},
                            KindName{"local", ConnectorKind::local},
                            KindName{"inout", ConnectorKind::inout},
                            KindName{"unspecified", ConnectorKind::unspecified}};

std::vector<std::optional<std::uint64_t>> read_size(const Node& connector) {
  std::vector<std::optional<std::uint64_t>> sizes;
  for (const Node& dimension : connector.children("Dimension"))
    sizes.push_back(xml::parse_integer<std::uint64_t>(dimension.text("size")));
  return sizes;
}

Connector read_connector(const Node& node) {
  node.expect({"name", "kind"},
              {"Real", "Float64", "Float32", "Integer", "Int8", "UInt8", "Int16", "UInt16", "Int32", "UInt32",
               "Int64", "UInt64", "Boolean", "String", "Binary", "Clock", "Enumeration", "Dimension"});
  Connector connector{.name = node.required("name"), .size = read_size(node)};
  const Text kind = node.required("kind");
  const auto* const known =
      std::find_if(kKinds.begin(), kKinds.end(), [&](const KindName& k) { return k.name == kind.text; });
  if (known != kKinds.end()) {
    connector.kind = known->kind;
  } else if (!kind.text.empty()) {
    std::vector<std::string> names;
    for (const KindName& k : kKinds) names.emplace_back(k.name);
    node.error("ssp-bad-value",
               fmt::format("there is no kind {} of connectors", archive::printable(kind.text)),
               did_you_mean(kind.text, names));
  }
  if (const std::optional<Node> type = find_type(node); type) {
    connector.unit = type->text("unit");
    if (type->name() == "Enumeration") connector.enumeration = type->text("name");
  }
  return connector;
}

std::vector<Connector> read_connectors(const Node& element) {
  std::vector<Connector> connectors;
  std::set<std::string> names;
  for (const Node& node : element.items("Connectors", "Connector")) {
    Connector connector = read_connector(node);
    if (!names.insert(connector.name.text).second) {
      node.error("ssp-duplicate-name",
                 fmt::format("there are two connectors {}", archive::printable(connector.name.text)));
      continue;
    }
    connectors.push_back(std::move(connector));
  }
  return connectors;
}

Connection read_connection(const Node& node) {
  node.expect({"startElement", "startConnector", "startIndices", "endElement", "endConnector", "endIndices",
               "suppressUnitConversion"},
              {"LinearTransformation", "BooleanMappingTransformation", "IntegerMappingTransformation",
               "EnumerationMappingTransformation"});
  for (const char* indices : {"startIndices", "endIndices"}) {
    if (node.has(indices))
      node.unsupported(fmt::format("{} is not supported", indices), "connect whole arrays, or scalars");
  }
  return {.place = node.place(),
          .start = {node.placed("startElement"), node.required("startConnector")},
          .end = {node.placed("endElement"), node.required("endConnector")},
          .convert_units = !node.flag("suppressUnitConversion", false),
          .transformation = read_transformation(node)};
}

class Reader {
 public:
  Reader(Files& files, xml::Findings& found) : files_(files), found_(found) {}

  std::optional<Structure> read(const fs::path& file) {
    const xml::XmlDocument xml(files_.text(file), files_.shown(file), found_);
    const Node root(xml, found_, xml.root());
    if (!root || !check_root(root, "SystemStructureDescription")) return std::nullopt;
    root.expect({"version", "name", "author", "fileversion", "copyright", "license", "generationTool",
                 "generationDateAndTime"},
                {"System", "Units", "Enumerations", "DefaultExperiment"});
    const Node system = root.child("System");
    if (!system) {
      root.error("ssp-bad-structure", "there is no System");
      return std::nullopt;
    }
    auto definitions = std::make_shared<Definitions>();
    read_definitions(root, *definitions);
    const Origin here{{files_, found_, file.parent_path()}, definitions};
    open_.push_back(file);
    Structure structure;
    structure.system = read_system(system, here);
    open_.pop_back();
    read_experiment(root, structure);
    for (const Node& annotations : system.children("Annotations")) {
      if (!structure.foreign_step)
        structure.foreign_step = annotations.annotated("FixedStepMaster", "stepSize");
    }
    return structure;
  }

 private:
  /// The SSD that an element stands in.
  struct Origin {
    Surroundings around;
    std::shared_ptr<const Definitions> definitions;
  };

  void read_experiment(const Node& root, Structure& structure) {
    const Node experiment = root.child("DefaultExperiment");
    structure.place = root.place();
    if (experiment) {
      experiment.expect({"startTime", "stopTime"}, {});
      structure.place = experiment.place();
      if (experiment.has("startTime")) structure.start_place = experiment.place();
      if (experiment.has("stopTime")) structure.stop_place = experiment.place();
      structure.start = experiment.number("startTime");
      structure.stop = experiment.number("stopTime");
    }
    for (const Node& annotation : root.child("Annotations").children("Annotation")) {
      if (annotation.text("type") != kAnnotation) continue;
      const auto [text, line] = annotation.content();
      if (text.find_first_not_of(" \t\r\n") != std::string::npos)
        structure.annotation = AnnotationText{text, line};
    }
  }

  Element read_system(const Node& node, const Origin& here) {
    node.expect({"name"},
                {"Connectors", "ParameterBindings", "Elements", "Connections", "SignalDictionaries"});
    Element system = start(node, here);
    system.bindings = read_bindings(node, here.around);
    for (const Node& dictionary : node.items("SignalDictionaries", "SignalDictionary"))
      dictionary.unsupported("signal dictionaries are not supported", "connect the components directly");
    if (++depth_ > kDeepest) {
      node.error("ssp-too-large", fmt::format("systems are nested more than {} deep", kDeepest));
    } else {
      read_elements(node.child("Elements"), here, system);
    }
    --depth_;
    for (const Node& connection : node.items("Connections", "Connection"))
      system.connections.push_back(read_connection(connection));
    return system;
  }

  Element start(const Node& node, const Origin& here) {
    Element element;
    element.name = node.required("name");
    element.connectors = read_connectors(node);
    element.definitions = here.definitions;
    return element;
  }

  void read_elements(const Node& list, const Origin& here, Element& system) {
    list.expect({}, {"Component", "System", "SignalDictionaryReference"});
    std::set<std::string> names;
    for (const Node& node : list.children()) {
      if (++count_ > kMostElements) {
        if (count_ == kMostElements + 1)
          node.error("ssp-too-large", fmt::format("there are more than {} elements", kMostElements));
        return;
      }
      if (node.name() == "SignalDictionaryReference") {
        node.unsupported("signal dictionaries are not supported", "connect the components directly");
      } else if (node.name() != "System" && node.name() != "Component") {
        continue;
      } else if (!names.insert(node.text("name")).second) {
        node.error("ssp-duplicate-name",
                   fmt::format("there are two elements {}", archive::printable(node.text("name"))));
      } else if (node.name() == "System") {
        system.elements.push_back(read_system(node, here));
      } else {
        system.elements.push_back(read_component(node, here));
      }
    }
  }

  Element read_component(const Node& node, const Origin& here) {
    node.expect({"name", "type", "source", "implementation"}, {"Connectors", "ParameterBindings"});
    Element element = start(node, here);
    element.bindings = read_bindings(node, here.around);
    element.component.emplace().place = node.place();
    const std::string type = node.text("type");
    const std::string extension =
        fs::path(node.text("source").substr(0, node.text("source").find('#'))).extension();
    const bool package = type == "application/x-ssp-package" || (type.empty() && extension == ".ssp");
    const bool definition = type == "application/x-ssp-definition" || (type.empty() && extension == ".ssd");
    if (!node.has("source")) {
      node.unsupported(fmt::format("the component {} has no source: it is a mere placeholder",
                                   archive::printable(element.name.text)));
    } else if (package || definition) {
      read_nested(node, here, package, element);
    } else if (!type.empty() && type != "application/x-fmu-sharedlibrary") {
      node.unsupported(fmt::format("components of type {} are not supported", archive::printable(type)),
                       "FMUs (application/x-fmu-sharedlibrary) and systems (application/x-ssp-definition, "
                       "application/x-ssp-package) are");
    } else {
      read_fmu(node, here, *element.component);
    }
    return element;
  }

  void read_fmu(const Node& node, const Origin& here, Component& component) {
    const std::string kind = node.text("implementation");
    if (kind == "ModelExchange") {
      component.kind = FmuBody::Kind::model_exchange;
    } else if (kind == "CoSimulation") {
      component.kind = FmuBody::Kind::co_simulation;
    } else if (!kind.empty() && kind != "any") {
      node.unsupported(fmt::format("implementation={} is not supported", archive::printable(kind)),
                       "CoSimulation, ModelExchange and any are");
    }
    const std::optional<fs::path> file = find_source(node, here.around);
    if (!file) return;
    take_errors([&] {
      component.variables = files_.variables(*file);
      component.file = *file;
    });
  }

  /// Another system in place of the component.
  void read_nested(const Node& node, const Origin& here, bool package, Element& element) {
    std::string fragment;
    std::optional<fs::path> file = find_source(node, here.around, &fragment);
    if (!file) return;
    take_errors([&] {
      if (package) {
        const auto variant = archive::entry_path(fragment.empty() ? "SystemStructure.ssd" : fragment);
        if (!variant || variant->empty())
          return node.error("ssp-bad-source", "after # there must be the name of an .ssd file");
        file = files_.open_package(*file) / *variant;
      }
      if (std::find(open_.begin(), open_.end(), *file) != open_.end()) {
        return node.error("ssp-cycle", fmt::format("{} contains itself", files_.shown(*file)));
      }
      std::optional<Structure> inner = read(*file);
      if (!inner) return;
      // The component's bindings count as the last ones of the system that it stands for.
      std::move(element.bindings.begin(), element.bindings.end(), std::back_inserter(inner->system.bindings));
      inner->system.name = element.name;
      element = std::move(inner->system);
    });
  }

  template <class Work>
  void take_errors(Work work) {
    try {
      work();
    } catch (const Error& error) {
      for (const Problem& p : error.problems()) found_.error(p.id, p.place, p.what, p.remedy);
    }
  }

  Files& files_;
  xml::Findings& found_;
  std::vector<fs::path> open_;  ///< SSDs being read
  int depth_ = 0, count_ = 0;
};

}  // namespace

const char* name_of(ConnectorKind kind) {
  return std::find_if(kKinds.begin(), kKinds.end(), [&](const KindName& k) { return k.kind == kind; })->name;
}

std::optional<Structure> read_structure(const fs::path& file, Files& files, xml::Findings& found) {
  return Reader(files, found).read(file);
}

}  // namespace accordo::ssp
