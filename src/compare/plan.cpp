#include "compare/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/names.hpp"

namespace accordo {
namespace {

const SourceLocation kOptions{"command line", 0, 0};

std::string name_of(const std::string& assignment) {
  return assignment.substr(0, assignment.find('='));
}

bool knows(const Method& method, const std::string& option) {
  return std::any_of(method.options.begin(), method.options.end(),
                     [&](const OptionInfo& o) { return o.name == option; });
}

/// Of a variant, the method that it runs with; null where there is none of that name.
const Method* method_of(const Variant& variant, const Subject& subject) {
  return find_method(variant.method == "auto" ? subject.automatic : variant.method);
}

std::vector<std::string> cut(const std::string& text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t end = std::min(text.find(separator, from), text.size());
    parts.push_back(text.substr(from, end - from));
    from = end + 1;
  }
  return parts;
}

Variant read_variant(const std::string& text, Problems& problems) {
  const std::vector<std::string> parts = cut(text, ':');
  Variant v{.label = text, .method = parts.front()};
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const std::string& part = parts[i];
    const auto equals = part.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == part.size()) {
      problems.add("bad-setting", kOptions, fmt::format("--methods {}: '{}' is not option=value", text, part),
                   "write jacobi, or jacobi:order=1");
    } else if (part.starts_with("solver=")) {
      v.solver = part.substr(equals + 1);
    } else if (part.starts_with("estimate=")) {
      v.estimate = part.substr(equals + 1);
    } else {
      v.options.push_back(part);
    }
  }
  return v;
}

/// Reports values that the method would not take, as opening it would.
void check_options(const Method& method, const std::vector<std::string>& options, const std::string& flag,
                   Problems& problems) {
  std::vector<Definition> given;
  for (const std::string& text : options) {
    const auto equals = text.find('=');
    if (equals == std::string::npos) continue;  // reported already
    const SourceLocation place{fmt::format("{} {}", flag, text), 0, 0};
    given.push_back({{text.substr(0, equals), place}, {text.substr(equals + 1), place}});
  }
  const Options checked(method.options, given, method.name, problems);
}

/// Options and solver for all runs must suit one of the methods at least.
void check_common(const Settings& common, const std::vector<const Method*>& used, Problems& problems) {
  for (const std::string& text : common.options) {
    if (const auto equals = text.find('='); equals == std::string::npos || equals + 1 == text.size()) {
      problems.add("bad-setting", kOptions, fmt::format("--option {}: expected name=value", text));
      continue;
    }
    const auto taker =
        std::find_if(used.begin(), used.end(), [&](const Method* m) { return knows(*m, name_of(text)); });
    if (taker != used.end()) {
      check_options(**taker, {text}, "--option", problems);
    } else if (!used.empty()) {
      std::vector<std::string> names;
      for (const Method* m : used) {
        for (const OptionInfo& o : m->options) names.push_back(o.name);
      }
      problems.add("unknown-option", kOptions,
                   fmt::format("--option {}: none of the methods has this option", text),
                   did_you_mean(name_of(text), names));
    }
  }
  if (!common.solver) return;
  if (find_solver(*common.solver) == nullptr) {
    std::vector<std::string> names;
    for (const SolverInfo& s : solvers()) names.emplace_back(s.name);
    problems.add("unknown-solver", kOptions, fmt::format("there is no solver '{}'", *common.solver),
                 did_you_mean(*common.solver, names));
  } else if (!used.empty() &&
             std::all_of(used.begin(), used.end(), [](const Method* m) { return m->solver.empty(); })) {
    problems.add("no-solver", kOptions, "none of the methods iterates: they take no solver",
                 "remove --solver, or add a method that iterates, for instance ifosmondi-jfm");
  }
}

/// Where the user names neither steps nor tolerances: around what the scenario has, else parts of its span.
void choose_ladder(const Subject& subject, std::vector<double>& steps, std::vector<double>& tolerances) {
  if (!steps.empty() || !tolerances.empty()) return;
  constexpr double finest = 1e-11;
  const double span = subject.stop - subject.start;
  if (!subject.step && subject.tolerance) {
    for (const double factor : {10.0, 1.0, 0.1})
      tolerances.push_back(std::max(finest, factor * *subject.tolerance));
    return;
  }
  constexpr double parts = 400;
  const double h = subject.step.value_or(span / parts);
  for (const double factor : {4.0, 2.0, 1.0, 0.5}) {
    const bool too_short = factor < 1 && subject.fixed_steps;
    if (factor * h <= span && !too_short) steps.push_back(factor * h);
  }
}

}  // namespace

std::vector<Variant> read_variants(const std::vector<std::string>& texts, Problems& problems) {
  std::vector<std::string> names{"auto"};
  for (const Method& m : methods()) names.push_back(m.name);
  std::vector<Variant> variants;
  std::set<std::string> seen;
  for (const std::string& text : texts) {
    if (!seen.insert(text).second) continue;
    Variant v = read_variant(text, problems);
    const Method* method = find_method(v.method);
    if (method == nullptr && v.method != "auto") {
      problems.add("unknown-method", kOptions, fmt::format("there is no method '{}'", v.method),
                   did_you_mean(v.method, names));
      continue;
    }
    if (method != nullptr) check_options(*method, v.options, "--methods", problems);
    variants.push_back(std::move(v));
  }
  return variants;
}

Settings settings_of(const Variant& variant, const Settings& common, const Subject& subject) {
  Settings s = common;
  const Method& method = *method_of(variant, subject);
  s.method = variant.method;
  std::erase_if(s.options, [&](const std::string& text) { return !knows(method, name_of(text)); });
  s.options.insert(s.options.end(), variant.options.begin(), variant.options.end());
  if (method.solver.empty()) s.solver.reset();
  if (variant.solver) s.solver = variant.solver;
  if (variant.estimate) s.estimate = variant.estimate;
  return s;
}

std::vector<PlannedRun> plan_runs(const PlanRequest& request, const std::vector<Variant>& variants,
                                  const Subject& subject, Problems& problems) {
  std::vector<const Method*> used;
  for (const Variant& v : variants) used.push_back(method_of(v, subject));
  check_common(request.settings, used, problems);
  std::vector<double> steps = request.steps, tolerances = request.tolerances;
  choose_ladder(subject, steps, tolerances);
  std::vector<PlannedRun> runs;
  for (const Variant& v : variants) {
    const Settings settings = settings_of(v, request.settings, subject);
    for (const double h : steps) {
      runs.push_back({v.label, h, std::nullopt, settings});
      runs.back().settings.step = h;
    }
    for (const double tolerance : tolerances) {
      runs.push_back({v.label, std::nullopt, tolerance, settings});
      runs.back().settings.tolerance = tolerance;
    }
  }
  return runs;
}

}  // namespace accordo
