// What a unit knows of itself between the points at which others look.
#pragma once

#include "base/time.hpp"

namespace accordo {

/// Says whether what is seen of a unit at some points of a step is all there is. Values alone cannot tell: a
/// pulse between two points leaves no trace at them. Who has the expressions can bound them in between.
class StepGuard {
 public:
  virtual ~StepGuard() = default;

  /// The longest part of the stretch, from its start on, in which nothing that depends on time alone hides
  /// from its points. Depends on nothing that happened before.
  virtual double longest(const Stretch& stretch, const TimeWindow& window) = 0;

  // What depends on states and inputs is looked for after an attempt of an integrator, of which the unit has
  // seen the stages.

  /// Whether the unit has anything of the kind; where not, the rest is not called.
  virtual bool watches() const { return false; }
  /// The next attempts start from this point. `evaluated`: it is where f was evaluated last.
  virtual void origin(const Instant& /*at*/, const double* /*x*/, const double* /*u*/, bool /*evaluated*/) {}
  virtual void attempting() {}
  /// f has just been evaluated at this point.
  virtual void stage(const Instant& /*at*/, const double* /*x*/, const double* /*u*/) {}
  /// Whether something may have hidden between the stages since attempting().
  virtual bool hides() { return false; }
};

/// Cuts a macro-step into pieces, at least four, in which nothing that depends on time alone hides from
/// `points` of them: for whoever has no integrator that cuts it. Without a guard there are just four.
class GuardedPieces {
 public:
  GuardedPieces(StepGuard* guard, const Step& step, std::span<const double> points)
      : guard_(guard), step_(step), window_(step), points_(points), end_(step.t) {}

  /// Moves on to the next piece; false after the last one.
  bool next();
  double begin() const { return begin_; }
  double end() const { return end_; }  ///< of the last one: exactly that of the step

 private:
  StepGuard* guard_;
  Step step_;
  TimeWindow window_;
  std::span<const double> points_;
  double begin_ = 0, end_ = 0;
};

}  // namespace accordo
