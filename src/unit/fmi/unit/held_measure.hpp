// What an FMU loses by holding its inputs over pieces of a macro-step: measured by making the step in other
// pieces, too.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "unit/fmi/unit/fmu_plan.hpp"

namespace accordo::fmi {

/// What has been found; it belongs to the state of the unit, and goes back with it.
struct HeldState {
  Division division{0};       ///< to be taken; none: the fewest
  double error = 0;           ///< of the latest step: see StepNews
  int wait = 0;               ///< so many steps before it is measured again
  double per_variance = 0;    ///< the error that was found last, by the variance of its division,
  double h = 0;               ///< and the length of that step
  std::vector<double> rates;  ///< the most that each value has changed by per time

  /// Whether it is to be measured in a step of this length: it grows with the square of it.
  bool due(double length) const {
    constexpr double longer = 1.25;
    return wait == 0 || length > longer * h;
  }
};

/// Measures on values: states, then outputs, as far as they can be compared.
class HeldMeasure {
 public:
  /// `noise`: what values scatter by, relative to themselves.
  HeldMeasure(const Holding& plan, std::size_t values, double noise);

  /// The divisions that a step in `used` pieces is compared with.
  std::span<const Division> rivals(const Division& used);

  std::span<double> before() { return before_; }
  std::span<double> made() { return made_; }
  std::span<double> rival(std::size_t i) { return rival_[i]; }

  /// The values before the step, of the rivals and of the step itself have been filled in.
  void judge(const Division& used, double h, HeldState& state);
  /// A step that was not measured.
  static void carry_on(const Division& used, double h, HeldState& state);

 private:
  /// An error, and whether it is that of a unit which follows its inputs at once.
  struct Found {
    double error = 0;
    bool stiff = false;
  };
  Found find(const Division& used, std::size_t value) const;
  void choose(const Division& used, const Found& worst, HeldState& state) const;

  const Holding plan_;
  double noise_ = 0;
  std::vector<double> before_, made_;
  std::array<std::vector<double>, 2> rival_;
  std::array<Division, 2> rivals_;
  std::size_t rival_count_ = 0;
};

}  // namespace accordo::fmi
