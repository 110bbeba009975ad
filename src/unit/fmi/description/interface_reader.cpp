// The kinds of use that an FMU offers, with the capabilities that it declares.
#include <fmt/format.h>

#include "archive/entry_name.hpp"
#include "unit/fmi/description/description_parts.hpp"

namespace accordo::fmi {
namespace {

constexpr int kHighestOrder = 100;

/// The identifier names a file, so it must not lead anywhere else.
void read_identifier(const xml::Attributes& a, Interface& i) {
  i.model_identifier = a.text("modelIdentifier");
  const std::string& id = i.model_identifier;
  if (id.empty() || id.find('/') != std::string::npos || archive::entry_path(id) != id) {
    a.error("fmu-bad-identifier",
            fmt::format("modelIdentifier {} cannot be the name of a library", archive::printable(id)));
  }
}

Interface read_fmi2(const xml::Attributes& a) {
  Interface i;
  read_identifier(a, i);
  i.needs_execution_tool = a.flag("needsExecutionTool");
  i.once_per_process = a.flag("canBeInstantiatedOnlyOncePerProcess");
  i.rollback = a.flag("canGetAndSetFMUstate");
  i.serializes = a.flag("canSerializeFMUstate");
  i.directional_derivatives = a.flag("providesDirectionalDerivative");
  i.own_memory = a.flag("canNotUseMemoryManagementFunctions");
  i.needs_completed_integrator_step = !a.flag("completedIntegratorStepNotNeeded");
  i.variable_step = a.flag("canHandleVariableCommunicationStepSize");
  i.interpolates_inputs = a.flag("canInterpolateInputs");
  i.asynchronous = a.flag("canRunAsynchronuously");  // the standard's spelling
  i.max_output_derivative_order = a.small_count("maxOutputDerivativeOrder", kHighestOrder);
  return i;
}

Interface read_fmi3(const xml::Attributes& a) {
  Interface i;
  read_identifier(a, i);
  i.needs_execution_tool = a.flag("needsExecutionTool");
  i.once_per_process = a.flag("canBeInstantiatedOnlyOncePerProcess");
  i.rollback = a.flag("canGetAndSetFMUState");
  i.serializes = a.flag("canSerializeFMUState");
  i.directional_derivatives = a.flag("providesDirectionalDerivatives");
  i.adjoint_derivatives = a.flag("providesAdjointDerivatives");
  i.per_element_dependencies = a.flag("providesPerElementDependencies");
  i.own_memory = true;
  i.needs_completed_integrator_step = a.flag("needsCompletedIntegratorStep");
  i.evaluates_discrete_states = a.flag("providesEvaluateDiscreteStates");
  i.variable_step = a.flag("canHandleVariableCommunicationStepSize");
  i.max_output_derivative_order = a.small_count("maxOutputDerivativeOrder", kHighestOrder);
  i.fixed_internal_step = a.number("fixedInternalStepSize");
  i.recommended_input_smoothness = a.small_count("recommendedIntermediateInputSmoothness", kHighestOrder);
  i.intermediate_update = a.flag("providesIntermediateUpdate");
  i.might_return_early = a.flag("mightReturnEarlyFromDoStep");
  i.can_return_early_after_intermediate_update = a.flag("canReturnEarlyAfterIntermediateUpdate");
  i.event_mode = a.flag("hasEventMode");
  if (i.fixed_internal_step && *i.fixed_internal_step <= 0) {
    a.warn_ignored("fixedInternalStepSize");
    i.fixed_internal_step.reset();
  }
  return i;
}

}  // namespace

void read_interfaces(Reading& r) {
  const bool fmi2 = r.out.version == Version::fmi2;
  const auto read = [&](const char* name) -> std::optional<Interface> {
    const pugi::xml_node node = r.xml.root().child(name);
    if (node.empty()) return std::nullopt;
    return fmi2 ? read_fmi2(r.attributes(node)) : read_fmi3(r.attributes(node));
  };
  r.out.model_exchange = read("ModelExchange");
  r.out.co_simulation = read("CoSimulation");
  if (!fmi2) r.out.scheduled_execution = read("ScheduledExecution");
  if (!r.out.model_exchange && !r.out.co_simulation && !r.out.scheduled_execution) {
    r.attributes(r.xml.root())
        .error("fmu-no-interface", "the FMU declares neither Co-Simulation nor Model Exchange");
  }
}

}  // namespace accordo::fmi
