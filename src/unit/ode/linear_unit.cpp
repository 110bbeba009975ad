#include "unit/ode/linear_unit.hpp"

#include <algorithm>
#include <cmath>

#include "base/failure.hpp"
#include "base/index.hpp"

namespace accordo {
namespace {

/// The linearization of a linear system: its matrices, and f and g at the point.
void linearize_system(const LinearSystem& system, const double* x, const double* u, LinearModel& out) {
  out = system.model();
  system.derivative(x, u, out.f0.data());
  system.output(x, u, out.g0.data());
  out.f_t = Vector::Zero(system.states());
  out.g_t = Vector::Zero(system.outputs());
}

}  // namespace

LinearUnit::LinearUnit(std::shared_ptr<const UnitInfo> info, std::shared_ptr<const LinearSystem> system,
                       std::span<const double> initial)
    : Unit(std::move(info)), system_(std::move(system)) {
  if (system_->states() > kFewStates || system_->inputs() > kFewInputs)
    large_ = std::make_unique<double[]>(3 * index(system_->states()) + 2 * index(system_->inputs()));
  std::copy(initial.begin(), initial.end(), now());
  std::copy(initial.begin(), initial.end(), saved());
}

void LinearUnit::step(const Step& step, SignalView u, double* y, double* dy) {
  if (propagator_ == nullptr || propagator_->h() != step.h) propagator_ = system_->propagator(step.h);
  std::array<double, index(kFewStates + 2 * kFewInputs)> room;
  const Propagator& propagator = *propagator_;  // the system itself is far away in memory
  const int states = propagator.states();
  double* x = now();
  if (step.followed) [[unlikely]] {
    if (course_ == nullptr) course_ = std::make_unique<LinearCourse>(*system_);
    course_->begin(step, x, u);
  }
  double* next = large_ ? large_.get() + 2 * index(states) : room.data();
  propagator.step(x, u, next);
  double sum = 0;  // stays 0 unless a state is infinite or NaN
  for (int i = 0; i < states; ++i) {
    x[i] = next[i];
    sum += next[i] * 0;
  }
  if (sum != 0) report_non_finite(step.end);
  if (y == nullptr) return;
  double* u_end = next + states;
  u.values(1.0, u_end);
  propagator.output(x, u_end, y);
  if (dy == nullptr) return;
  double* du_end = u_end + propagator.inputs();
  u.slopes(1.0, du_end);
  propagator.output_slope(x, u_end, du_end, dy);
}

void LinearUnit::report_non_finite(double t) const {
  const auto found =
      std::find_if(now(), now() + system_->states(), [](double v) { return !std::isfinite(v); });
  throw NonFinite("state '" + info().ports.states[index(static_cast<int>(found - now()))] + "'", t);
}

void LinearUnit::outputs(const Instant&, const double* u, const double* du, double* y, double* dy) {
  system_->output(now(), u, y);
  if (dy != nullptr) system_->output_slope(now(), u, du, 1.0, dy);
}

void LinearUnit::save() {
  std::copy_n(now(), system_->states(), saved());
}
void LinearUnit::restore() {
  std::copy_n(saved(), system_->states(), now());
}
void LinearUnit::states(double* x) const {
  std::copy_n(now(), system_->states(), x);
}
void LinearUnit::set_states(const double* x) {
  std::copy_n(x, system_->states(), now());
}

void LinearUnit::evaluate(const Instant&, const double* x, const double* u, double* f, double* g) {
  if (f != nullptr) system_->derivative(x, u, f);
  if (g != nullptr) system_->output(x, u, g);
}

void LinearUnit::linearize(const Instant&, const double* x, const double* u, LinearModel& out) {
  linearize_system(*system_, x, u, out);
}

bool LinearUnit::shapes(OutputShape* shapes) {
  if (course_ == nullptr) return false;
  course_->shapes(now(), shapes);
  return true;
}

bool LinearUnit::course(double t, double* x, double* y) {
  if (course_ == nullptr) return false;
  course_->at(t, x, y);
  return true;
}

void LinearDynamics::f(const Instant&, const double* x, const double* u, double* dx) {
  system_->derivative(x, u, dx);
}

void LinearDynamics::g(const Instant&, const double* x, const double* u, double* y) {
  system_->output(x, u, y);
}

void LinearDynamics::g_slope(const Instant&, const double* x, const double* u, const double* du, double* y,
                             double* dy) {
  system_->output(x, u, y);
  system_->output_slope(x, u, du, 1.0, dy);
}

void LinearDynamics::linearize(const Instant&, const double* x, const double* u, LinearModel& out) {
  linearize_system(*system_, x, u, out);
}

}  // namespace accordo
