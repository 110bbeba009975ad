// f(t) ≈ (ln 2/t) Σ_k V_k F(k ln 2/t) for the Laplace transform F of f. In time counted in steps, the
// resolvent is (sI - hA)^-1 and the monomial s^p has the transform p!/s^(p+1).
#include "unit/estimated/stehfest.hpp"

#include <Eigen/LU>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <string>

#include "base/index.hpp"
#include "signal/signal.hpp"

namespace accordo {
namespace {

double factorial(int n) {
  return n < 2 ? 1.0 : n * factorial(n - 1);
}

/// The operators for the outputs at time t, counted in steps.
struct Inverse {
  Matrix G, P, R;

  Inverse& operator+=(const Inverse& other) {
    G += other.G;
    P += other.P;
    R += other.R;
    return *this;
  }
  Inverse scaled(double by) const { return {by * G, by * P, by * R}; }
};

Inverse inverse_at(const LinearModel& model, double h, const std::vector<double>& weights, double t) {
  const auto n = model.A.rows();
  const auto outputs = model.C.rows();
  const auto inputs = model.B.cols();
  const Matrix I = Matrix::Identity(n, n);
  Inverse sum{Matrix::Zero(outputs, kCoefficients * inputs), Matrix::Zero(outputs, n),
              Matrix::Zero(outputs, kMissedCoefficients * n)};
  for (std::size_t k = 0; k < weights.size(); ++k) {
    const double s = static_cast<double>(k + 1) * std::numbers::ln2 / t;
    const double weight = weights[k] * std::numbers::ln2 / t;
    Matrix resolvent(outputs, n);  // C (sI - hA)^-1
    if (n > 0)
      resolvent = (s * I - h * model.A).transpose().partialPivLu().solve(model.C.transpose()).transpose();
    const Matrix transfer = resolvent * (h * model.B) + model.D;
    sum.P += weight * resolvent;
    for (int p = 0; p < kCoefficients; ++p) {
      const double monomial = factorial(p) / std::pow(s, p + 1);
      for (Eigen::Index j = 0; j < inputs; ++j) {
        sum.G.col(kCoefficients * j + p) += (weight * monomial) * transfer.col(j);
      }
      if (p < kMissedCoefficients) sum.R.middleCols(p * n, n) += (weight * monomial * h) * resolvent;
    }
  }
  return sum;
}

Matrix stacked(const Matrix& top, const Matrix& bottom) {
  Matrix both(top.rows() + bottom.rows(), top.cols());
  both << top, bottom;
  return both;
}

}  // namespace

std::vector<double> stehfest_weights(int order) {
  if (order < 2 || order > 20 || order % 2 != 0) {
    throw std::invalid_argument("the order of Gaver-Stehfest must be even, from 2 to 20, not " +
                                std::to_string(order));
  }
  const int half = order / 2;
  std::vector<double> weights;
  for (int k = 1; k <= order; ++k) {
    double sum = 0;
    for (int j = (k + 1) / 2; j <= std::min(k, half); ++j) {
      sum +=
          std::pow(j, half) * factorial(2 * j) /
          (factorial(half - j) * factorial(j) * factorial(j - 1) * factorial(k - j) * factorial(2 * j - k));
    }
    weights.push_back((k + half) % 2 == 0 ? sum : -sum);
  }
  return weights;
}

Operators stehfest_operators(const LinearModel& model, double h, int order) {
  constexpr double back = 0.2;
  const std::vector<double> weights = stehfest_weights(order);
  const Inverse end = inverse_at(model, h, weights, 1.0);
  Inverse slope = end.scaled(3 / back);
  slope += inverse_at(model, h, weights, 1.0 - back / 2).scaled(-4 / back);
  slope += inverse_at(model, h, weights, 1.0 - back).scaled(1 / back);
  Operators out;
  out.h = h;
  out.G = stacked(end.G, slope.G);
  out.P = stacked(end.P, slope.P);
  out.R = stacked(end.R, slope.R);
  return out;
}

}  // namespace accordo
