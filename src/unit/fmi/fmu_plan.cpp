#include "unit/fmi/fmu_plan.hpp"

#include <cmath>

#include "base/index.hpp"
#include "unit/failure.hpp"

namespace accordo::fmi {

std::unique_ptr<Instance> start_instance(const FmuPlan& plan) {
  auto instance = make_instance(plan.fmu, plan.settings);
  instance->configure(plan.structural);
  for (const StartValue& value : plan.start) instance->set_start(value);
  instance->enter_initialization(plan.experiment);
  instance->set_tokens(plan.token_inputs, plan.token_start.data());  // not allowed before
  return instance;
}

void require_finite_outputs(const UnitInfo& info, const double* y, double t) {
  for (int i = 0; i < info.ports.output_count(); ++i) {
    if (!std::isfinite(y[i])) throw NonFinite("output '" + info.ports.outputs[index(i)] + "'", t);
  }
}

}  // namespace accordo::fmi
