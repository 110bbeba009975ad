// Maps ψ for the tests of solvers: linear ones with a known spectrum, and a nonlinear chain.
#pragma once

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <utility>
#include <vector>

#include "base/index.hpp"
#include "solve/solver.hpp"

namespace accordo::testing {

/// Counts evaluations and remembers where the latest was.
class Watched : public FixedPoint {
 public:
  int calls = 0;
  std::vector<double> latest;

  bool evaluate(const double* z, double* psi) final {
    ++calls;
    latest.assign(z, z + size());
    return psi_of(z, psi);
  }
  virtual int size() const = 0;
  virtual bool psi_of(const double* z, double* psi) = 0;
};

/// Any function, for special cases.
class Function final : public Watched {
 public:
  using Body = std::function<bool(const double*, double*)>;
  Function(int n, Body body) : n_(n), body_(std::move(body)) { latest.reserve(index(n)); }
  int size() const override { return n_; }
  bool psi_of(const double* z, double* psi) override { return body_(z, psi); }

 private:
  int n_;
  Body body_;
};

/// ψ(z) = M z + b; offers its inverse only when told to.
class Linear final : public Watched {
 public:
  Linear(Eigen::MatrixXd m, Eigen::VectorXd b) : matrix(std::move(m)), offset(std::move(b)) {}
  int size() const override { return static_cast<int>(offset.size()); }
  bool psi_of(const double* z, double* psi) override {
    Eigen::Map<Eigen::VectorXd>(psi, size()) = matrix * Eigen::Map<const Eigen::VectorXd>(z, size()) + offset;
    return true;
  }
  bool apply_inverse(double* r) override {
    if (!offers_inverse) return false;
    Eigen::Map<Eigen::VectorXd> v(r, size());
    v = jacobian().lu().solve(Eigen::VectorXd(v));
    return true;
  }
  Eigen::MatrixXd jacobian() const { return Eigen::MatrixXd::Identity(size(), size()) - matrix; }
  Eigen::VectorXd solution() const { return jacobian().lu().solve(offset); }

  Eigen::MatrixXd matrix;
  Eigen::VectorXd offset;
  bool offers_inverse = false;
};

/// A rotated matrix with one eigenvalue pair radius·e^(±i angle) in front; all others at most half as large.
/// For one unknown the eigenvalue is −radius.
inline Eigen::MatrixXd matrix_of_radius(int n, double radius, double angle, unsigned seed = 1) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(-0.5, 0.5);
  Eigen::MatrixXd blocks = Eigen::MatrixXd::Zero(n, n);
  for (int i = 0; i < n; ++i) blocks(i, i) = n == 1 ? -radius : radius * uniform(random);
  if (n > 1) {
    const double c = radius * std::cos(angle), s = radius * std::sin(angle);
    blocks.topLeftCorner(2, 2) << c, 2 * s, -s / 2, c;  // not normal: norms oscillate
    if (angle == 0) blocks(1, 1) = radius / 2;
  }
  Eigen::MatrixXd noise(n, n);
  for (int i = 0; i < n * n; ++i) noise.data()[i] = uniform(random);
  const Eigen::MatrixXd q = Eigen::HouseholderQR<Eigen::MatrixXd>(noise).householderQ();
  return q * blocks * q.transpose();
}

inline Linear linear_problem(int n, double radius, double angle = 1.2, unsigned seed = 1) {
  Eigen::VectorXd b(n);
  for (int i = 0; i < n; ++i) b(i) = std::sin(1.0 + i);
  return {matrix_of_radius(n, radius, angle, seed), b};
}

/// Neighbors in a row, mildly nonlinear, driven by a slowly turning source: like units coupled in a chain.
class Row final : public Watched {
 public:
  Row(int n, double strength, double nonlinear = 0.02) : n_(n), strength_(strength), nonlinear_(nonlinear) {
    latest.reserve(index(n));
  }
  int size() const override { return n_; }
  bool psi_of(const double* z, double* psi) override {
    for (int i = 0; i < n_; ++i) {
      const double left = i > 0 ? z[i - 1] : 0, right = i + 1 < n_ ? z[i + 1] : 0;
      psi[i] =
          strength_ * (0.55 * left - 0.45 * right + nonlinear_ * std::sin(z[i] + left)) + std::sin(phase + i);
    }
    return true;
  }
  double phase = 0;

 private:
  int n_;
  double strength_, nonlinear_;
};

inline double largest_difference(const std::vector<double>& a, const Eigen::VectorXd& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    largest = std::max(largest, std::abs(a[i] - b(static_cast<Eigen::Index>(i))));
  return largest;
}

}  // namespace accordo::testing
