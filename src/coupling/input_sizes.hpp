// What errors of inputs are relative to.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "core/coupling.hpp"

namespace accordo {

/// The size that each input has had lately: its values at both ends of the step, and the largest one before,
/// of which a fifth is forgotten with every step. Where an input spends most of its time far below its peaks,
/// as in relaxation oscillations, errors relative to the peaks would be blind to what drives it. Through zero
/// crossings the memory lasts; a thousandth of the amplitude always counts.
///
/// An input that starts from zero has no size yet, and relative to nothing every change is a jump: at first
/// it counts for what it would become within the horizon, did it go on as over the step at hand.
class InputSizes {
 public:
  explicit InputSizes(std::size_t inputs) : lately_(inputs) {}

  /// At the start and after events: what an input has been counts no longer as soon as it is forgotten.
  void restart(double t) { born_ = t; }
  /// Begins a step.
  void open(const StepQuestion& question) {
    h_ = question.step.h;
    ahead_ = std::max(0.0, question.horizon - (question.step.t - born_));
  }
  /// Of an input that runs from one value to another over the open step.
  double of(std::size_t input, double from, double to, double amplitude) const {
    constexpr double least = 1e-3;    // of the amplitude
    constexpr double nothing = 1e-9;  // an input this small counts as zero
    return std::max({std::abs(from), std::abs(to), lately_[input], least * amplitude, nothing,
                     std::abs(to - from) * ahead_ / h_});
  }
  double lately(std::size_t input) const { return lately_[input]; }
  /// The step was committed, and the input ended here.
  void accepted(std::size_t input, double value) {
    constexpr double kept = 0.8;  // from step to step
    lately_[input] = std::max(kept * lately_[input], std::abs(value));
  }

 private:
  std::vector<double> lately_;
  double born_ = 0, h_ = 1, ahead_ = 0;
};

}  // namespace accordo
