// Differential equations with known solutions, for the tests of this folder.
#pragma once

#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "integrate/integrator.hpp"

namespace accordo {

/// An OdeSystem out of functions. The Jacobian may be left out.
class TestSystem : public OdeSystem {
 public:
  using Rhs = std::function<void(double, const double*, double*)>;
  using Jacobian = std::function<void(double, const double*, Matrix&, Vector&)>;

  TestSystem(int size, Rhs rhs, Jacobian jacobian = {})
      : size_(size), rhs_(std::move(rhs)), jacobian_(std::move(jacobian)) {}

  int size() const override { return size_; }
  void rhs(double t, const double* x, double* dx) override { rhs_(t, x, dx); }
  bool has_jacobian() const override { return static_cast<bool>(jacobian_); }
  void jacobian(double t, const double* x, Matrix& J, Vector& f_t) override { jacobian_(t, x, J, f_t); }

 private:
  int size_;
  Rhs rhs_;
  Jacobian jacobian_;
};

/// x' = φ'(t) + N(x) - N(φ(t)), N = (-x1 x2, x1² - x2): nonlinear and time-dependent, solved by
/// x = φ(t) = (sin t, exp(-t/2)).
struct Manufactured {
  static double exact(int i, double t) { return i == 0 ? std::sin(t) : std::exp(-t / 2); }

  static void rhs(double t, const double* x, double* dx) {
    const double p = exact(0, t);
    const double q = exact(1, t);
    dx[0] = std::cos(t) - x[0] * x[1] + p * q;
    dx[1] = -q / 2 + x[0] * x[0] - x[1] - p * p + q;
  }
  static void jacobian(double t, const double* x, Matrix& J, Vector& f_t) {
    const double p = exact(0, t);
    const double q = exact(1, t);
    const double dp = std::cos(t);
    const double dq = -q / 2;
    J << -x[1], -x[0], 2 * x[0], -1;
    f_t << -p + dp * q + p * dq, q / 4 - 2 * p * dp + dq;
  }
  static TestSystem system() { return {2, rhs, jacobian}; }
  static TestSystem system_without_jacobian() { return {2, rhs}; }
};

/// x1' = x2, x2' = ((1 - x1²) x2 - x1)/ε: van der Pol in slow time, ε = 1/μ².
inline TestSystem van_der_pol(double epsilon) {
  return {2,
          [epsilon](double, const double* x, double* dx) {
            dx[0] = x[1];
            dx[1] = ((1 - x[0] * x[0]) * x[1] - x[0]) / epsilon;
          },
          [epsilon](double, const double* x, Matrix& J, Vector& f_t) {
            J << 0, 1, (-2 * x[0] * x[1] - 1) / epsilon, (1 - x[0] * x[0]) / epsilon;
            f_t << 0, 0;
          }};
}

/// x' = λ (x - cos t) - sin t, solved by x = cos t (A. Prothero and A. Robinson, Math. Comp. 28 (1974)).
inline TestSystem prothero_robinson(double lambda) {
  return {1,
          [lambda](double t, const double* x, double* dx) {
            dx[0] = lambda * (x[0] - std::cos(t)) - std::sin(t);
          },
          [lambda](double t, const double*, Matrix& J, Vector& f_t) {
            J << lambda;
            f_t << lambda * std::sin(t) - std::cos(t);
          }};
}

/// x1' = x2, x2' = -ω² x1.
inline TestSystem oscillator(double omega) {
  return {2,
          [omega](double, const double* x, double* dx) {
            dx[0] = x[1];
            dx[1] = -omega * omega * x[0];
          },
          [omega](double, const double*, Matrix& J, Vector& f_t) {
            J << 0, 1, -omega * omega, 0;
            f_t << 0, 0;
          }};
}

/// The k-th macro-step of length h from 0 on.
inline Step macro_step(int k, double h) {
  return {.t = k * h, .h = h, .end = (k + 1) * h};
}

/// `count` macro-steps of length h from t = 0 on; only the first is not continuous.
inline void advance_by(Integrator& integrator, OdeSystem& system, int count, double h, double* x) {
  for (int k = 0; k < count; ++k) integrator.advance(system, macro_step(k, h), k > 0, x);
}

}  // namespace accordo
