#include "unit/fmi/unit/fmu_plan.hpp"

#include <algorithm>
#include <cmath>

#include "base/failure.hpp"
#include "base/index.hpp"

namespace accordo::fmi {

std::unique_ptr<Instance> start_instance(const FmuPlan& plan) {
  auto instance = make_instance(plan.fmu, plan.settings);
  instance->configure(plan.structural);
  instance->setup_experiment(plan.experiment);
  for (const StartValue& value : plan.start) instance->set_start(value);
  instance->enter_initialization(plan.experiment);
  instance->set_tokens(plan.token_inputs, plan.token_start.data());  // not allowed before
  return instance;
}

void initial_feed_through(const FmuPlan& plan, Instance& instance, const double* u, double* D) {
  constexpr double part = 6e-6;  // the cube root of the rounding error
  const std::size_t inputs = plan.input_start.size(), outputs = plan.equations.outputs.names.size();
  std::vector<double> moved(u, u + inputs), ahead(outputs), behind(outputs);
  for (std::size_t j = 0; j < inputs; ++j) {
    const double d = part * std::max(std::abs(u[j]), plan.input_size[j]);
    moved[j] = u[j] + d;
    instance.set(plan.equations.inputs.references, moved.data());
    instance.get(plan.equations.outputs.references, ahead.data());
    moved[j] = u[j] - d;
    instance.set(plan.equations.inputs.references, moved.data());
    instance.get(plan.equations.outputs.references, behind.data());
    moved[j] = u[j];
    const double length = (u[j] + d) - (u[j] - d);
    for (std::size_t i = 0; i < outputs; ++i) D[i * inputs + j] = (ahead[i] - behind[i]) / length;
  }
  instance.set(plan.equations.inputs.references, u);
}

void read_observed(const FmuPlan& plan, Instance& instance, std::vector<Token>& tokens, double* values) {
  if (!plan.observed.empty()) instance.get(plan.observed, values);
  if (plan.observed_tokens.empty()) return;
  const TokenBatch& last = plan.observed_tokens.back();
  tokens.resize(last.first + last.references.values);
  instance.get_tokens(plan.observed_tokens, tokens.data());
  for (std::size_t i = 0; i < tokens.size(); ++i) values[plan.observed.values + i] = number_of(tokens[i]);
}

void require_finite_outputs(const UnitInfo& info, const double* y, double t) {
  for (int i = 0; i < info.ports.output_count(); ++i) {
    if (!std::isfinite(y[i])) throw NonFinite("output '" + info.ports.outputs[index(i)] + "'", t);
  }
}

}  // namespace accordo::fmi
