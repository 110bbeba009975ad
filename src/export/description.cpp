#include "export/description.hpp"

#include <fmt/format.h>

#include <pugixml.hpp>
#include <sstream>
#include <unordered_map>

#include "export/variables.hpp"

namespace accordo::exporter {
namespace {

void set(pugi::xml_node node, const char* name, const std::string& value) {
  node.append_attribute(name).set_value(value.c_str());
}
void set_number(pugi::xml_node node, const char* name, double value) {
  set(node, name, fmt::format("{}", value));
}
void set_flag(pugi::xml_node node, const char* name, bool value) {
  if (value) set(node, name, "true");
}

std::string text_of(const pugi::xml_document& document) {
  std::ostringstream out;
  document.save(out, "  ", pugi::format_default, pugi::encoding_utf8);
  return out.str();
}

pugi::xml_node start_document(pugi::xml_document& document, const char* root) {
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  set(declaration, "version", "1.0");
  set(declaration, "encoding", "UTF-8");
  return document.append_child(root);
}

pugi::xml_node start_description(pugi::xml_document& document, const char* version, const Model& model,
                                 const char* token_name, const Label& label) {
  pugi::xml_node root = start_document(document, "fmiModelDescription");
  set(root, "fmiVersion", version);
  set(root, "modelName", model.name);
  set(root, token_name, label.token);
  set(root, "generationTool", "Accordo");
  set(root, "variableNamingConvention", "flat");
  return root;
}

void add_log_categories(pugi::xml_node root) {
  pugi::xml_node list = root.append_child("LogCategories");
  set(list.append_child("Category"), "name", "logStatusError");
  set(list.append_child("Category"), "name", "logStatusDiscard");
}

void add_experiment(pugi::xml_node root, const ExperimentSpec& experiment) {
  pugi::xml_node node = root.append_child("DefaultExperiment");
  set_number(node, "startTime", experiment.start.value_or(0));
  if (experiment.stop) set_number(node, "stopTime", *experiment.stop);
  if (experiment.tolerance) set_number(node, "tolerance", *experiment.tolerance);
  if (experiment.step) set_number(node, "stepSize", *experiment.step);
}

const char* variability_of(const Variable& v) {
  const bool fixed =
      v.causality == fmi::Causality::parameter || v.causality == fmi::Causality::calculated_parameter;
  return fixed ? "fixed" : "continuous";
}

/// Attributes that both versions have alike.
void describe_variable(pugi::xml_node node, const Variable& v) {
  set(node, "name", v.name);
  set(node, "valueReference", std::to_string(v.reference));
  set(node, "causality", fmi::name_of(v.causality));
  set(node, "variability", variability_of(v));
  if (v.initial != fmi::Initial::none)
    set(node, "initial", v.initial == fmi::Initial::exact ? "exact" : "calculated");
}

template <class Number>
void add_unknown(pugi::xml_node node, const char* attribute, const Unknown& unknown, Number number) {
  set(node, attribute, std::to_string(number(unknown.reference)));
  std::string list;
  for (const unsigned reference : unknown.dependencies)
    list += fmt::format("{}{}", list.empty() ? "" : " ", number(reference));
  set(node, "dependencies", list);
}

void declare_source(pugi::xml_node kind) {
  set(kind.append_child("SourceFiles").append_child("File"), "name", "all.c");
}

void add_fmi2_interfaces(pugi::xml_node root, const Features& f, const Label& label) {
  const auto common = [&](pugi::xml_node node) {
    set(node, "modelIdentifier", label.identifier);
    set_flag(node, "canNotUseMemoryManagementFunctions", true);
    set_flag(node, "canGetAndSetFMUstate", f.rollback);
    set_flag(node, "canSerializeFMUstate", f.serialization);
    set_flag(node, "providesDirectionalDerivative", f.derivatives);
  };
  if (f.model_exchange) {
    pugi::xml_node node = root.append_child("ModelExchange");
    common(node);
    set_flag(node, "completedIntegratorStepNotNeeded", true);
    declare_source(node);
  }
  if (f.co_simulation) {
    pugi::xml_node node = root.append_child("CoSimulation");
    common(node);
    set_flag(node, "canHandleVariableCommunicationStepSize", f.variable_step);
    set_flag(node, "canInterpolateInputs", f.input_order > 0);
    if (f.output_derivatives) set(node, "maxOutputDerivativeOrder", "1");
    declare_source(node);
  }
}

void add_fmi3_interfaces(pugi::xml_node root, const Features& f, const Label& label) {
  const auto common = [&](pugi::xml_node node) {
    set(node, "modelIdentifier", label.identifier);
    set_flag(node, "canGetAndSetFMUState", f.rollback);
    set_flag(node, "canSerializeFMUState", f.serialization);
    set_flag(node, "providesDirectionalDerivatives", f.derivatives);
    set_flag(node, "providesAdjointDerivatives", f.derivatives);
  };
  if (f.model_exchange) common(root.append_child("ModelExchange"));
  if (f.co_simulation) {
    pugi::xml_node node = root.append_child("CoSimulation");
    common(node);
    set_flag(node, "canHandleVariableCommunicationStepSize", f.variable_step);
    set_flag(node, "providesIntermediateUpdate", f.input_order > 0);
    if (f.output_derivatives) set(node, "maxOutputDerivativeOrder", "1");
  }
}

/// FMI 2 refers to variables by their position, counted from 1.
class Positions {
 public:
  explicit Positions(const Interface& interface) {
    for (const Variable& v : interface.variables) positions_.emplace(v.reference, positions_.size() + 1);
  }
  std::size_t operator()(unsigned reference) const { return positions_.at(reference); }

