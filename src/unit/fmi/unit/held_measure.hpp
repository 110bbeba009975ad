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
  Division division{0};        ///< of the step at hand; none: the fewest pieces
  double error = 0;            ///< of the latest step: see StepNews
  int wait = 0;                ///< so many steps before it is measured again
  double factor = 0;           ///< of the law that errors follow: see HeldMeasure::expected
  bool stiff = false;          ///< which law
  double h = 0;                ///< length of the step that was measured last
  std::vector<double> rates;   ///< the most that each value has changed by per time
  std::vector<double> slopes;  ///< the largest mean square of each input's slope

  /// Whether it is to be measured in a step of this length.
  bool due(double length) const {
    constexpr double longer = 1.25;
    return wait == 0 || length > longer * h;
  }
  /// How much inputs move within a step, relative to the most that they have: at most their number.
  double activity(const SignalView& u, double length) const;
  void note(const SignalView& u, double length);
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

  /// A step with inputs that move.
  struct Move {
    double h = 0, activity = 0;
  };
  /// What is expected to be lost: factor · h² · activity · variance of the pieces, as where inputs enter
  /// nonlinearly; of units that follow their inputs at once factor · √activity/(m + 1).
  static double expected(const Division& used, const Move& move, const HeldState& state);
  /// As many pieces as are needed by that.
  Division choose(const Move& move, const HeldState& state) const;
  /// The values before the step, of the rivals and of the step itself have been filled in.
  void assess(const Division& used, const Move& move, HeldState& state);

 private:
  /// An error, and whether it is that of a unit which follows its inputs at once.
  struct Found {
    double error = 0;
    bool stiff = false;
  };
  Found find(const Division& used, std::size_t value) const;

  const Holding plan_;
  double noise_ = 0;
  std::vector<double> before_, made_;
  std::array<std::vector<double>, 2> rival_;
  std::array<Division, 2> rivals_;
  std::size_t rival_count_ = 0;
};

}  // namespace accordo::fmi
