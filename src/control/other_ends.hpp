// Macro-steps that end elsewhere than those of a run before, so that the two do not overlook the same.
#pragma once

#include <algorithm>
#include <memory>

#include "core/step_control.hpp"

namespace accordo {

/// Steps as another control wants them, but none longer than given, and the first one after the start and
/// after every event shorter by the golden ratio: multiples of the others' steps do not meet theirs again.
class OtherEnds final : public StepControl {
 public:
  OtherEnds(std::unique_ptr<StepControl> wanted, double longest)
      : wanted_(std::move(wanted)), longest_(longest) {}

  double tolerance() const override { return wanted_->tolerance(); }
  void restart(Ensemble& ensemble, double t, std::optional<double> first) override {
    wanted_->restart(ensemble, t, first);
    first_ = true;
  }
  double longest() const override { return std::min(wanted_->longest(), longest_); }
  double next_step_size() const override {
    constexpr double golden = 0.6180339887498949;
    return std::min(wanted_->next_step_size(), longest_) * (first_ ? golden : 1);
  }
  double heed(double growth) override { return wanted_->heed(growth); }
  bool accept(const Step& step, const Proposal& proposal) override {
    const bool accepted = wanted_->accept(step, proposal);
    if (accepted) first_ = step.before_event;
    return accepted;
  }
  bool jumped() const override { return wanted_->jumped(); }
  bool reduce(const Step& step) override {
    first_ = false;
    return wanted_->reduce(step);
  }
  void on_accepted(const Step& step, const Proposal& proposal, std::optional<double> post) override {
    wanted_->on_accepted(step, proposal, post);
  }

 private:
  std::unique_ptr<StepControl> wanted_;
  double longest_;
  bool first_ = true;
};

}  // namespace accordo
