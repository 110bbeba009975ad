// What the solver inside of an FMU misses in steps of one length: its states against the integrals of its own
// derivatives.
#pragma once

#include <optional>
#include <vector>

#include "unit/fmi/selftest/probe_run.hpp"
#include "unit/fmi/selftest/probes.hpp"
#include "unit/fmi/unit/verified.hpp"

namespace accordo::fmi {

/// States and their derivatives at successive ticks under held inputs, one row each.
struct Stretch {
  std::vector<std::vector<double>> x, f;
};
/// How many rows a stretch has.
inline constexpr std::size_t kStretchRows = 6;

/// Of what states change by over the stretches, the part that is not the integral of their derivatives; of
/// the worst state. Nothing where no state moves, or where that cannot be told.
std::optional<double> inner_error(const std::vector<Stretch>& stretches, double h);

/// Fills in `inner_step` and `inner_error` of an FMU with steps of one length, if its states can be read. Its
/// clock has been looked for.
void examine_inner_error(const Subject& subject, Probes& probes, Verified& verified);

}  // namespace accordo::fmi
