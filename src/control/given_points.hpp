// Macro-steps that end at given instants, so that two runs can be compared without interpolation.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "core/step_control.hpp"

namespace accordo {

/// One step from each point to the next; after the last, one to the stop. Where units do not agree steps are
/// halved.
class GivenPoints final : public StepControl {
 public:
  /// `points` increase, and outlive this; those closer than rounding errors of time count once.
  GivenPoints(std::span<const double> points, double stop, double shortest)
      : points_(points), stop_(stop), shortest_(shortest) {}

  void restart(Ensemble&, double t, std::optional<double>) override { move_to(t); }
  double next_step_size() const override { return h_; }

  bool accept(const Step& step, const Proposal& proposal) override {
    if (proposal.converged) move_to(step.end);
    return proposal.converged;
  }

  bool reduce(const Step& step) override {
    h_ = step.h / 2;
    return h_ >= shortest_;
  }

 private:
  void move_to(double t) {
    const double rounding =
        16 * std::numeric_limits<double>::epsilon() * std::max(std::abs(t), std::abs(stop_));
    while (next_ < points_.size() && points_[next_] <= t + rounding) ++next_;
    h_ = (next_ < points_.size() ? points_[next_] : stop_) - t;
  }

  std::span<const double> points_;
  double stop_, shortest_;
  std::size_t next_ = 0;
  double h_ = 0;
};

}  // namespace accordo
