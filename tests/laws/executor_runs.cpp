#include "tests/laws/executor_runs.hpp"

#include <algorithm>
#include <bit>
#include <cctype>
#include <cstdint>

#include "cases/cases.hpp"
#include "coupling/catalogue.hpp"

namespace accordo::testing {
namespace {

/// Long enough for some dozen steps; a case that is not mentioned here takes its own step.
RunOf short_run_of(const std::string& name) {
  static const std::vector<RunOf> known{
      {.name = "two-mass", .step = 2e-3, .stop = 0.2},
      {.name = "lotka-volterra", .step = 0.05, .stop = 2},
      {.name = "behaviour-change", .step = 1, .stop = 110},  // an event at 100
      {.name = "damper", .step = 0.05, .parameters = {{"D_D", 4}}, .stop = 1},
      {.name = "chain", .step = 0.01, .parameters = {{"N", 5}}, .stop = 0.2},
      {.name = "van-der-pol", .step = 0.01, .stop = 1},
      {.name = "tutorial", .step = 0.01, .stop = 0.3},
      {.name = "cruise", .step = 0.05, .stop = 1},
      {.name = "tough", .step = 0.05, .stop = 1},
      {.name = "quarter-car", .step = 2e-3, .stop = 0.1}};
  const auto found =
      std::find_if(known.begin(), known.end(), [&](const RunOf& run) { return run.name == name; });
  if (found == known.end()) throw std::logic_error("how is the case " + name + " run for a short time?");
  return *found;
}

bool same_bits(const Trajectory& a, const Trajectory& b) {
  if (a.times != b.times || a.names != b.names) return false;
  for (std::size_t r = 0; r < a.rows(); ++r) {
    for (std::size_t c = 0; c < a.names.size(); ++c) {
      if (std::bit_cast<std::uint64_t>(a.at(r, c)) != std::bit_cast<std::uint64_t>(b.at(r, c))) return false;
    }
  }
  return true;
}

}  // namespace

std::vector<RunOf> executor_runs() {
  std::vector<RunOf> list;
  for (const cases::Case& one : cases::all()) {
    RunOf run = short_run_of(one.name);
    run.record = {"*"};
    for (const Method& method : methods()) {
      if (method.needs.evaluation) continue;  // its units are no more than equations
      run.method = method.name;
      list.push_back(run);
    }
    for (const char* method : {"f3ornits", "ifosmondi-jfm", "missiles"}) {
      run.method = method;
      run.tolerance = 1e-4;
      run.lacks.clear();
      list.push_back(run);
      if (run.method == "f3ornits") continue;
      run.lacks["*"] = {"rollback"};
      list.push_back(run);
    }
  }
  return list;
}

std::string title(const RunOf& run) {
  std::string text = run.name + "_" + run.method;
  if (run.tolerance > 0) text += "_adaptive";
  if (!run.lacks.empty()) text += "_without_rollback";
  std::replace_if(
      text.begin(), text.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return text;
}

std::string difference(const Report& elsewhere, const Report& serial) {
  if (elsewhere.failure.has_value() != serial.failure.has_value())
    return elsewhere.failure ? elsewhere.failure->what() : "no failure";
  if (!same_bits(elsewhere.rows, serial.rows)) return "other rows";
  if (elsewhere.statistics.rejected_steps != serial.statistics.rejected_steps) return "other steps rejected";
  if (elsewhere.statistics.integrations != serial.statistics.integrations) return "more or less work";
  return {};
}

}  // namespace accordo::testing
