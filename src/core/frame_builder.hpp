// What recorders are shown of communication points, and of what was between them.
#pragma once

#include <limits>
#include <vector>

#include "base/index.hpp"
#include "core/coupling.hpp"
#include "core/ensemble.hpp"
#include "core/error_bars.hpp"
#include "core/recorder.hpp"

namespace accordo {

/// Gathers what the recorder wants to see at a communication point.
class FrameBuilder final : private StepCourse {
 public:
  FrameBuilder(Ensemble& ensemble, Recorder* recorder) : ensemble_(ensemble), recorder_(recorder) {
    if (recorder == nullptr) return;
    follows_ = recorder->wants_course();
    discrete_ = recorder->wants_discrete();
    if (discrete_) ensemble.watch_discrete_outputs();
    const Layout& layout = ensemble.wiring().layout;
    observed_.resize(static_cast<std::size_t>(layout.all_observed()));
    if (recorder->wants_states()) x_.resize(static_cast<std::size_t>(layout.states()));
    slopes_ = recorder->wants_slopes();
    if (!slopes_) return;
    du_.resize(static_cast<std::size_t>(layout.inputs()));
    dy_.resize(static_cast<std::size_t>(layout.outputs()));
    dx_.resize(x_.size());
  }

  void follow(CouplingRun& coupling) {
    coupling_ = &coupling;
    if (follows_) coupling.follow_course();
  }

  /// Before a step is made: slopes are what costs most, and few steps of many need them.
  void prepare(const Step& step) {
    if (!slopes_) return;
    needs_slopes_ = recorder_->needs_slopes_before(step.end);
    if (!needs_slopes_ || known_) return;
    Frame frame{.t = step.t};
    capture_slopes(step.begin_instant(), frame);
    recorder_->slopes(frame);
  }

  void show_errors(const ErrorBars* bars) { bars_ = bars; }

  /// After the latest point something jumped.
  void forget_slopes() { known_ = false; }

  void capture(const Instant& at, bool after_event) {
    if (recorder_ == nullptr) return;
    Frame frame{.t = at.t, .after_event = after_event, .u = ensemble_.u().data(), .y = ensemble_.y().data()};
    if (bars_ != nullptr && bars_->lost().empty()) {
      frame.error_u = bars_->inputs().data();
      frame.error_y = bars_->outputs().data();
      frame.error_x = bars_->states().data();
      frame.rounding_u = bars_->input_rounding().data();
      frame.rounding_y = bars_->output_rounding().data();
    }
    if (discrete_) {
      frame.discrete_outputs = ensemble_.discrete_outputs().data();
      frame.discrete_inputs = ensemble_.discrete_inputs().data();
    }
    if (!x_.empty()) {
      ensemble_.states(x_);
      frame.x = x_.data();
    }
    if (!observed_.empty()) {
      ensemble_.observe(at, observed_);
      frame.observed = observed_.data();
    }
    known_ = false;
    if (needs_slopes_ && !after_event) {
      capture_slopes(at, frame);
      if (follows_) frame.course = this;
    }
    recorder_->point(frame);
  }

 private:
  /// Within the latest step.
  Frame at(double t) override {
    const Layout& layout = ensemble_.wiring().layout;
    within_u_.assign(index(layout.inputs()), std::numeric_limits<double>::quiet_NaN());
    within_y_.resize(index(layout.outputs()));
    within_x_.resize(index(layout.states()));
    if (!coupling_->course(t, within_x_, within_u_, within_y_)) {
      ensemble_.course(t, within_x_, within_y_);
      ensemble_.inputs_from(t, within_y_, within_u_);
    }
    return {.t = t, .u = within_u_.data(), .y = within_y_.data(), .x = within_x_.data()};
  }

  void capture_slopes(const Instant& at, Frame& frame) {
    known_ = true;
    ensemble_.slopes(at, du_, dy_);
    frame.du = du_.data();
    frame.dy = dy_.data();
    if (dx_.empty()) return;
    ensemble_.derivatives(at, dx_);
    frame.dx = dx_.data();
  }

  Ensemble& ensemble_;
  const ErrorBars* bars_ = nullptr;
  Recorder* recorder_;
  bool discrete_ = false, slopes_ = false;  ///< wanted
  bool needs_slopes_ = false;               ///< the recorder will look into the step to come
  bool known_ = false;                      ///< it has the slopes at the latest point
  CouplingRun* coupling_ = nullptr;
  bool follows_ = false;  ///< the recorder looks between points
  std::vector<double> x_, dx_, du_, dy_, observed_;
  std::vector<double> within_u_, within_y_, within_x_;
};

}  // namespace accordo
