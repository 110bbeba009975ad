// Two recorders that see the same points.
#pragma once

#include "core/recorder.hpp"

namespace accordo {

class BothRecorders final : public Recorder {
 public:
  BothRecorders(Recorder& first, Recorder& second) : first_(first), second_(second) {}

  bool wants_states() const override { return first_.wants_states() || second_.wants_states(); }
  bool wants_slopes() const override { return first_.wants_slopes() || second_.wants_slopes(); }
  bool wants_discrete() const override { return first_.wants_discrete() || second_.wants_discrete(); }
  bool wants_course() const override { return first_.wants_course() || second_.wants_course(); }
  void point(const Frame& frame) override {
    first_.point(frame);
    second_.point(frame);
  }
  bool needs_slopes_before(double t) const override {
    return (first_.wants_slopes() && first_.needs_slopes_before(t)) ||
           (second_.wants_slopes() && second_.needs_slopes_before(t));
  }
  void slopes(const Frame& frame) override {
    if (first_.wants_slopes()) first_.slopes(frame);
    if (second_.wants_slopes()) second_.slopes(frame);
  }
  void finish() override {
    first_.finish();
    second_.finish();
  }

 private:
  Recorder &first_, &second_;
};

}  // namespace accordo
