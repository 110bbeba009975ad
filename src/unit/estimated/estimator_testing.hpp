// Units with known equations for the tests of this folder, and how to lead one through a few macro-steps.
#pragma once

#include <cmath>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "base/index.hpp"
#include "unit/estimated/estimator.hpp"
#include "unit/ode/linear_unit.hpp"

namespace accordo::testing {

inline UnitInfo describe(int states, int inputs, int outputs) {
  UnitInfo info;
  info.name = "test";
  for (int i = 0; i < states; ++i) info.ports.states.push_back("x" + std::to_string(i));
  for (int i = 0; i < inputs; ++i) info.ports.inputs.push_back("u" + std::to_string(i));
  for (int i = 0; i < outputs; ++i) info.ports.outputs.push_back("y" + std::to_string(i));
  info.can = {.rollback = true,
              .slopes = true,
              .states = true,
              .evaluation = true,
              .linearization = true,
              .reevaluation = true,
              .variable_step = true,
              .input_degree = 3};
  std::vector<int> all;
  for (int j = 0; j < inputs; ++j) all.push_back(j);
  info.feed_through.assign(index(outputs), all);
  return info;
}

/// A unit out of functions, integrated by many steps of the classical Runge-Kutta method.
class FunctionUnit : public Unit {
 public:
  using Function = std::function<void(double t, const double* x, const double* u, double* out)>;
  using Jacobian = std::function<void(double t, const double* x, const double* u, LinearModel& out)>;

  FunctionUnit(const UnitInfo& info, Function f, Function g, Jacobian jacobian, std::vector<double> x)
      : Unit(std::make_shared<UnitInfo>(info)),
        f_(std::move(f)),
        g_(std::move(g)),
        jacobian_(std::move(jacobian)),
        x_(std::move(x)) {
    const int n = info.ports.state_count(), m = info.ports.input_count(), p = info.ports.output_count();
    zero_ = {.A = Matrix::Zero(n, n),
             .B = Matrix::Zero(n, m),
             .C = Matrix::Zero(p, n),
             .D = Matrix::Zero(p, m),
             .f0 = Vector::Zero(n),
             .g0 = Vector::Zero(p),
             .f_t = Vector::Zero(n),
             .g_t = Vector::Zero(p)};
    model_ = zero_;
  }

  void step(const Step& step, SignalView u, double* y, double* dy) override {
    const int parts = 200;
    const double d = step.h / parts;
    std::vector<double> in(index(u.size)), du(index(u.size)), at(x_.size()), sum(x_.size()), k(x_.size());
    for (int part = 0; part < parts; ++part) {
      std::fill(k.begin(), k.end(), 0.0);
      std::fill(sum.begin(), sum.end(), 0.0);
      for (int stage = 0; stage < 4; ++stage) {
        const double c = stage == 0 ? 0 : (stage == 3 ? 1 : 0.5);
        for (std::size_t i = 0; i < x_.size(); ++i) at[i] = x_[i] + c * d * k[i];
        u.values((part + c) / parts, in.data());
        f_(step.t + (part + c) * d, at.data(), in.data(), k.data());
        for (std::size_t i = 0; i < x_.size(); ++i) sum[i] += k[i] * (stage == 0 || stage == 3 ? 1 : 2);
      }
      for (std::size_t i = 0; i < x_.size(); ++i) x_[i] += d / 6 * sum[i];
    }
    u.values(1, in.data());
    u.slopes(1, du.data());
    for (double& slope : du) slope /= step.h;
    outputs(step.end_instant(), in.data(), du.data(), y, dy);
    for (int i = 0; i < info().ports.output_count(); ++i) dy[i] *= step.h;
  }
  void outputs(const Instant& at, const double* u, const double* du, double* y, double* dy) override {
    g_(at.t, x_.data(), u, y);
    fill(at, x_.data(), u, model_);
    for (Eigen::Index i = 0; i < model_.g0.size(); ++i) {
      dy[i] = model_.g_t[i];
      for (Eigen::Index k = 0; k < model_.A.cols(); ++k) dy[i] += model_.C(i, k) * model_.f0[k];
      for (Eigen::Index j = 0; j < model_.B.cols(); ++j) dy[i] += model_.D(i, j) * du[j];
    }
  }
  void states(double* x) const override { std::copy(x_.begin(), x_.end(), x); }
  void set_states(const double* x) override { std::copy_n(x, x_.size(), x_.begin()); }
  void evaluate(const Instant& at, const double* x, const double* u, double* f, double* g) override {
    ++evaluations;
    if (f != nullptr) f_(at.t, x, u, f);
    if (g != nullptr) g_(at.t, x, u, g);
  }
  void linearize(const Instant& at, const double* x, const double* u, LinearModel& out) override {
    ++linearizations;
    fill(at, x, u, out);
  }

