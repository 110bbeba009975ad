#include "cli/run_summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "cli/commands.hpp"

namespace accordo::cli {
namespace {

std::string integrations_per_unit(const Statistics& s) {
  if (s.units.empty() || s.evaluations > 0)
    return fmt::format("{} evaluations of the right-hand side", s.evaluations);
  long long least = s.units.front().integrations, most = least;
  for (const UnitStatistics& u : s.units) {
    least = std::min(least, u.integrations);
    most = std::max(most, u.integrations);
  }
  return least == most ? fmt::format("{}", least) : fmt::format("{} to {}", least, most);
}

/// Units that had to move out, at most a few by name.
std::string separated_units(const Session& session) {
  constexpr std::size_t most = 5;
  std::vector<std::string> names;
  for (std::size_t k = 0; k < session.units().size(); ++k) {
    if (session.separated(k)) names.push_back(session.units()[k].name);
  }
  if (names.size() <= most) return fmt::format("{}", fmt::join(names, ", "));
  return fmt::format("{}, … ({} units)", fmt::join(names.begin(), names.begin() + most, ", "), names.size());
}

/// Of FMUs that could have been used otherwise.
void print_kinds(const Session& session) {
  constexpr int most = 5;
  int count = 0;
  for (const UnitInfo& unit : session.units()) {
    if (unit.why_kind.empty() || ++count > most) continue;
    fmt::print("{:<18}{}: {} ({})\n", count == 1 ? "kind" : "", unit.name, unit.kind, why_kind(unit));
  }
  if (count > most) fmt::print("{:<18}and {} more\n", "", count - most);
}

/// Of the signal that is off most, for its range.
void print_errors(const ErrorTable& errors) {
  if (errors.carried && !errors.lost.empty()) fmt::print("error             not known: {}\n", errors.lost);
  const SignalError* worst = errors.worst();
  if (worst == nullptr || worst->relative() == 0) return;
  fmt::print("error             {} ± {:.2g} ({:.2g} % of its range, largest at t = {:.6g})\n", worst->name,
             worst->largest, 100 * worst->largest / worst->range, worst->at);
}

}  // namespace

void print_units(const Session& session) {
  for (const UnitInfo& unit : session.units()) {
    fmt::print("  unit {:<16} {}, {} states, {} inputs, {} outputs{}\n", unit.name, unit.kind,
               unit.ports.states.size(), unit.ports.inputs.size(), unit.ports.outputs.size(),
               unit.integrator.empty() ? "" : ", integrator " + unit.integrator);
  }
}

void print_solvers(const Statistics& s) {
  for (const SolverUse& use : s.solvers) {
    if (use.evaluations == 0) continue;
    fmt::print("  solver {:<14} ended {} steps, {} iterations, {} evaluations\n", use.name, use.solves,
               use.iterations, use.evaluations);
  }
}

void print_summary(const Session& session, const Result& result, const std::string& results) {
  const Statistics& s = result.statistics;
  const std::string why = session.choice().empty() ? "" : fmt::format(" (chosen: {})", session.choice());
  fmt::print("method            {}{}\n", s.method, why);
  fmt::print("simulated         t = {} to {}{}\n", s.start, s.reached,
             s.status == "done" ? "" : fmt::format(" of {} ({})", s.stop, s.status));
  fmt::print("macro-steps       {} (rejected {})\n", s.macro_steps, s.rejected_steps);
  if (s.jumps > 0) fmt::print("jumps             {} found besides the events\n", s.jumps);
  fmt::print("integrations      {}{}\n", integrations_per_unit(s), s.evaluations > 0 ? "" : " per unit");
  if (s.do_steps > 0) fmt::print("doSteps of FMUs   {}\n", s.do_steps);
  if (s.linear_iterations > 0)  // else factors, as in all but large systems
    fmt::print("linear solver     {} ({} iterations in {} solves)\n", s.linear_solver, s.linear_iterations,
               s.linear_solves);
  fmt::print("coupling residual {:.3g} (largest, relative)\n", s.max_coupling_residual);
  if (s.error_estimate) {
    fmt::print("error estimate    {:.3g}\n", *s.error_estimate);
  } else {
    fmt::print("error estimate    none: {}\n", s.macro_steps == 0               ? "no step was accepted"
                                               : session.wiring().links.empty() ? "nothing is coupled"
                                               : session.traits().couples()     ? "no macro-step gave one"
                                                                            : "there is no coupling error");
  }
  print_errors(result.errors);
  if (result.verification)
    fmt::print("verification      {}\n", describe(*result.verification, s.error_estimate));
  print_kinds(session);
  if (const std::string units = separated_units(session); !units.empty())
    fmt::print("own processes     {}: their FMU allows one instance per process\n", units);
  fmt::print("verdict           {}\n", result.verdict.line());
  fmt::print("wall time         {:.3g} s (start-up {:.3g} s)\n", s.wall_seconds, s.startup_seconds);
  fmt::print("results           {}\n", results);
}

}  // namespace accordo::cli
