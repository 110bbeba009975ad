#include "bench/micro/labour.hpp"

#include <fmt/format.h>

#include "io/scenario/scenario_reader.hpp"

namespace accordo::bench {

std::unique_ptr<Session> open_text(const std::string& text, const ExecutionSpec& execution) {
  Problems problems;
  auto scenario = read_scenario_text(text, "bench.yaml", problems);
  problems.throw_if_any();
  scenario->execution = execution;
  auto session = Session::open(std::move(*scenario), problems);
  problems.throw_if_any();
  return session;
}

std::unique_ptr<Session> open_labour(const Labour& labour) {
  std::string text = "units:\n", connections = "connections:\n";
  for (int k = 0; k < labour.units; ++k) {
    text += fmt::format(R"(  p{}:
    integrator: rk4
    micro_step: {}
    equations:
      states: {{q: {}, w: 0}}
      inputs: {{pull: 0}}
      der: {{q: w, w: 0.5*(pull - q) - sin(q) - 0.01*w}}
      outputs: {{q: q}}
)",
                        k, kLabourStep / 80, 0.1 + 0.01 * k);
    connections += fmt::format("  - p{}.q -> p{}.pull\n", k, (k + 1) % labour.units);
  }
  return open_text(text + connections +
                       fmt::format("experiment: {{start: 0, stop: {}, step: {}, method: {}}}\n",
                                   kLabourStep * labour.steps, kLabourStep, labour.method),
                   {.threads = labour.threads});
}

}  // namespace accordo::bench
