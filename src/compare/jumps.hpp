// Jumps that two runs have at different times: a difference in time, not in values.
#pragma once

#include <span>
#include <vector>

#include "record/trajectory.hpp"

namespace accordo {

/// A signal goes from one value to another at once.
struct Jump {
  std::size_t row = 0;  ///< the first one after it
  double t = 0;
  double from = 0, to = 0;
  double size() const { return to - from; }
};

/// Where rows of one time differ, where a held signal changes, and where steps became as short as they get
/// because something jumps.
std::vector<Jump> jumps_of(const Trajectory& trajectory, std::size_t column);

/// One signal of two runs at the same instants.
struct Pair {
  std::span<const double> times;
  std::span<const double> run, reference;
};

/// By how much the jump comes later than in the reference (before it: negative), and when.
struct Displacement {
  double by = 0;
  double time = 0;
};

/// Looks for the jump of one of them that the other makes sooner or later; `after`: the first instant after
/// it. What they differ by in between (`off`) becomes the distance from the jump's own values.
Displacement take_out(const Jump& jump, bool of_reference, std::size_t after, const Pair& pair,
                      std::span<double> off);

}  // namespace accordo
