#include "io/ssp/parameter_reader.hpp"

#include <fmt/format.h>

#include "archive/entry_name.hpp"
#include "io/ssp/common_reader.hpp"
#include "io/ssp/reference.hpp"

namespace accordo::ssp {
namespace {

/// One value, or the values of an array: numbers stand in one attribute, texts in elements `Value`.
std::string read_value(const Node& type) {
  if (type.has("value")) return type.text("value");
  std::string text;
  for (const Node& value : type.children("Value")) text += (text.empty() ? "" : " ") + value.text("value");
  if (type.children("Value").empty())
    type.error("ssp-missing-attribute", fmt::format("{} has no value", archive::printable(type.name())));
  return text;
}

/// Reads an external file and hands its root to `use`.
template <class Use>
void read_external(const std::filesystem::path& file, const Surroundings& around, Use use) {
  try {
    const xml::XmlDocument xml(around.files.text(file), around.files.shown(file), around.found);
    if (!xml.root().empty()) use(Node(xml, around.found, xml.root()));
  } catch (const Error& error) {
    for (const Problem& p : error.problems()) around.found.error(p.id, p.place, p.what, p.remedy);
  }
}

bool supported(const Node& node, const char* standard_type) {
  bool sound = true;
  if (node.has("type") && node.text("type") != standard_type) {
    node.unsupported(fmt::format("type={} is not supported", archive::printable(node.text("type"))),
                     fmt::format("{} is", standard_type));
    sound = false;
  }
  if (node.has("sourceBase") && node.text("sourceBase") != "SSD") {
    node.unsupported("sourceBase=\"component\" is not supported",
                     "copy the file out of the component and refer to it there");
    sound = false;
  }
  return sound;
}

void read_binding_mapping(const Node& node, const Surroundings& around, Binding& binding) {
  node.expect({"type", "source", "sourceBase"}, {"ParameterMapping"});
  binding.mapping.emplace();
  if (!supported(node, "application/x-ssp-parameter-mapping")) return;
  if (!node.has("source")) {
    const Node inside = node.child("ParameterMapping");
    if (!inside)
      return node.error("ssp-bad-structure", "a parameter mapping has neither a source nor entries");
    if (check_root(inside, "ParameterMapping")) binding.mapping = read_mapping(inside);
    return;
  }
  if (const auto file = find_source(node, around); file) {
    read_external(*file, around, [&](const Node& root) {
      if (check_root(root, "ParameterMapping")) binding.mapping = read_mapping(root);
    });
  }
}

Binding read_binding(const Node& node, const Surroundings& around) {
  node.expect({"type", "source", "sourceBase", "prefix"}, {"ParameterValues", "ParameterMapping"});
  Binding binding;
  binding.place = node.place();
  binding.prefix = node.text("prefix");
  binding.definitions = std::make_shared<const Definitions>();
  const Node values = node.child("ParameterValues");
  if (!supported(node, "application/x-ssp-parameter-set")) return binding;
  if (node.has("source") && values) {
    node.error("ssp-bad-structure", "a parameter binding has both a source and values");
  } else if (node.has("source")) {
    if (const auto file = find_source(node, around); file) {
      read_external(*file, around, [&](const Node& root) {
        if (check_root(root, "ParameterSet")) read_parameter_set(root, binding);
      });
    }
  } else if (const Node set = values.child("ParameterSet"); set) {
    if (check_root(set, "ParameterSet")) read_parameter_set(set, binding);
  } else {
    node.error("ssp-bad-structure", "a parameter binding has neither a source nor values");
  }
  if (const Node mapping = node.child("ParameterMapping"); mapping)
    read_binding_mapping(mapping, around, binding);
  return binding;
}

}  // namespace

void read_parameter_set(const Node& node, Binding& binding) {
  node.expect({"version", "name", "author", "fileversion", "copyright", "license", "generationTool",
               "generationDateAndTime"},
              {"Parameters", "Units", "Enumerations"});
  auto definitions = std::make_shared<Definitions>();
  read_definitions(node, *definitions);
  binding.definitions = definitions;
  for (const Node& parameter : node.items("Parameters", "Parameter")) {
    const std::optional<Node> type = find_type(parameter);
    if (!type) {
      parameter.error("ssp-bad-structure", fmt::format("the parameter {} has no value",
                                                       archive::printable(parameter.text("name"))));
      continue;
    }
    type->expect({"value", "unit", "name", "mime-type"}, {"Value"});
    binding.values.push_back({parameter.required("name"), std::string(type->name()), read_value(*type),
                              type->text("unit"),
                              type->name() == "Enumeration" ? type->text("name") : std::string()});
  }
}

std::vector<MappingEntry> read_mapping(const Node& node) {
  node.expect(
      {"version", "author", "fileversion", "copyright", "license", "generationTool", "generationDateAndTime"},
      {"MappingEntry"});
  std::vector<MappingEntry> entries;
  std::size_t without_source = 0;
  for (const Node& entry : node.children("MappingEntry")) {
    if (entry.has("source") && entry.text("source").empty()) {  // as tools write for what nobody sets
      ++without_source;
      continue;
    }
    entry.expect({"source", "target", "suppressUnitConversion"},
                 {"LinearTransformation", "BooleanMappingTransformation", "IntegerMappingTransformation",
                  "EnumerationMappingTransformation"});
    entries.push_back({entry.required("source"), entry.required("target"),
                       !entry.flag("suppressUnitConversion", false), read_transformation(entry)});
  }
  if (without_source > 0)
    node.warn(
        "ssp-no-source",
        fmt::format("{} of the mapping's entries have an empty source: they are ignored", without_source));
  return entries;
}

std::optional<std::filesystem::path> find_source(const Node& node, const Surroundings& around,
                                                 std::string* fragment) {
  std::string why;
  const std::optional<Reference> reference = parse_reference(node.text("source"), why);
  if (!reference) {
    node.error("ssp-bad-source",
               fmt::format("source={} cannot be used: {}", archive::printable(node.text("source")), why),
               "put the file beside the .ssd, best into resources/, and name it relative to the .ssd");
    return std::nullopt;
  }
  const std::filesystem::path file = around.folder / reference->path;
  if (!around.files.exists(file)) {
    node.error("ssp-missing-file",
               fmt::format("the file {} is not there", archive::printable(reference->path.string())));
    return std::nullopt;
  }
  if (fragment != nullptr) *fragment = reference->fragment;
  return file;
}

std::vector<Binding> read_bindings(const Node& element, const Surroundings& around) {
  std::vector<Binding> bindings;
  for (const Node& list : element.children("ParameterBindings")) {
    list.expect({}, {"ParameterBinding"});
    for (const Node& node : list.children("ParameterBinding")) bindings.push_back(read_binding(node, around));
  }
  return bindings;
}

}  // namespace accordo::ssp
