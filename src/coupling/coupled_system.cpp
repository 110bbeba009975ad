#include "coupling/coupled_system.hpp"

#include <fmt/format.h>

#include <Eigen/LU>
#include <algorithm>
#include <limits>

#include "base/failure.hpp"

namespace accordo {

CoupledSystem::CoupledSystem(Ensemble& ensemble)
    : ensemble_(ensemble),
      search_(ensemble.wiring().layout.states()),
      agreement_(ensemble.wiring(), ensemble.units()),
      feed_(feed_offsets(ensemble.wiring().layout)),
      u_(ensemble.u().begin(), ensemble.u().end()),
      y_(ensemble.y().size()),
      linear_(ensemble.units().size()) {
  for (const int k : ensemble.all()) {
    units_.push_back(ensemble.executor().local(k));
    linearizable_ = linearizable_ && units_.back()->info().can.linearization;
    events_.push_back(units_.back()->events());
    has_switches_ = has_switches_ || units_.back()->info().events;
    if (StepGuard* guard = units_.back()->guard(); guard != nullptr) {
      guards_.push_back({k, guard, guard->watches()});
      watched_ = watched_ || guard->watches();
    }
  }
  wants_event_.resize(events_.size());
  const bool none = std::all_of(events_.begin(), events_.end(), [](const auto* e) { return e == nullptr; });
  if (none) events_.clear();
  passes_discrete_ = ensemble.passes_discrete();
}

double CoupledSystem::integrate(Integrator& integrator, const Step& step, bool continuous,
                                std::vector<double>& x) {
  window_ = TimeWindow(step);
  if (path_ != nullptr) path_->begin();
  loop_failure_.reset();
  u_start_ = u_;
  const Layout& layout = ensemble_.wiring().layout;
  try {
    return advance(integrator, step, continuous, x.data());
  } catch (const NonFiniteState& e) {
    if (loop_failure_) throw Error(*loop_failure_);
    const auto past = std::upper_bound(layout.state.begin(), layout.state.end(), e.state());
    const auto k = static_cast<int>(past - layout.state.begin()) - 1;
    const UnitInfo& info = unit(k).info();
    const std::string& state = info.ports.states[static_cast<std::size_t>(e.state() - layout.first_state(k))];
    throw non_finite_error(info.name, "state '" + state + "'", e.t());
  } catch (const EndOfSimulation& e) {
    throw ended_by_unit(e.what());
  } catch (const UnitFailure& e) {
    throw Error(Exit::no_agreement, "integration-failed",
                fmt::format("the coupled system from t = {}: {}", step.t, e.what()));
  }
}

double CoupledSystem::advance(Integrator& integrator, const Step& step, bool continuous, double* x) {
  if (events_.empty()) {
    if (size() > 0) integrator.advance(*this, step, continuous, x);
    return step.end;
  }
  if (event_reached(step.t, next_event()) || crossed(step.t, x)) {
    handle(step.t, x);
    integrator.forget();
    continuous = false;
  }
  if (passes_discrete_) return search_.advance_to_event(*this, integrator, *this, step, continuous, x);
  search_.advance(*this, integrator, *this, step, continuous, x);
  return step.end;
}

template <class Each>
void CoupledSystem::for_each_events(Each each) {
  const Layout& layout = ensemble_.wiring().layout;
  for (const int k : ensemble_.all()) {
    if (UnitEvents* events = events_[static_cast<std::size_t>(k)]; events != nullptr)
      each(*events, layout.first_state(k), u_.data() + layout.first_input(k),
           wants_event_[static_cast<std::size_t>(k)]);
  }
}

double CoupledSystem::next_event() const {
  double next = std::numeric_limits<double>::infinity();
  for (const UnitEvents* events : events_) {
    if (events != nullptr) next = std::min(next, events->next_event());
  }
  return next;
}

bool CoupledSystem::crossed(double t, const double* x) {
  if (!has_switches_) return false;
  solve_inputs(window_.at(t), x);
  bool any = false;
  for_each_events([&](UnitEvents& events, int state, const double* u, char&) {
    any = any || events.crossed(window_.at(t), x + state, u);
  });
  return any;
}

bool CoupledSystem::completed(double t, const double* x) {
  solve_inputs(window_.at(t), x);
  bool any = false;
  for_each_events([&](UnitEvents& events, int state, const double* u, char& wants) {
    wants = events.completed(window_.at(t), x + state, u) ? 1 : 0;  // all of them have to hear of it
    any = any || wants != 0;
  });
  return any;
}

/// An event of one unit may set off those of others.
void CoupledSystem::handle(double t, double* x) {
  constexpr int most = 100;
  const Instant at = window_.at(t);
  for (int round = 0;; ++round) {
    if (round == most) throw UnitFailure(fmt::format("events set off each other without end at t = {}", t));
    solve_inputs(at, x);
    bool any = false;
    for_each_events([&](UnitEvents& events, int state, const double* u, char& wants) {
      const bool due =
          wants != 0 || event_reached(t, events.next_event()) || events.crossed(at, x + state, u);
      if (due) events.handle(at, x + state, u);
      if (due) check_chattering(t);
      any = any || due;
      wants = 0;
    });
    if (!any) return;
  }
}

void CoupledSystem::check_chattering(double t) const {
  for (const Unit* u : units_) {
    if (const int which = u->event_news().chattering; which >= 0) throw chattering_error(u->info(), which, t);
  }
}

void CoupledSystem::solve_inputs(const Instant& at, const double* x) {
  x_ = x;
  for (const DrivenInput& d : ensemble_.driven()) u_[static_cast<std::size_t>(d.input)] = d.value(at);
  outputs(ensemble_.all(), at, u_.data(), nullptr, y_.data(), nullptr);
  agreement_.values(*this, at, u_.data(), y_.data());
}

bool CoupledSystem::solve_within(double t, double* x) {
  if (path_ == nullptr || path_->size() == 0) return false;
  path_->states(path_->find(t), t, x);
  evaluate_freely(true);
  solve_inputs(window_.at(t), x);
  evaluate_freely(false);
  return true;
}

bool CoupledSystem::evaluate_freely(bool freely) {
  return std::all_of(events_.begin(), events_.end(),
                     [&](UnitEvents* e) { return e == nullptr || e->evaluate_freely(freely); });
}

void CoupledSystem::read_states(std::vector<double>& x) {
  ensemble_.states(x);
}

void CoupledSystem::rhs(double t, const double* x, double* dx) {
  const Instant at = window_.at(t);
  const Layout& layout = ensemble_.wiring().layout;
  try {
    solve_inputs(at, x);
  } catch (const Error& error) {  // a stage tried too far ahead: the integrator shortens its step
    if (!loop_failure_ || loop_failure_->code() != Exit::unit_failed) loop_failure_ = error;
    u_ = u_start_;
    std::fill_n(dx, size(), std::numeric_limits<double>::quiet_NaN());
    return;
  }
  for (const int k : ensemble_.all()) {
    try {
      unit(k).evaluate(at, x + layout.first_state(k), u_.data() + layout.first_input(k),
                       dx + layout.first_state(k), nullptr);
    } catch (const UnitFailure& e) {
      throw unit_failed_error(unit(k).info().name, e.what(), t);
    }
  }
  if (!watched_) return;
  for (const UnitGuard& g : guards_) {
    if (g.watches) g.guard->stage(at, x + layout.first_state(g.unit), u_.data() + layout.first_input(g.unit));
  }
}

/// What suits one unit may be too short for another to see what it saw before: until all agree.
double CoupledSystem::guarded(const Stretch& stretch) {
  Stretch part = stretch;
  for (bool agreed = false; !agreed;) {
    agreed = true;
    for (const UnitGuard& g : guards_) {
      const double dt = g.guard->longest(part, window_);
      agreed = agreed && dt == part.dt;
      part.dt = dt;
    }
  }
  return part.dt;
}

void CoupledSystem::origin(double t, const double* x, bool evaluated) {
  const Layout& layout = ensemble_.wiring().layout;
  const Instant at = window_.at(t);
  // The inputs are those of the latest stage, or, before the first, of the last step's end: the same point.
  for (const UnitGuard& g : guards_) {
    if (!g.watches) continue;
    g.guard->origin(at, x + layout.first_state(g.unit), u_.data() + layout.first_input(g.unit), evaluated);
  }
}

void CoupledSystem::attempting() {
  for (const UnitGuard& g : guards_) {
    if (g.watches) g.guard->attempting();
  }
}

bool CoupledSystem::hides() {
  return std::any_of(guards_.begin(), guards_.end(),
                     [](const UnitGuard& g) { return g.watches && g.guard->hides(); });
}

// dx'/dx = A + B (I − ΦᵀD)⁻¹ ΦᵀC, and likewise for time.
void CoupledSystem::jacobian(double t, const double* x, Matrix& J, Vector& f_t) {
  const Instant at = window_.at(t);
  const Wiring& wiring = ensemble_.wiring();
  const Layout& layout = wiring.layout;
  solve_inputs(at, x);
  Matrix B = Matrix::Zero(layout.states(), layout.inputs()),
         C = Matrix::Zero(layout.outputs(), layout.states());
  Matrix D = Matrix::Zero(layout.outputs(), layout.inputs());
  Vector g_t(layout.outputs());
  J.setZero(layout.states(), layout.states());
  f_t.setZero(layout.states());
  for (const int k : ensemble_.all()) {
    const int xk = layout.first_state(k), uk = layout.first_input(k), yk = layout.first_output(k);
    LinearModel& linear = linear_[static_cast<std::size_t>(k)];
    unit(k).linearize(at, x + xk, u_.data() + uk, linear);
    const auto nx = linear.A.rows(), nu = linear.B.cols(), ny = linear.C.rows();
    J.block(xk, xk, nx, nx) = linear.A;
    B.block(xk, uk, nx, nu) = linear.B;
    C.block(yk, xk, ny, nx) = linear.C;
    D.block(yk, uk, ny, nu) = linear.D;
    f_t.segment(xk, nx) = linear.f_t;
    g_t.segment(yk, ny) = linear.g_t;
  }
  Matrix loop = Matrix::Identity(layout.inputs(), layout.inputs());
  Matrix right = Matrix::Zero(layout.inputs(), layout.states() + 1);  // columns for x, then one for time
  for (const Link& link : wiring.links) {
    loop.row(link.input) -= link.gain * D.row(link.output);
    right.row(link.input).head(layout.states()) = link.gain * C.row(link.output);
    right(link.input, layout.states()) = link.gain * g_t(link.output);
  }
  for (const DrivenInput& d : ensemble_.driven())
    right(d.input, layout.states()) = d.slope(Instant::right_of(at.t));
  const Matrix du = B * loop.partialPivLu().solve(right);
  J += du.leftCols(layout.states());
  f_t += du.col(layout.states());
}

void CoupledSystem::outputs(Group group, const Instant& at, const double* u, const double*, double* y,
                            double*) {
  const Layout& layout = ensemble_.wiring().layout;
  for (const int k : group) {
    unit(k).evaluate(at, x_ + layout.first_state(k), u + layout.first_input(k), nullptr,
                     y + layout.first_output(k));
  }
}

void CoupledSystem::feed_through(Group group, const Instant& at, const double* u, double* D) {
  const Layout& layout = ensemble_.wiring().layout;
  for (const int k : group) {
    LinearModel& linear = linear_[static_cast<std::size_t>(k)];
    unit(k).linearize(at, x_ + layout.first_state(k), u + layout.first_input(k), linear);
    double* to = D + feed_[static_cast<std::size_t>(k)];
    for (Eigen::Index i = 0; i < linear.D.rows(); ++i) {
      for (Eigen::Index j = 0; j < linear.D.cols(); ++j) *to++ = linear.D(i, j);
    }
  }
}

}  // namespace accordo
