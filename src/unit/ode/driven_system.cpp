#include "unit/ode/driven_system.hpp"

namespace accordo {

DrivenSystem::DrivenSystem(Dynamics& dynamics, int states, int inputs)
    : dynamics_(dynamics),
      guard_(dynamics.guard()),
      watched_(guard_ != nullptr && guard_->watches()),
      states_(states),
      u_(static_cast<std::size_t>(inputs)) {}

void DrivenSystem::open(const Step& step, SignalView inputs, DensePath* path) {
  step_ = step;
  window_ = TimeWindow(step);
  inputs_ = inputs;
  path_ = path;
  if (path == nullptr) return;
  path->begin();
  kept_.assign(inputs.a, inputs.component(inputs.size));
  inputs_.a = kept_.data();
}

void DrivenSystem::input_slopes_at(double t, double* du) const {
  inputs_.slopes((t - step_.t) / step_.h, du);
  for (int j = 0; j < inputs_.size; ++j) du[j] /= step_.h;
}

const double* DrivenSystem::inputs_at(double t) {
  inputs_.values((t - step_.t) / step_.h, u_.data());
  return u_.data();
}

void DrivenSystem::rhs(double t, const double* x, double* dx) {
  inputs_at(t);
  dynamics_.f(window_.at(t), x, u_.data(), dx);
  if (watched_) guard_->stage(window_.at(t), x, u_.data());
}

void DrivenSystem::origin(double t, const double* x, bool evaluated) {
  guard_->origin(window_.at(t), x, inputs_at(t), evaluated);
}

void DrivenSystem::jacobian(double t, const double* x, Matrix& J, Vector& f_t) {
  inputs_at(t);
  if (!linear_) linear_ = std::make_unique<LinearModel>();
  dynamics_.linearize(window_.at(t), x, u_.data(), *linear_);
  J = linear_->A;
  f_t = linear_->f_t;
  const double s = (t - step_.t) / step_.h;
  for (int j = 0; j < inputs_.size; ++j) f_t += linear_->B.col(j) * (inputs_.slope(j, s) / step_.h);
}

}  // namespace accordo
