// The same macro-step throughout.
#pragma once

#include "core/step_control.hpp"

namespace accordo {

/// Every converged proposal is accepted; one that is not cannot be helped.
class FixedStep final : public StepControl {
 public:
  explicit FixedStep(double h) : h_(h) {}
  double wish() const override { return h_; }
  bool accept(const Step&, const Proposal& proposal) override { return proposal.converged; }
  bool shorten(const Step&) override { return false; }

 private:
  double h_;
};

}  // namespace accordo
