// What errors of inputs are relative to.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

namespace accordo {

/// The size of an input is by how much it varies: half of its range. So it follows the units of measurement,
/// and an offset does not count. What counts is how far from its start value the input has been lately: at
/// both ends of the step, and at most before, of which a fifth is forgotten with every step. Where an input
/// spends most of its time far below its peaks, as in relaxation oscillations, errors relative to the peaks
/// would be blind to what drives it. A thousandth of all variation always counts, and of what others could
/// make of the input within the step: what they have hardly reached yet need not be known to parts of itself.
///
/// An input that starts from rest has no size yet, and relative to nothing every change is a jump: at first
/// it counts for what it would become within the settling time, if it went on as in the present step.
class InputSizes {
 public:
  explicit InputSizes(std::size_t inputs)
      : home_(inputs),
        low_(inputs),
        high_(inputs),
        recent_(inputs),
        most_(inputs),
        reach_(inputs),
        expected_(inputs),
        hoped_(inputs),
        last_(inputs),
        pace_(inputs) {}

  /// A run begins at these values.
  void begin(std::span<const double> values) {
    home_.assign(values.begin(), values.end());
    low_ = high_ = last_ = home_;
    for (std::vector<double>* list : {&recent_, &most_, &reach_, &expected_, &hoped_, &pace_})
      std::fill(list->begin(), list->end(), 0.0);
  }
  /// At the start and after events: what an input has been counts no longer as soon as it is forgotten.
  void restart(double t) { restart_time_ = t; }
  /// How far it is known or expected to vary; 0: nothing is.
  double known(std::size_t input) const { return expected_[input]; }
  /// What moves those that feed it could make it vary by so much; a note of whoever knows.
  void raise(std::size_t input, double variation) const {
    hoped_[input] = std::max(hoped_[input], variation);
  }
  /// Begins a step from t. `settling_time`: a time within which nothing can have found its size yet.
  void open(double t, double h, double settling_time) {
    t_ = t;
    h_ = h;
    first_ = t == restart_time_;
    settling_left_ = std::max(0.0, settling_time - (t - restart_time_));
  }
  /// How far others could drive an input within the open step; a note of whoever knows.
  void set_reach(std::size_t input, double reach) const { reach_[input] = kLeast * reach; }
  /// An input that may not have moved yet will vary by about so much until then; a note of whoever knows.
  void expect(std::size_t input, double variation, double until) const {
    expected_[input] = hoped_[input] = variation;
    expected_until_ = until;
  }
  /// What drives an input is known to make it vary by so much in the whole run.
  void know(std::size_t input, double variation) const {
    expected_[input] = std::max(expected_[input], variation);
    hoped_[input] = std::max(hoped_[input], kLeast * variation);
  }

  /// Of an input that runs from one value to another over the open step.
  double of(std::size_t input, double from, double to) const {
    if (expected_[input] > 0) return so_far(input, from, to);
    return std::max(so_far(input, from, to), std::abs(to - from) * settling_left_ / h_);
  }
  /// The same where it is known how far the input gets from a cubic within the step: that tells for how long
  /// at most it can be expected to go on like this. Not on the first step: what starts with a high power of
  /// time bends alike however short a step is.
  double of(std::size_t input, double from, double to, double bend) const {
    if (!(bend > 0) || expected_[input] > 0) return of(input, from, to);
    const double change = std::abs(to - from);
    double ahead = settling_left_ / h_;
    if (!first_) ahead = std::min(ahead, std::cbrt(kStraight * change / bend));
    return std::max(so_far(input, from, to), change * ahead);
  }
  /// What counts of all steps before the open one.
  double recent_size(std::size_t input) const {
    return std::max({share(input) * recent_[input], kLeast * variation(input), reach_[input], hoped_[input]});
  }
  /// How far it has lately moved within a time.
  double moved(std::size_t input, double within) const {
    return std::min(share(input) * recent_[input], pace_[input] * within);
  }
  /// By how much it has varied in all: half of its range.
  double variation(std::size_t input) const { return (high_[input] - low_[input]) / 2; }
  /// Where it was at the start of the run.
  double home(std::size_t input) const { return home_[input]; }

  /// A step was committed, and inputs ended at these values.
  void accepted(std::span<const double> values) {
    constexpr double kept = 0.8;  // from step to step
    for (std::size_t i = 0; i < recent_.size(); ++i) {
      const double value = values[i], away = std::abs(value - home_[i]);
      pace_[i] = std::max(kept * pace_[i], std::abs(value - last_[i]) / h_);
      last_[i] = value;
      recent_[i] = std::max(kept * recent_[i], away);
      most_[i] = std::max(most_[i], away);
      low_[i] = std::min(low_[i], value);
      high_[i] = std::max(high_[i], value);
      if (t_ + h_ > expected_until_) hoped_[i] = std::max(kept * hoped_[i], kLeast * expected_[i]);
    }
  }
  /// What rounding alone makes of values.
  static double rounding(double value) {
    constexpr double ulps = 32;
    return ulps * std::numeric_limits<double>::epsilon() * std::abs(value) +
           std::numeric_limits<double>::min();
  }

 private:
  static constexpr double kLeast = 1e-3;
  static constexpr double kStraight = 0.02;  // of a change: a bend that shows

  double so_far(std::size_t input, double from, double to) const {
    const double away = std::max(std::abs(from - home_[input]), std::abs(to - home_[input]));
    return std::max(
        {share(input) * away, recent_size(input), rounding(std::max(std::abs(from), std::abs(to)))});
  }
  /// Half of the range, as a part of the largest distance from the start value: between 1/2 and 1.
  double share(std::size_t input) const { return most_[input] > 0 ? variation(input) / most_[input] : 0.5; }

  std::vector<double> home_, low_, high_;
  std::vector<double> recent_, most_;  ///< distances from the start value
  mutable std::vector<double> reach_;
  mutable std::vector<double> expected_, hoped_;  ///< at the latest look ahead; of that, what still counts
  std::vector<double> last_, pace_;
  mutable double expected_until_ = 0;
  double restart_time_ = 0, t_ = 0, h_ = 1, settling_left_ = 0;
  bool first_ = true;
};

}  // namespace accordo