 private:
  std::unordered_map<unsigned, std::size_t> positions_;
};

}  // namespace

std::string describe_fmi2(const Model& model, const Features& features, const ExperimentSpec& experiment,
                          const Label& label) {
  const Interface interface = make_interface(model, features);
  const Positions position(interface);
  pugi::xml_document document;
  pugi::xml_node root = start_description(document, "2.0", model, "guid", label);
  set(root, "numberOfEventIndicators", "0");
  add_fmi2_interfaces(root, features, label);
  add_log_categories(root);
  add_experiment(root, experiment);
  pugi::xml_node variables = root.append_child("ModelVariables");
  for (const Variable& v : interface.variables) {
    pugi::xml_node node = variables.append_child("ScalarVariable");
    describe_variable(node, v);
    pugi::xml_node real = node.append_child("Real");
    if (v.start) set_number(real, "start", *v.start);
    if (v.derivative_of) set(real, "derivative", std::to_string(position(*v.derivative_of)));
  }
  pugi::xml_node structure = root.append_child("ModelStructure");
  const auto add_list = [&](const char* name, const std::vector<Unknown>& list) {
    if (list.empty()) return;
    pugi::xml_node parent = structure.append_child(name);
    for (const Unknown& u : list) add_unknown(parent.append_child("Unknown"), "index", u, position);
  };
  add_list("Outputs", interface.outputs);
  add_list("Derivatives", interface.derivatives);
  add_list("InitialUnknowns", interface.initial_unknowns);
  return text_of(document);
}

std::string describe_fmi3(const Model& model, const Features& features, const ExperimentSpec& experiment,
                          const Label& label) {
  const Interface interface = make_interface(model, features);
  pugi::xml_document document;
  pugi::xml_node root = start_description(document, "3.0", model, "instantiationToken", label);
  add_fmi3_interfaces(root, features, label);
  add_log_categories(root);
  add_experiment(root, experiment);
  pugi::xml_node variables = root.append_child("ModelVariables");
  for (const Variable& v : interface.variables) {
    pugi::xml_node node = variables.append_child("Float64");
    describe_variable(node, v);
    if (v.start) set_number(node, "start", *v.start);
    if (v.derivative_of) set(node, "derivative", std::to_string(*v.derivative_of));
    if (v.causality == fmi::Causality::input) set_flag(node, "intermediateUpdate", features.input_order > 0);
  }
  pugi::xml_node structure = root.append_child("ModelStructure");
  const auto add_list = [&](const char* name, const std::vector<Unknown>& list) {
    const auto itself = [](unsigned reference) { return reference; };
    for (const Unknown& u : list) add_unknown(structure.append_child(name), "valueReference", u, itself);
  };
  add_list("Output", interface.outputs);
  add_list("ContinuousStateDerivative", interface.derivatives);
  add_list("InitialUnknown", interface.initial_unknowns);
  return text_of(document);
}

std::string describe_build(const std::string& identifier) {
  pugi::xml_document document;
  pugi::xml_node root = start_document(document, "fmiBuildDescription");
  set(root, "fmiVersion", "3.0");
  pugi::xml_node configuration = root.append_child("BuildConfiguration");
  set(configuration, "modelIdentifier", identifier);
  pugi::xml_node files = configuration.append_child("SourceFileSet");
  set(files, "language", "C99");
  set(files.append_child("SourceFile"), "name", "all.c");
  return text_of(document);
}

}  // namespace accordo::exporter