  int evaluations = 0, linearizations = 0;

 private:
  void fill(const Instant& at, const double* x, const double* u, LinearModel& out) {
    out = zero_;
    jacobian_(at.t, x, u, out);
    f_(at.t, x, u, out.f0.data());
    g_(at.t, x, u, out.g0.data());
  }

  Function f_, g_;
  Jacobian jacobian_;
  std::vector<double> x_;
  LinearModel zero_, model_;
};

/// x1' = -x1² + u x2 + e sin t,  x2' = x1 x2 - x2 + u²,  y1 = x1 x2 + e cos(2t + 1),  y2 = x1 + u x2 + e (t +
/// 1)²,  y3 = x2; e = 1: driven by time, e = 0: autonomous.
inline FunctionUnit nonlinear_unit(double e, const Capabilities* can = nullptr) {
  UnitInfo info = describe(2, 1, 3);
  if (can != nullptr) info.can = *can;
  info.feed_through = {{}, {0}, {}};
  return FunctionUnit(
      info,
      [e](double t, const double* x, const double* u, double* f) {
        f[0] = -x[0] * x[0] + u[0] * x[1] + e * std::sin(t);
        f[1] = x[0] * x[1] - x[1] + u[0] * u[0];
      },
      [e](double t, const double* x, const double* u, double* y) {
        y[0] = x[0] * x[1] + e * std::cos(2 * t + 1);
        y[1] = x[0] + u[0] * x[1] + e * (t + 1) * (t + 1);
        y[2] = x[1];
      },
      [e](double t, const double* x, const double* u, LinearModel& m) {
        m.A << -2 * x[0], u[0], x[1], x[0] - 1;
        m.B << x[1], 2 * u[0];
        m.C << x[1], x[0], 1, u[0], 0, 1;
        m.D << 0, x[1], 0;
        m.f_t << e * std::cos(t), 0;
        m.g_t << -2 * e * std::sin(2 * t + 1), 2 * e * (t + 1), 0;
      },
      {1.2, 0.5});
}

/// A smooth input and its slope in time.
inline double wave(double t) {
  return 1 + 0.5 * std::sin(t + 0.4);
}
inline double wave_slope(double t) {
  return 0.5 * std::cos(t + 0.4);
}

/// The cubic that follows the wave on [t, t + h], the same for all inputs.
inline Signal wave_signal(int inputs, double t, double h) {
  Signal signal(index(inputs));
  signal.set_degree(3);
  const auto a = hermite(wave(t), h * wave_slope(t), wave(t + h), h * wave_slope(t + h));
  for (int j = 0; j < inputs; ++j) std::copy(a.begin(), a.end(), signal.component(j));
  return signal;
}

/// Leads the unit through `steps` steps of length h from t = 0 along the wave, and notes every point on the
/// way, the one it ends at included.
inline void lead(Unit& unit, Estimator& estimator, int steps, double h, bool slopes = true) {
  const int inputs = unit.info().ports.input_count();
  std::vector<double> y(unit.info().ports.outputs.size()), dy(y.size());
  for (int k = 0; k <= steps; ++k) {
    const std::vector<double> u(index(inputs), wave(k * h));
    const std::vector<double> du(index(inputs), slopes ? wave_slope(k * h) : NAN);
    estimator.observe_point(Instant::at(k * h), u.data(), du.data());
    if (k < steps) {
      unit.step({.t = k * h, .h = h, .end = (k + 1) * h}, wave_signal(inputs, k * h, h).view(), y.data(),
                dy.data());
    }
  }
}

inline Matrix random_matrix(std::mt19937& random, Eigen::Index rows, Eigen::Index columns) {
  std::normal_distribution<double> normal;
  return Matrix::NullaryExpr(rows, columns, [&] { return normal(random); });
}

inline LinearModel random_model(std::mt19937& random, int states, int inputs, int outputs) {
  return {.A = random_matrix(random, states, states),
          .B = random_matrix(random, states, inputs),
          .C = random_matrix(random, outputs, states),
          .D = random_matrix(random, outputs, inputs),
          .f0 = random_matrix(random, states, 1),
          .g0 = random_matrix(random, outputs, 1),
          .f_t = Vector::Zero(states),
          .g_t = Vector::Zero(outputs)};
}

inline std::unique_ptr<LinearUnit> linear_unit(const LinearModel& model, const std::vector<double>& x) {
  UnitInfo info = describe(static_cast<int>(model.A.rows()), static_cast<int>(model.B.cols()),
                           static_cast<int>(model.C.rows()));
  info.linear = true;
  return std::make_unique<LinearUnit>(std::make_shared<UnitInfo>(info), std::make_shared<LinearSystem>(model),
                                      x);
}

}  // namespace accordo::testing
