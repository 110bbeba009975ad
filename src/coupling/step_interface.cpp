#include "coupling/step_interface.hpp"

#include <limits>

namespace accordo {

StepInterface::StepInterface(Ensemble& e, const StepInterfaceKnobs& knobs)
    : e_(e),
      interface_(e, knobs.shape, knobs.difference_slopes),
      error_(e, interface_),
      points_(e, interface_),
      slopes_(knobs.slopes_at_start && interface_.smooth()),
      flat_when_unknown_(knobs.flat_when_unknown),
      extrapolates_(knobs.extrapolates),
      resync_(knobs.resync),
      answer_(interface_.size()),
      change_(interface_.size()),
      u_(e.u().size()),
      du_(e.u().size()),
      dy_(e.y().size()) {
  using Predict = StepInterfaceKnobs::Predict;
  if (knobs.estimator) e.estimators().attach(estimable(e.units()), *knobs.estimator);
  const bool all_estimated = e.estimators().units().size() == e.units().size();
  if (knobs.predict == Predict::always || (knobs.predict != Predict::never && all_estimated))
    prediction_.emplace(e, interface_, points_, knobs.linear_solver);
}

void StepInterface::restart(const Instant& at) {
  std::fill(du_.begin(), du_.end(), std::numeric_limits<double>::quiet_NaN());
  if (slopes_) e_.slopes(at, du_, dy_);
  slopes_ = interface_.smooth();
  if (flat_when_unknown_) {
    std::replace_if(
        du_.begin(), du_.end(), [](double v) { return !std::isfinite(v); }, 0.0);
  }
  interface_.restart(e_.u(), du_);
  error_.restart();
  points_.restart();
  if (prediction_) prediction_->restart(at);
}

void StepInterface::restart_flat() {
  std::fill(du_.begin(), du_.end(), 0.0);
  interface_.restart(e_.u(), du_);
}

std::optional<double> StepInterface::look_ahead(double t, double longest, double tolerance) {
  const bool all =
      prediction_ && e_.estimators().units().size() == e_.units().size() && interface_.size() > 0;
  if (!all) return std::nullopt;
  if (!look_ahead_) look_ahead_ = std::make_unique<LookAhead>(e_, interface_, *prediction_);
  step_.t = t;
  if (!determined([&] { observe(); })) {
    reset();
    return std::nullopt;
  }
  const std::optional<double> first = look_ahead_->look(t, longest, tolerance);
  // Linear models alone are no proof: where nobody sees how far a step is off before it is made, others are
  // careful.
  return e_.sees_all() && e_.looks_first() ? first : std::nullopt;
}

void StepInterface::open(const StepQuestion& question) {
  step_ = question.step;
  predicted_ = false;
  interface_.open(e_.u(), step_.h);
}

void StepInterface::predict(std::span<double> z) {
  observe();
  prediction_->predict(step_, z.data());
  predicted_ = finite(z);
}

double StepInterface::correct(std::span<double> z) {
  if (e_.estimators().linear()) return 0;  // nothing is missed
  change_.assign(z.begin(), z.end());
  prediction_->correct(step_, z.data());
  for (std::size_t i = 0; i < z.size(); ++i) change_[i] -= z[i];
  return error_.norm(change_.data(), z.data());
}

double StepInterface::order_difference(std::span<const double> z) {
  if (e_.estimators().linear() || points_.count() < 2) return 0;
  return error_.norm(prediction_->change_low().data(), z.data());
}

Proposal StepInterface::proposal(std::span<const double> z, Signal& inputs) {
  interface_.signal(z.data(), inputs);
  return {.inputs = &inputs,
          .interpolation = interpolation(z),
          .smooth = interface_.smooth(),
          .error_order = static_cast<int>(interface_.shape()) + 1};
}

void StepInterface::accepted(std::span<const double> z) {
  interface_.accept(z.data(), extrapolates_);
  error_.accepted();
  points_.accepted();
  if (look_ahead_) look_ahead_->follow();
  if (prediction_) prediction_->accepted();
}

double StepInterface::missed(std::span<const double> z) {
  interface_.dispatch_known(e_.integrated(), z.data(), answer_.data());
  for (std::size_t i = 0; i < z.size(); ++i) change_[i] = answer_[i] - z[i];
  error_.note(change_.data());
  return error_.norm(change_.data(), z.data());
}

void StepInterface::resync() {
  if (resync_ == Resync::none) return;
  if (resync_ == Resync::consistent) return interface_.resync(e_.u());
  u_.assign(e_.u().begin(), e_.u().end());
  for (std::size_t l = 0; l < interface_.links().size(); ++l) u_[interface_.input(l)] = answer_[l];
  interface_.resync(u_);
}

}  // namespace accordo
