// What is compared: a scenario, looked at once before any run.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "session/session.hpp"
#include "session/settings.hpp"

namespace accordo {

/// Opens the scenario with these settings; null after problems.
using Opener = std::function<std::unique_ptr<Session>(const Settings& settings, Problems& problems)>;

struct Subject {
  std::string name;
  double start = 0, stop = 0;
  std::optional<double> step, tolerance;  ///< as the scenario has them
  bool fixed_steps = false;               ///< some unit takes steps of one length only
  std::string automatic;                  ///< the method that `auto` stands for here
  std::vector<std::string> possible;      ///< methods, in the order of the catalogue
  std::string no_monolithic;              ///< why that method is not possible; empty: it is
  std::vector<std::string> signals;       ///< that are compared
  std::vector<Problem> warnings;
};

/// Looks at the scenario in a process of its own. `trials` are settings to open it with, the first that works
/// counts; problems are those of the first. Nothing after problems.
std::optional<Subject> inspect(const Opener& open, const std::vector<Settings>& trials, Problems& problems);

}  // namespace accordo
