// The papers' rule for macro-steps: halve where there is no agreement, then grow back to the step asked for.
#pragma once

#include <algorithm>

#include "core/step_control.hpp"

namespace accordo {

/// Every converged proposal is accepted (IFOSMONDI section 2.3.2; IFOSMONDI-JFM eq. 28, with min for its
/// max): rejected → h/2; accepted → min(h_ref, 1.3 h). Methods that do not iterate keep the same step
/// throughout.
class ConvergenceRule final : public StepControl {
 public:
  ConvergenceRule(double reference, double shortest)
      : reference_(reference), shortest_(shortest), h_(reference) {}

  double next_step_size() const override { return h_; }

  bool accept(const Step& step, const Proposal& proposal) override {
    if (!proposal.converged) return false;
    // A step that an event has cut short says nothing about longer ones.
    if (h_ < reference_ && step.h >= h_) h_ = std::min(reference_, 1.3 * h_);
    return true;
  }

  bool reduce(const Step& step) override {
    const double half = step.h / 2;
    if (half < shortest_) return false;
    h_ = half;
    return true;
  }

 private:
  double reference_, shortest_, h_;
};

}  // namespace accordo
