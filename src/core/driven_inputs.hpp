// Inputs that follow a given function of time instead of another unit.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "base/time.hpp"
#include "model/wiring.hpp"
#include "signal/signal.hpp"

namespace accordo {

struct DrivenInput {
  int input = 0;
  std::function<double(double t)> value;
  std::function<double(const Instant& at)> slope;  ///< NaN at a kink that is not seen from one side
  std::function<double(double from, double to)> mean;
};

/// All of a system, in the order of the inputs.
class DrivenInputs {
 public:
  explicit DrivenInputs(std::vector<DrivenInput> list);

  bool empty() const { return list_.empty(); }
  std::span<const DrivenInput> all() const { return list_; }
  /// Those of a group whose units are neighbours, as in a sequence of single units.
  std::span<const DrivenInput> of(std::span<const int> group, const Layout& layout) const;

  /// Writes their values at an instant into the inputs of the system, and their slopes in time.
  void values(double t, std::span<double> u) const;
  void slopes(const Instant& at, std::span<double> du) const;

  /// Writes their course over a step into the signals of the system.
  static void fill(std::span<const DrivenInput> some, const Step& step, Signal& inputs);

 private:
  std::vector<DrivenInput> list_;
};

}  // namespace accordo
