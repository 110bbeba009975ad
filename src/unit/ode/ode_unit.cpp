#include "unit/ode/ode_unit.hpp"

#include <algorithm>
#include <cmath>

#include "base/failure.hpp"

namespace accordo {

OdeUnit::OdeUnit(std::shared_ptr<const UnitInfo> info, std::unique_ptr<Dynamics> dynamics,
                 std::unique_ptr<Integrator> integrator, std::span<const double> initial)
    : DynamicUnit(std::move(info)),
      dynamics_(std::move(dynamics)),
      integrator_(std::move(integrator)),
      system_(*dynamics_, this->info().ports.state_count(), this->info().ports.input_count()),
      path_(this->info().ports.state_count()),
      course_(*dynamics_, system_, this->info().ports.state_count(), this->info().ports.input_count(),
              this->info().ports.output_count()),
      du_(this->info().ports.inputs.size()) {
  now_.x.assign(initial.begin(), initial.end());
  now_.u_end.resize(du_.size());
  saved_ = now_;
}

void OdeUnit::watch_switches(ChatterRule rule) {
  if (Switches* switches = dynamics_->switches(); switches != nullptr)
    switches_ = std::make_unique<SwitchWatch>(*switches, *dynamics_, system_, info().ports.state_count(),
                                              info().ports.input_count(), rule);
}

void OdeUnit::integrate(const Step& step, bool continuous) {
  const bool watched = switches_ && step.watched;
  if (switches_ && !watched) switches_->end(false);
  if (watched) continuous = switches_->begin(step, now_.x.data()) && continuous;
  try {
    if (watched) {
      switches_->advance(*integrator_, step, continuous, now_.x.data());
    } else if (!now_.x.empty()) {
      integrator_->advance(system_, step, continuous, now_.x.data());
    }
  } catch (const NonFiniteState& e) {
    throw NonFinite("state '" + info().ports.states[static_cast<std::size_t>(e.state())] + "'", e.t());
  }
}

void OdeUnit::step(const Step& step, SignalView u, double* y, double* dy) {
  system_.open(step, u, step.followed ? &path_ : nullptr);
  course_.forget_end();
  bool continuous = now_.stepped && !step.after_event;
  for (int j = 0; j < u.size && continuous; ++j)
    continuous = u.value(j, 0) == now_.u_end[static_cast<std::size_t>(j)];
  if (!now_.x.empty() || switches_) integrate(step, continuous);
  now_.stepped = !switches_ || !switches_->crossed();
  u.values(1.0, now_.u_end.data());
  if (y != nullptr) give_outputs(step, u, y, dy);
  if (switches_) switches_->end(step.watched);
}

void OdeUnit::give_outputs(const Step& step, SignalView u, double* y, double* dy) {
  if (dy == nullptr) return dynamics_->g(step.end_instant(), now_.x.data(), now_.u_end.data(), y);
  u.slopes(1.0, du_.data());
  for (double& slope : du_) slope /= step.h;
  dynamics_->g_slope(step.end_instant(), now_.x.data(), now_.u_end.data(), du_.data(), y, dy);
  for (int i = 0; i < info().ports.output_count(); ++i) dy[i] *= step.h;
  if (step.followed) course_.keep_end(y, dy);
}

void OdeUnit::outputs(const Instant& at, const double* u, const double* du, double* y, double* dy) {
  if (dy == nullptr) return dynamics_->g(at, now_.x.data(), u, y);
  dynamics_->g_slope(at, now_.x.data(), u, du, y, dy);
}

void OdeUnit::save() {
  saved_ = now_;
  integrator_->save();
  if (switches_) switches_->save();
}

void OdeUnit::restore() {
  now_ = saved_;
  integrator_->restore();
  if (switches_) switches_->restore();
}

void OdeUnit::states(double* x) const {
  std::copy(now_.x.begin(), now_.x.end(), x);
}

void OdeUnit::set_states(const double* x) {
  std::copy_n(x, now_.x.size(), now_.x.begin());
  now_.stepped = false;
  integrator_->forget();
  if (switches_) switches_->forget();
}

bool OdeUnit::shapes(OutputShape* shapes) {
  if (!system_.follows() || !course_.tells(path_)) return false;
  if (switches_) switches_->hold();
  course_.shapes(path_, shapes);
  if (switches_) switches_->end(system_.step().watched);
  return true;
}

bool OdeUnit::course(double t, double* x, double* y) {
  if (!system_.follows() || (path_.size() == 0 && !now_.x.empty())) return false;
  if (switches_) switches_->hold();
  course_.at(path_, t, x, y);
  if (switches_) switches_->end(system_.step().watched);
  return true;
}

}  // namespace accordo
