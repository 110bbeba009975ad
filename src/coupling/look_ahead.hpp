// How far inputs will get that have not moved yet, and how long a first step may be: from the linear models
// of all units, over longer and longer steps.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <vector>

#include "coupling/prediction.hpp"

namespace accordo {

/// Whether linear models could do what is attempted. Where they have no solution, units can still be tried.
template <class Attempt>
bool determined(Attempt attempt) {
  try {
    attempt();
  } catch (const Error& error) {
    if (error.code() != Exit::no_agreement) throw;
    return false;
  }
  return true;
}

inline bool finite(std::span<const double> z) {
  return std::all_of(z.begin(), z.end(), [](double v) { return std::isfinite(v); });
}

/// What starts from rest has no size, and relative to nothing every error is large. So the linear models are
/// solved over steps that grow by factors of four, until an input bends visibly within one: that is the time
/// scale of the system, whatever the run's duration and tolerance. How far inputs get within it is their size
/// at first, and at least what those that move by then could make of them.
class LookAhead {
 public:
  LookAhead(Ensemble& e, Interface& interface, Prediction& prediction);

  /// From a point that was observed, over no more than `longest`. Notes the sizes of inputs; returns the
  /// first step whose error by these models is the tolerance's share, or none where nothing tells.
  std::optional<double> look(double t, double longest, double tolerance);
  /// A step was accepted: what has begun to move will move others.
  void follow() const;

 private:
  bool solve(double t, double h);
  double bends();
  void find_gains(double t, double longest);
  void take_gains(double h);
  void spread();
  void note_sizes(double until);
  void note_what_will_move();
  double first_step(double h, double tolerance) const;

  Ensemble& e_;
  Interface& interface_;
  Prediction& prediction_;
  std::vector<double> z_, shorter_;                  ///< after a step, and after a quarter of it
  std::vector<double> way_, bend_, reached_;         ///< per link, over the step
  std::vector<unsigned char> tells_, known_, next_;  ///< per link: its bend was seen to be small at first
  std::vector<GlobalSystem::Gain> gains_, before_;
  double scale_ = 0;  ///< length of the step that the gains belong to
};

}  // namespace accordo
