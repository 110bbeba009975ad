#include "linear/eigenvalues.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <cmath>
#include <limits>
#include <vector>

namespace accordo {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// The indices that are on some way round. All others belong to eigenvalues 0, which the algorithm would find
/// as roots of rounding errors.
std::vector<Eigen::Index> rings(const Matrix& M) {
  Eigen::ArrayXd alive = Eigen::ArrayXd::Ones(M.rows());
  const Eigen::ArrayXXd there = (M.array() != 0).cast<double>();
  for (double before = -1; before != alive.sum();) {
    before = alive.sum();
    const Eigen::ArrayXd out = (there.rowwise() * alive.transpose()).rowwise().sum();
    const Eigen::ArrayXd in = (there.colwise() * alive).colwise().sum().transpose();
    alive *= ((out > 0) && (in > 0)).cast<double>();
  }
  std::vector<Eigen::Index> list;
  for (Eigen::Index i = 0; i < M.rows(); ++i) {
    if (alive[i] > 0) list.push_back(i);
  }
  return list;
}

}  // namespace

// E. E. Osborne, J. ACM 7 (1960) 338-345, with the 2-norms of R. James, J. Langou, B. R. Lowery, On matrix
// balancing and eigenvector computation (2014).
void balance(Matrix& M) {
  constexpr double worth = 0.95;
  constexpr int most = 100;
  bool changed = true;
  for (int sweep = 0; changed && sweep < most; ++sweep) {
    changed = false;
    for (Eigen::Index i = 0; i < M.rows(); ++i) {
      const double own = M(i, i);
      M(i, i) = 0;
      const double column = M.col(i).stableNorm(), row = M.row(i).stableNorm();
      M(i, i) = own;
      if (!(column > 0 && row > 0) || !std::isfinite(column) || !std::isfinite(row)) continue;
      const double f = std::exp2(std::round(std::log2(row / column) / 2));
      if (!(column * f + row / f < worth * (column + row))) continue;
      M.col(i) *= f;
      M.row(i) /= f;
      changed = true;
    }
  }
}

Eigen::VectorXcd eigenvalues(const Matrix& M) {
  Eigen::VectorXcd values = Eigen::VectorXcd::Zero(M.rows());
  if (M.rows() == 0) return values;
  if (!M.allFinite()) return values.setConstant(kNaN), values;
  const std::vector<Eigen::Index> at = rings(M);
  if (at.empty()) return values;
  Matrix core = M(at, at);
  balance(core);
  const Eigen::EigenSolver<Matrix> solver(core, false);
  if (solver.info() != Eigen::Success) return values.setConstant(kNaN), values;
  values.head(solver.eigenvalues().size()) = solver.eigenvalues();
  return values;
}

double spectral_radius(const Matrix& M) {
  if (M.rows() == 0) return 0;
  const Eigen::VectorXcd values = eigenvalues(M);
  return values.hasNaN() ? kNaN : values.cwiseAbs().maxCoeff();
}

Modes modes(Matrix M) {
  const Eigen::Index n = M.rows();
  Modes out{Eigen::VectorXcd::Constant(n, kNaN), Matrix::Constant(n, n, kNaN), Vector::Zero(n)};
  if (n == 0 || !M.allFinite()) return out;
  balance(M);
  const Eigen::EigenSolver<Matrix> solver(M);
  if (solver.info() != Eigen::Success) return out;
  out.values = solver.eigenvalues();
  const Eigen::MatrixXcd right = solver.eigenvectors();
  const Eigen::MatrixXcd left = right.partialPivLu().inverse();
  const double rounding = 10 * std::numeric_limits<double>::epsilon() * M.norm();
  for (Eigen::Index i = 0; i < n; ++i) {
    const Vector parts = left.row(i).transpose().cwiseAbs().cwiseProduct(right.col(i).cwiseAbs());
    out.participation.col(i) = parts / parts.sum();
    const double condition = left.row(i).norm() * right.col(i).norm();
    out.uncertainty[i] = rounding * (std::isfinite(condition) ? condition : 1 / std::sqrt(rounding));
  }
  return out;
}

}  // namespace accordo
