#include "integrate/stiffness.hpp"

#include <Eigen/Eigenvalues>
#include <cmath>

namespace accordo {
namespace {

double by_eigenvalues(const Matrix& J) {
  const Eigen::EigenSolver<Matrix> solver(J, false);
  if (solver.info() != Eigen::Success) return 0;
  double fastest = 0;
  for (const auto& lambda : solver.eigenvalues()) {
    if (lambda.real() < 0 && std::abs(lambda.imag()) <= -2 * lambda.real()) {
      fastest = std::max(fastest, std::abs(lambda));
    }
  }
  return fastest;
}

/// The eigenvalues of J on the Krylov space of a vector rich in fast modes (W. E. Arnoldi, 1951): the extreme
/// ones come out first.
double by_krylov_space(const Matrix& J) {
  constexpr Eigen::Index dimension = 30;
  constexpr int warm_up = 10;
  Matrix Q(J.rows(), dimension + 1);
  Matrix H = Matrix::Zero(dimension + 1, dimension);
  // Deterministic, with all frequencies in it: fast modes of discretized fields alternate from cell to cell.
  Vector v(J.rows());
  for (Eigen::Index i = 0; i < v.size(); ++i) v[i] = (i % 2 == 0 ? 1.0 : -1.0) + 0.1 * std::sin(double(i));
  for (int k = 0; k < warm_up && v.norm() > 0; ++k) v = Vector(J * v.normalized());
  if (!(v.norm() > 0)) return 0;
  Q.col(0) = v.normalized();
  Eigen::Index k = 0;
  for (; k < dimension; ++k) {
    Vector w = J * Q.col(k);
    const double size = w.norm();
    for (Eigen::Index i = 0; i <= k; ++i) {
      H(i, k) = Q.col(i).dot(w);
      w -= H(i, k) * Q.col(i);
    }
    H(k + 1, k) = w.norm();
    if (H(k + 1, k) <= 1e-12 * size) break;  // the space is invariant: its eigenvalues are exact
    Q.col(k + 1) = w / H(k + 1, k);
  }
  const Eigen::Index found = std::min(k + 1, dimension);
  return by_eigenvalues(H.topLeftCorner(found, found));
}

}  // namespace

double fastest_decay(const Matrix& J) {
  constexpr Eigen::Index small = 50;
  if (J.rows() == 0 || !J.allFinite()) return 0;
  return J.rows() <= small ? by_eigenvalues(J) : by_krylov_space(J);
}

}  // namespace accordo
