// Poles of a coupled system, and what coupling methods make of it.
#pragma once

#include <accordo/linear.hpp>
#include <span>
#include <vector>

#include "linear/coupled_linear.hpp"

namespace accordo {

using v0::Linearization;
using v0::MethodRadius;
using v0::Pole;

/// Those that grow most, or decay most slowly, first. Empty where eigenvalues are not found.
std::vector<Pole> poles_of(const CoupledLinear& system);

struct JudgementOf {
  std::span<const Pole> poles;    ///< of the system
  std::span<const double> steps;  ///< lengths to give radii at
  double longest = 0;             ///< step that limits are sought up to
  std::span<const int> sequence;  ///< units as Gauss-Seidel steps them
};

/// What the iterations and the steps of the methods multiply deviations by, and up to which step they work.
std::vector<MethodRadius> judge(const CoupledLinear& system, const JudgementOf& of);

/// exp(h max Re λ): what a step of length h would multiply deviations by if there were no coupling error.
double growth(std::span<const Pole> poles, double h);

}  // namespace accordo
