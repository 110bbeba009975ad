#include "export/sources.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace accordo::exporter {
namespace {

constexpr const char* kModel =
    R"(/* The model '{name}', exported by Accordo: x' = f(t, x, u), y = g(t, x, u).
 *
 * Parameters, states x and inputs u stand in one array s:
{symbols} * Functions that switch on time alone, such as if(t >= 1, a, b), see t_switch for t: just to the
 * side of t where a one-sided limit is meant. */

#define MODEL_IDENTIFIER {identifier}
#define MODEL_TOKEN "{token}"

enum {{ PARAMETERS = {parameters}, STATES = {states}, INPUTS = {inputs}, OUTPUTS = {outputs} }};
enum {{ CALCULATED = {calculated_count}, PARTIALS = {partial_count} }};

/* What this FMU offers. */
enum {{
  HAS_MODEL_EXCHANGE = {model_exchange},
  HAS_CO_SIMULATION = {co_simulation},
  CAN_ROLL_BACK = {rollback},
  CAN_SERIALIZE = {serialization},
  HAS_DIRECTIONAL_DERIVATIVES = {derivatives},
  HAS_OUTPUT_DERIVATIVES = {output_derivatives},
  HAS_VARIABLE_STEP = {variable_step},
  INPUT_ORDER = {input_order} /* highest derivative of an input that is taken */
}};

/* Of s. */
static const double start_values[] = {{{start}0}};

/* What model_calculate() computes from other parameters: positions in s. */
static const int calculated[] = {{{calculated}0}};

/* Where model_partials() puts its results. Rows are the derivatives x', then the outputs; columns are the
 * states, then the inputs, then time. What is missing is zero. */
typedef struct {{
  int row, column;
}} Partial;
static const Partial partials[] = {{{partials}{{0, 0}}}};

static void model_calculate(double t, double t_switch, const double* s, double* r);
static void model_derivatives(double t, double t_switch, const double* s, double* r);
static void model_outputs(double t, double t_switch, const double* s, double* r);
static void model_partials(double t, double t_switch, const double* s, double* r);

{functions})";

constexpr const char* kAll =
    R"(/* The FMU as one file to compile. Everything but the functions of FMI is static, so that several such
 * FMUs can be linked into one program. */
#include "{version}.h"

#include "model.c"

#include "instance.c"
#include "integrator.c"
#include "saved_state.c"
#include "{version}.c"
)";

std::string symbol_list(const Model& model) {
  std::string text;
  int i = 0;
  const auto add = [&](const char* kind, const std::vector<Quantity>& list) {
    for (const Quantity& q : list) text += fmt::format(" *   s[{}] {} {}\n", i++, kind, q.name);
  };
  add("parameter", model.parameters);
  add("state", model.states);
  add("input", model.inputs);
  return text;
}

std::string start_values(const Model& model) {
  std::string text;
  for (const auto* list : {&model.parameters, &model.states, &model.inputs}) {
    for (const Quantity& q : *list) text += fmt::format("{}, ", q.start);
  }
  return text;
}

SourceFile model_file(const Model& model, const Features& f, const Label& label) {
  using fmt::arg;
  std::string calculated, partials;
  for (const int symbol : model.calculated) calculated += fmt::format("{}, ", symbol);
  for (const PartialPlace& p : model.partials) partials += fmt::format("{{{}, {}}}, ", p.row, p.column);
  return {"model.c",
          fmt::format(
              kModel, arg("name", model.name), arg("symbols", symbol_list(model)),
              arg("identifier", label.identifier), arg("token", label.token),
              arg("parameters", model.parameters.size()), arg("states", model.states.size()),
              arg("inputs", model.inputs.size()), arg("outputs", model.outputs.size()),
              arg("calculated_count", model.calculated.size()), arg("partial_count", model.partials.size()),
              arg("model_exchange", int{f.model_exchange}), arg("co_simulation", int{f.co_simulation}),
              arg("rollback", int{f.rollback}), arg("serialization", int{f.serialization}),
              arg("derivatives", int{f.derivatives}), arg("output_derivatives", int{f.output_derivatives}),
              arg("variable_step", int{f.variable_step}), arg("input_order", f.input_order),
              arg("start", start_values(model)), arg("calculated", calculated), arg("partials", partials),
              arg("functions", model.functions))};
}

}  // namespace

std::vector<SourceFile> write_sources(const Model& model, const Options& options, const Label& label) {
  const bool fmi2 = options.version == fmi::Version::fmi2;
  std::vector<SourceFile> files{model_file(model, options.features, label)};
  std::string all = fmt::format(kAll, fmt::arg("version", fmi2 ? "fmi2" : "fmi3"));
  if (!fmi2) all += "#include \"fmi3_absent.c\"\n";
  for (const SourceFile& file : runtime_sources()) {
    if (!file.name.starts_with(fmi2 ? "fmi3" : "fmi2")) files.push_back(file);
  }
  files.push_back({"all.c", all});
  return files;
}

}  // namespace accordo::exporter
