#include "export/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "base/names.hpp"

namespace accordo::exporter {
namespace {

struct Switch {
  const char* name;
  void (*off)(Features&);
};

constexpr std::array kSwitches{
    Switch{"rollback", [](Features& f) { f.rollback = f.serialization = false; }},
    Switch{"serialization", [](Features& f) { f.serialization = false; }},
    Switch{"derivatives", [](Features& f) { f.derivatives = false; }},
    Switch{"input-derivatives", [](Features& f) { f.input_order = 0; }},
    Switch{"output-derivatives", [](Features& f) { f.output_derivatives = false; }},
    Switch{"variable-step", [](Features& f) { f.variable_step = false; }},
    Switch{"states", [](Features& f) { f.states = false; }},
    Switch{"model-exchange", [](Features& f) { f.model_exchange = false; }},
    Switch{"co-simulation", [](Features& f) { f.co_simulation = false; }},
};

}  // namespace

void switch_off(std::span<const std::string> names, Features& features, Problems& problems) {
  for (const std::string& name : names) {
    const auto* found =
        std::find_if(kSwitches.begin(), kSwitches.end(), [&](const Switch& s) { return s.name == name; });
    if (found != kSwitches.end()) {
      found->off(features);
      continue;
    }
    std::vector<std::string> known;
    for (const Switch& s : kSwitches) known.emplace_back(s.name);
    problems.add("unknown-feature", {}, fmt::format("an FMU has no feature '{}' to leave out", name),
                 did_you_mean(name, known));
  }
  if (!features.model_exchange && !features.co_simulation) {
    problems.add("nothing-to-export", {}, "without model-exchange and co-simulation nothing is left");
  }
  if (!features.states && features.model_exchange) {
    problems.add("states-needed", {}, "Model Exchange cannot do without states",
                 "leave out model-exchange as well");
  }
}

}  // namespace accordo::exporter
