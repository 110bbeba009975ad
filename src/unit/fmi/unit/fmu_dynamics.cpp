#include "unit/fmi/unit/fmu_dynamics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/index.hpp"

namespace accordo::fmi {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
/// The cube root of the rounding error: where rounding and truncation of a central difference balance.
constexpr double kDifference = 6e-6;

}  // namespace

FmuDynamics::FmuDynamics(const FmuPlan& plan, Instance& instance)
    : plan_(plan),
      instance_(instance),
      states_(plan.equations.states.names.size()),
      inputs_(plan.equations.inputs.names.size()),
      outputs_(plan.equations.outputs.names.size()),
      earliest_(plan.experiment.start),
      time_difference_(kDifference / 1000 * (plan.experiment.stop - plan.experiment.start)),
      continuous_(plan.continuous.values),
      seed_(states_ + inputs_ + 1),
      result_(states_ + outputs_),
      dx_(states_),
      x_(states_),
      u_(inputs_),
      y_(outputs_),
      ahead_(states_ + outputs_),
      behind_(states_ + outputs_),
      bends_(states_ + outputs_) {}

const double* FmuDynamics::continuous(const double* u) {
  if (plan_.discrete.empty()) return u;
  std::size_t k = 0;
  for (std::size_t j = 0; j < inputs_; ++j) {
    if (plan_.continuous_input[j] != 0) continuous_[k++] = u[j];
  }
  return continuous_.data();
}

void FmuDynamics::move(double t, const double* x, const double* u) {
  instance_.move(t, x, states_, plan_.continuous, continuous(u));
}

void FmuDynamics::f(const Instant& at, const double* x, const double* u, double* dx) {
  if (states_ == 0) return;
  if (instance_.derivatives(at.t_switch, x, states_, plan_.continuous, continuous(u), dx)) return;
  std::fill_n(dx, states_, std::numeric_limits<double>::quiet_NaN());
}

void FmuDynamics::g(const Instant& at, const double* x, const double* u, double* y) {
  move(at.t_switch, x, u);
  instance_.get(plan_.equations.outputs.references, y);
}

/// Some FMUs compute nothing but derivatives when asked for these, and then count as evaluated: outputs read
/// after them are of the point before. So they are placed again in between.
void FmuDynamics::both(double t, const double* x, const double* u, double* fg) {
  f(Instant::at(t), x, u, fg);
  g(Instant::at(t), x, u, fg + states_);
}

/// Central, or ahead only: (-3 v(t) + 4 v(t + d) - v(t + 2d))/2d.
FmuDynamics::Stencil FmuDynamics::stencil(double t, double d) const {
  if (t - d >= earliest_) return {{d, -d}, {0, 0.5, -0.5}};
  return {{d, 2 * d}, {-1.5, 2, -0.5}};
}

double FmuDynamics::time_step(double t) const {
  const double d = std::max(time_difference_, 1e3 * kEpsilon * std::abs(t));
  return (t + d) - t;  // so that t + d is exact
}

void FmuDynamics::g_slope(const Instant& at, const double* x, const double* u, const double* du, double* y,
                          double* dy) {
  f(at, x, u, dx_.data());
  g(at, x, u, y);
  if (plan_.directional) {
    slopes_by_directional(at.t_switch, x, u, du, dy);
  } else {
    slopes_by_differences(at.t_switch, x, u, du, y, dy);
  }
}

void FmuDynamics::slopes_by_directional(double t, const double* x, const double* u, const double* du,
                                        double* dy) {
  const JacobianPlan::Direction& by = plan_.jacobian.outputs_by_all();
  for (std::size_t k = 0; k < by.columns.size(); ++k) {
    const std::size_t j = index(by.columns[k]);
    seed_[k] = j < states_ ? dx_[j] : j < states_ + inputs_ ? du[j - states_] : 1;
  }
  std::fill_n(dy, outputs_, 0.0);
  for (const JacobianPlan::Identity& i : plan_.jacobian.identities()) dy[i.output] = dx_[index(i.state)];
  if (by.unknowns.empty()) return;
  if (!by.knowns.empty()) {
    instance_.directional(by.unknowns, by.knowns, seed_.data(), result_.data());
    for (std::size_t k = 0; k < by.rows.size(); ++k) dy[index(by.rows[k]) - states_] = result_[k];
  }
  if (!plan_.jacobian.time_may_enter() || plan_.jacobian.time_listed()) return;
  g(Instant::at(t), x, u, y_.data());
  add_time_slopes(t, x, u, y_.data(), dy);
}

void FmuDynamics::add_time_slopes(double t, const double* x, const double* u, const double* y, double* dy) {
  const double d = time_step(t);
  const Stencil s = stencil(t, d);
  for (std::size_t i = 0; i < outputs_; ++i) dy[i] += s.weight[0] * y[i] / d;
  for (int side = 0; side < 2; ++side) {
    g(Instant::at(t + s.at[side]), x, u, ahead_.data());
    for (std::size_t i = 0; i < outputs_; ++i) dy[i] += s.weight[side + 1] * ahead_[i] / d;
  }
}

