#include "session/hindrance.hpp"

#include <fmt/format.h>

namespace accordo {

std::vector<Hindrance> hindrances(const Method& method, const Plan& plan) {
  const ExperimentSpec& experiment = plan.scenario().experiment;
  const std::string estimate = experiment.estimate ? experiment.estimate->text : "auto";
  const UndrivenUnits undriven(plan.wiring());
  std::vector<Hindrance> list;
  for (std::size_t k = 0; k < plan.units().size(); ++k) {
    if (std::string why = obstacle(method, plan.units()[k], undriven[k], estimate); !why.empty())
      list.push_back({k, "method-needs", std::move(why),
                      "choose another method: missiles, f3ornits, jacobi and gauss-seidel take any unit"});
    if (!method.needs.evaluation || !plan.isolated(k)) continue;
    if (plan.separated(k)) {
      list.push_back({k, "fmu-only-once",
                      "it runs in a process of its own, as its FMU allows one instance per process",
                      "choose another method"});
    } else {
      list.push_back({k, "method-needs", "it runs in a process of its own",
                      "do not isolate it, or choose another method"});
    }
  }
  return list;
}

std::string hindrance(const Method& method, const Plan& plan) {
  const std::vector<Hindrance> list = hindrances(method, plan);
  return list.empty() ? ""
                      : fmt::format("unit '{}': {}", plan.units()[list.front().unit].name, list.front().why);
}

}  // namespace accordo
