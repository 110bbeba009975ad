#include "coupling/disagreement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/index.hpp"

namespace accordo {
namespace {

std::string reason(const Solution& s) {
  switch (s.end) {
    case Solution::End::converged:
      return "the step was refused";
    case Solution::End::iterations:
      return fmt::format("no convergence in {} iterations", s.iterations);
    case Solution::End::stagnated:
      return fmt::format("no more progress after {} iterations", s.iterations);
    case Solution::End::diverged:
      return fmt::format("the iteration diverged ({} iterations)", s.iterations);
    case Solution::End::failed:
      return "the outputs became infinite or not a number";
  }
  return {};
}

/// The inputs that are farthest from what the outputs ask for, the worst first.
std::string culprits(const Ensemble& e, const Interface& interface, const LatestIterate& latest) {
  struct Culprit {
    double residual;
    std::size_t unknown;
  };
  std::vector<Culprit> list;
  for (std::size_t i = 0; i < latest.z.size(); ++i) {
    const double size = std::max(std::abs(latest.z[i] - latest.origin[i]), latest.sizes[i]);
    const double residual = std::abs(latest.z[i] - latest.psi[i]) / size;
    if (!(residual < latest.tolerance)) list.push_back({residual, i});
  }
  std::stable_sort(list.begin(), list.end(),
                   [](const Culprit& a, const Culprit& b) { return a.residual > b.residual; });
  constexpr std::size_t most = 3;
  std::string text;
  const std::size_t n = interface.links().size();
  for (std::size_t i = 0; i < std::min(most, list.size()); ++i) {
    const bool slope = list[i].unknown >= n;
    const int input = interface.links()[slope ? list[i].unknown - n : list[i].unknown].input;
    const int unit = e.wiring().unit_of_input[index(input)];
    const UnitInfo& info = e.units()[index(unit)];
    text +=
        fmt::format("{}{}{}.{} by {:.3g}", i == 0 ? "" : ", ", slope ? "the slope of " : "", info.name,
                    info.ports.inputs[index(input - e.wiring().layout.first_input(unit))], list[i].residual);
  }
  if (list.size() > most) text += fmt::format(", and {} more", list.size() - most);
  return text;
}

}  // namespace

Error disagreement(const Ensemble& e, const Step& step, const Interface& interface, const Solution& solution,
                   const LatestIterate& latest) {
  std::string what = fmt::format("no agreement on the step from t = {} to {} (solver {}): {}", step.t,
                                 step.end, solution.solver, reason(solution));
  if (const std::string who = culprits(e, interface, latest); !who.empty())
    what += fmt::format("; inputs and outputs still differ, relative to their size: {}", who);
  if (solution.contraction > 0)
    what += fmt::format("; each iteration changed the error by a factor of about {:.3g}{}",
                        solution.contraction, solution.solver == "picard" ? " (the spectral radius)" : "");
  constexpr double barely_contracting = 0.9;
  const bool fixed_point = solution.solver == "picard" && solution.contraction > barely_contracting;
  return {Exit::no_agreement, "no-convergence", what,
          fixed_point
              ? "a fixed point iteration needs a factor below 1, and where outputs depend directly on "
                "inputs no smaller step helps: use method ifosmondi-jfm, or another solver (anderson, "
                "newton, broyden)"
              : "try a smaller step, more max_iterations, a larger coupling_tolerance, or another solver"};
}

}  // namespace accordo