/// Along the solution: d/dt g(t, x + t f, u + t u').
void FmuDynamics::slopes_by_differences(double t, const double* x, const double* u, const double* du,
                                        const double* y, double* dy) {
  double d = time_difference_;
  const auto limit = [&](double slope, double value, double size) {
    if (slope != 0) d = std::min(d, kDifference * std::max(std::abs(value), size) / std::abs(slope));
  };
  for (std::size_t i = 0; i < states_; ++i) limit(dx_[i], x[i], plan_.state_size[i]);
  for (std::size_t j = 0; j < inputs_; ++j) limit(du[j], u[j], plan_.input_size[j]);
  d = std::max(d, 1e3 * kEpsilon * std::abs(t));
  d = (t + d) - t;
  const Stencil s = stencil(t, d);
  for (std::size_t i = 0; i < outputs_; ++i) dy[i] = s.weight[0] * y[i] / d;
  for (int side = 0; side < 2; ++side) {
    for (std::size_t i = 0; i < states_; ++i) x_[i] = x[i] + s.at[side] * dx_[i];
    for (std::size_t j = 0; j < inputs_; ++j) u_[j] = u[j] + s.at[side] * du[j];
    g(Instant::at(t + s.at[side]), x_.data(), u_.data(), ahead_.data());
    for (std::size_t i = 0; i < outputs_; ++i) dy[i] += s.weight[side + 1] * ahead_[i] / d;
  }
  for (const JacobianPlan::Identity& i : plan_.jacobian.identities()) dy[i.output] = dx_[index(i.state)];
}

void FmuDynamics::linearize(const Instant& at, const double* x, const double* u, LinearModel& out) {
  if (plan_.directional) {
    move(at.t_switch, x, u);
    plan_.jacobian.evaluate(instance_, result_.data(), out);
    both(at.t_switch, x, u, result_.data());
  } else {
    set_zero(out, static_cast<int>(states_), static_cast<int>(inputs_), static_cast<int>(outputs_));
    plan_.jacobian.put_identities(out);
    both(at.t_switch, x, u, result_.data());
    matrices_by_differences(at.t_switch, x, u, out);
    move(at.t_switch, x, u);
  }
  std::copy_n(result_.begin(), states_, out.f0.data());
  std::copy_n(result_.begin() + static_cast<std::ptrdiff_t>(states_), outputs_, out.g0.data());
  const bool listed = plan_.directional && plan_.jacobian.time_listed();
  if (plan_.jacobian.time_may_enter() && !listed) time_by_differences(at.t_switch, x, u, out);
}

/// Both sides of a difference along the columns of a group, and in `seed_` how far they lie apart.
void FmuDynamics::evaluate_beside(const JacobianPlan::Group& group, const Point& p, double part) {
  std::copy_n(p.x, states_, x_.begin());
  std::copy_n(p.u, inputs_, u_.begin());
  const auto place = [&](double sign) {
    for (const int column : group.columns) {
      const std::size_t j = index(column);
      if (is_time(column)) continue;
      const bool state = j < states_;
      const double now = state ? p.x[j] : p.u[j - states_];
      const double size = state ? plan_.state_size[j] : plan_.input_size[j - states_];
      double& moved = state ? x_[j] : u_[j - states_];
      moved = now + sign * (part * kDifference * std::max(std::abs(now), size));
      seed_[j] = sign > 0 ? moved : seed_[j] - moved;
    }
  };
  place(1);
  both(p.t, x_.data(), u_.data(), ahead_.data());
  place(-1);
  both(p.t, x_.data(), u_.data(), behind_.data());
}

/// Differences would take a jump for a slope of 1e5 where an FMU jumps without an event, as it may at rest
/// beside it.
void FmuDynamics::matrices_by_differences(double t, const double* x, const double* u, LinearModel& out) {
  const Point point{t, x, u};
  for (const JacobianPlan::Group& group : plan_.jacobian.groups()) {
    evaluate_beside(group, point, 1);
    bool bent = false;
    for (const JacobianPlan::Entry& e : group.entries) {
      if (is_time(e.column)) continue;
      const std::size_t i = index(e.row);
      bends_[i] = bend(i);
      bent = bent || bends_[i] != 0;
      put(out, e.row, e.column, (ahead_[i] - behind_[i]) / seed_[index(e.column)]);
    }
    if (!bent) continue;
    constexpr double closer = 0.125;
    evaluate_beside(group, point, closer);
    for (const JacobianPlan::Entry& e : group.entries) {
      const std::size_t i = index(e.row);
      if (is_time(e.column) || bends_[i] == 0) continue;
      const double rise = ahead_[i] - result_[i], fall = result_[i] - behind_[i];
      const bool jumps = bend(i) > 0.5 * bends_[i];  // a bend would be smaller by that part
      const double least = std::abs(rise) < std::abs(fall) ? rise : fall;
      put(out, e.row, e.column, (jumps ? 2 * least : rise + fall) / seed_[index(e.column)]);
    }
  }
}

/// By how much the values beside the point are no straight line; 0 unless that is much.
double FmuDynamics::bend(std::size_t i) const {
  constexpr double little = 1e-5;
  const double by = std::abs(ahead_[i] - 2 * result_[i] + behind_[i]);
  const double size = std::max({std::abs(ahead_[i]), std::abs(result_[i]), std::abs(behind_[i])});
  return by > little * size && by > 0.5 * std::abs(ahead_[i] - behind_[i]) ? by : 0;
}

void FmuDynamics::time_by_differences(double t, const double* x, const double* u, LinearModel& out) {
  const double d = time_step(t);
  const Stencil s = stencil(t, d);
  out.f_t = s.weight[0] / d * out.f0;
  out.g_t = s.weight[0] / d * out.g0;
  for (int side = 0; side < 2; ++side) {
    both(t + s.at[side], x, u, ahead_.data());
    const double w = s.weight[side + 1] / d;
    for (std::size_t i = 0; i < states_; ++i) out.f_t[static_cast<Eigen::Index>(i)] += w * ahead_[i];
    for (std::size_t i = 0; i < outputs_; ++i) {
      out.g_t[static_cast<Eigen::Index>(i)] += w * ahead_[states_ + i];
    }
  }
}

}  // namespace accordo::fmi
