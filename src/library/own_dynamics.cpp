#include "library/own_dynamics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/failure.hpp"
#include "base/index.hpp"

namespace accordo {
namespace {

/// For central differences of functions that are exact to rounding: their error is then some 1e-10.
double shift(double value) {
  static const double part = std::cbrt(std::numeric_limits<double>::epsilon());
  return part * std::max(1.0, std::abs(value));
}

/// What user code throws ends the run, in its own words.
template <class Call>
void call_ode(Call call) {
  try {
    call();
  } catch (const std::exception& error) {
    throw UnitFailure(error.what());
  } catch (...) {
    throw UnitFailure("it threw something that is not a std::exception");
  }
}

}  // namespace

OwnDynamics::OwnDynamics(std::shared_ptr<v0::Ode> ode, const Ports& ports)
    : ode_(std::move(ode)),
      states_(ports.states.size()),
      inputs_(ports.inputs.size()),
      outputs_(ports.outputs.size()),
      x_(states_),
      u_(inputs_),
      f_up_(states_),
      f_down_(states_),
      g_up_(outputs_),
      g_down_(outputs_),
      a_(states_ * states_),
      b_(states_ * inputs_),
      c_(outputs_ * states_),
      d_(outputs_ * inputs_) {}

void OwnDynamics::f(const Instant& at, const double* x, const double* u, double* dx) {
  call_ode([&] { ode_->derivatives(at.t_switch, {x, states_}, {u, inputs_}, {dx, states_}); });
}

void OwnDynamics::g(const Instant& at, const double* x, const double* u, double* y) {
  call_ode([&] { ode_->outputs(at.t_switch, {x, states_}, {u, inputs_}, {y, outputs_}); });
}

/// Along (1, f, du), which is where the point goes.
void OwnDynamics::g_slope(const Instant& at, const double* x, const double* u, const double* du, double* y,
                          double* dy) {
  g(at, x, u, y);
  f(at, x, u, f_up_.data());
  double speed = 1;
  for (std::size_t i = 0; i < states_; ++i)
    speed = std::max(speed, std::abs(f_up_[i]) * shift(0) / shift(x[i]));
  for (std::size_t j = 0; j < inputs_; ++j) speed = std::max(speed, std::abs(du[j]) * shift(0) / shift(u[j]));
  const double d = shift(0) / speed;
  for (const double sign : {1.0, -1.0}) {
    for (std::size_t i = 0; i < states_; ++i) x_[i] = x[i] + sign * d * f_up_[i];
    for (std::size_t j = 0; j < inputs_; ++j) u_[j] = u[j] + sign * d * du[j];
    g(Instant::at(at.t_switch + sign * d), x_.data(), u_.data(), sign > 0 ? g_up_.data() : g_down_.data());
  }
  for (std::size_t i = 0; i < outputs_; ++i) dy[i] = (g_up_[i] - g_down_[i]) / (2 * d);
}

void OwnDynamics::differentiate(double t, double& variable, double* f_column, double* g_column) {
  const double middle = variable, d = shift(middle);
  variable = middle + d;
  const double up = variable;
  f(Instant::at(t), x_.data(), u_.data(), f_up_.data());
  g(Instant::at(t), x_.data(), u_.data(), g_up_.data());
  variable = middle - d;
  const double distance = up - variable;
  f(Instant::at(t), x_.data(), u_.data(), f_down_.data());
  g(Instant::at(t), x_.data(), u_.data(), g_down_.data());
  variable = middle;
  for (std::size_t i = 0; i < states_; ++i) f_column[i] = (f_up_[i] - f_down_[i]) / distance;
  for (std::size_t i = 0; i < outputs_; ++i) g_column[i] = (g_up_[i] - g_down_[i]) / distance;
}

bool OwnDynamics::ask(double t, LinearModel& out) {
  bool known = false;
  call_ode([&] { known = ode_->jacobian(t, x_, u_, {a_, b_, c_, d_}); });
  if (!known) return false;
  const auto fill = [](const std::vector<double>& rows, Matrix& to) {
    for (Eigen::Index i = 0; i < to.rows(); ++i) {
      for (Eigen::Index j = 0; j < to.cols(); ++j)
        to(i, j) = rows[static_cast<std::size_t>(i * to.cols() + j)];
    }
  };
  fill(a_, out.A);
  fill(b_, out.B);
  fill(c_, out.C);
  fill(d_, out.D);
  return true;
}

void OwnDynamics::linearize(const Instant& at, const double* x, const double* u, LinearModel& out) {
  const auto n = static_cast<Eigen::Index>(states_), p = static_cast<Eigen::Index>(inputs_),
             q = static_cast<Eigen::Index>(outputs_);
  out.A.resize(n, n);
  out.B.resize(n, p);
  out.C.resize(q, n);
  out.D.resize(q, p);
  for (Vector* v : {&out.f0, &out.f_t}) v->resize(n);
  for (Vector* v : {&out.g0, &out.g_t}) v->resize(q);
  std::copy(x, x + states_, x_.begin());
  std::copy(u, u + inputs_, u_.begin());
  const double t = at.t_switch;
  if (!ask(t, out)) {
    for (Eigen::Index i = 0; i < n; ++i)  // matrices are stored by columns
      differentiate(t, x_[static_cast<std::size_t>(i)], out.A.col(i).data(), out.C.col(i).data());
    for (Eigen::Index j = 0; j < p; ++j)
      differentiate(t, u_[static_cast<std::size_t>(j)], out.B.col(j).data(), out.D.col(j).data());
  }
  // In time there is one side only: that of the instant, where time may switch something.
  const double d = shift(t) * (at.t_switch < at.t ? -1 : 1);
  f(at, x, u, out.f0.data());
  g(at, x, u, out.g0.data());
  f(Instant::at(t + d), x, u, out.f_t.data());
  g(Instant::at(t + d), x, u, out.g_t.data());
  out.f_t = (out.f_t - out.f0) / d;
  out.g_t = (out.g_t - out.g0) / d;
}

}  // namespace accordo
