// By how much steps are off: what is seen within them, what the outcome keeps, what steers the next one.
#pragma once

#include <optional>
#include <span>

#include "core/driver.hpp"

namespace accordo {

/// The errors of macro-steps, one after the other: inspect → (look_back) → on_accepted.
class StepErrors {
 public:
  StepErrors(const Run& run, Outcome& outcome)
      : run_(run),
        ensemble_(run.ensemble),
        control_(run.control),
        outcome_(outcome),
        follows_error_(run.control.tolerance() > 0) {}

  /// Of a step that was proposed. `repeatable`: no unit is committed before the others.
  void inspect(const Step& step, Proposal& proposal, bool repeatable) {
    inside_.reset();
    if (ensemble_.looks() || proposal.interpolation) look_inside(step, proposal, repeatable);
  }
  /// Of a committed step: where units cannot go back, what they have done within it is known too late.
  void look_back(const Step& step, const Proposal& proposal) {
    if (!inside_ && ensemble_.looks()) look_late(step, proposal);
  }
  /// Of the same, when the coupling knows how far the units ended from what it had predicted: takes note of
  /// the error, and lets the step control see it.
  void on_accepted(const Step& step, const Proposal& proposal, std::optional<double> post) {
    if (proposal.error || follows_error_) assess(step, proposal, post);
  }
  /// How outputs ran through the step, where somebody has looked.
  std::span<const OutputShape> shapes() const {
    return inside_ ? ensemble_.shapes() : std::span<const OutputShape>();
  }
  /// Into the outcome: what errors are relative to is known at the end.
  void note();

 private:
  void look_inside(const Step& step, Proposal& proposal, bool repeatable);
  void look_late(const Step& step, const Proposal& proposal);
  void assess(const Step& step, const Proposal& proposal, std::optional<double> post);
  std::optional<double> steering(const Step& step, std::optional<double> post, double held, int order);
  void note_floor(double noise);

  const Run& run_;
  Ensemble& ensemble_;
  StepControl& control_;
  Outcome& outcome_;
  bool follows_error_;
  /// The latest step that lost too much by inputs that are held inside of units.
  struct Held {
    double h = 0, error = 0;
  };
  Held held_;
  bool estimated_ = false;            ///< any step had an estimated error
  double other_error_ = 0;            ///< of outputs, relative; those of inputs are kept by the ensemble
  std::optional<InsideView> inside_;  ///< of the open step, where somebody has looked
};

}  // namespace accordo
