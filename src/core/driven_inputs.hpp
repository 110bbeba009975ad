// Inputs that follow a given function of time instead of another unit.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "base/time.hpp"
#include "model/wiring.hpp"
#include "signal/signal.hpp"
#include "unit/token.hpp"

namespace accordo {

struct DrivenInput {
  int input = 0;
  std::function<double(const Instant& at)> value;  ///< at a jump that is not seen from one side: after it
  std::function<double(const Instant& at)> slope;  ///< NaN at a kink that is not seen from one side
  std::function<double(double from, double to)> mean;
  /// Of a function that macro-steps follow by cubics: how far one over this interval is off, 1 being as much
  /// as it may be. Empty: by parabolas that keep the mean, whatever they miss.
  std::function<double(double from, double to)> deviation = {};
};

/// The same for a discrete input, which then changes at events only.
struct DrivenToken {
  int input = 0;  ///< among the discrete ones
  std::function<Token(const Instant& at)> value;
};

/// All of a system, in the order of the inputs.
class DrivenInputs {
 public:
  explicit DrivenInputs(std::vector<DrivenInput> list);

  bool empty() const { return list_.empty(); }
  std::span<const DrivenInput> all() const { return list_; }
  /// Those of a group whose units are neighbors, as in a sequence of single units.
  std::span<const DrivenInput> of(std::span<const int> group, const Layout& layout) const;

  /// Writes their values at an instant into the inputs of the system, and their slopes in time.
  void values(const Instant& at, std::span<double> u) const;
  void slopes(const Instant& at, std::span<double> du) const;

  /// The longest part of the step over which those that are followed by cubics can be; it begins with the
  /// step.
  double followable(const Step& step) const;

  /// Writes their course over a step into the signals of the system.
  static void fill(std::span<const DrivenInput> some, const Step& step, Signal& inputs);

 private:
  std::vector<DrivenInput> list_;
  bool limits_ = false;  ///< some are followed by cubics
};

}  // namespace accordo
