// Which runs a comparison makes: methods by steps and tolerances.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compare/subject.hpp"

namespace accordo {

/// A method with knobs of its own, as users write it: name or name:option=value:….
struct Variant {
  std::string label;   ///< as written
  std::string method;  ///< its name
  std::vector<std::string> options;
  std::optional<std::string> solver, estimate;
};

/// One run of a comparison.
struct PlannedRun {
  std::string label;
  std::optional<double> step, tolerance;  ///< one of them
  Settings settings;
};

/// What the user asked for; empty lists stand for what suits the scenario.
struct PlanRequest {
  std::vector<std::string> methods;
  std::vector<double> steps, tolerances;
  Settings settings;  ///< for all runs: an option goes to the methods that know it
};

/// Reads "name:option=value:…"; problems where there is no such method or option.
std::vector<Variant> read_variants(const std::vector<std::string>& texts, Problems& problems);

/// The settings of one run with this method.
Settings settings_of(const Variant& variant, const Settings& common, const Subject& subject);

/// Methods by steps, then by tolerances; problems where an option or solver suits no method.
std::vector<PlannedRun> plan_runs(const PlanRequest& request, const std::vector<Variant>& variants,
                                  const Subject& subject, Problems& problems);

}  // namespace accordo
