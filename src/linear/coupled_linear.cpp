#include "linear/coupled_linear.hpp"

#include <Eigen/LU>

namespace accordo {
namespace {

/// M⁻¹, rows and columns brought to a like size first: units of measurement must not look singular. Empty
/// where there is none.
Matrix inverse(const Matrix& M) {
  constexpr double least = 1e-14;
  const Vector rows = M.cwiseAbs().rowwise().maxCoeff().cwiseInverse();
  const Matrix scaled = rows.asDiagonal() * M;
  const Vector columns = scaled.cwiseAbs().colwise().maxCoeff().transpose().cwiseInverse();
  const Eigen::PartialPivLU<Matrix> lu(scaled * columns.asDiagonal());
  if (!lu.matrixLU().allFinite() || lu.matrixLU().diagonal().cwiseAbs().minCoeff() <= least) return {};
  return columns.asDiagonal() * lu.inverse() * rows.asDiagonal();
}

}  // namespace

CoupledLinear::CoupledLinear(const Wiring& wiring, std::vector<LinearPart> parts)
    : wiring_(wiring), parts_(std::move(parts)) {
  const int n = layout().states(), m = layout().inputs(), p = layout().outputs();
  A_ = Matrix::Zero(n, n);
  B_ = Matrix::Zero(n, m);
  C_ = Matrix::Zero(p, n);
  D_ = Matrix::Zero(p, m);
  L_ = Matrix::Zero(m, p);
  for (int k = 0; k < layout().units(); ++k) {
    const LinearModel& unit = parts_[index(k)].model;
    const int x = layout().first_state(k), u = layout().first_input(k), y = layout().first_output(k);
    A_.block(x, x, unit.A.rows(), unit.A.cols()) = unit.A;
    B_.block(x, u, unit.B.rows(), unit.B.cols()) = unit.B;
    C_.block(y, x, unit.C.rows(), unit.C.cols()) = unit.C;
    D_.block(y, u, unit.D.rows(), unit.D.cols()) = unit.D;
  }
  late_ = D_;
  for (int k = 0; k < layout().units(); ++k) {
    if (parts_[index(k)].reevaluation)
      late_.middleRows(layout().first_output(k), layout().output_count(k)).setZero();
  }
  for (const Link& link : wiring_.links) L_(link.input, link.output) = link.gain;
  const Matrix LD = L_ * D_;
  U_w_ = Matrix::Identity(m, m);
  if (!LD.isZero(0)) U_w_ = inverse(Matrix::Identity(m, m) - LD);
  sound_ = U_w_.rows() == m;
  if (!sound_) return;
  U_x_ = U_w_ * (L_ * C_);
  A_ += B_ * U_x_;
}

}  // namespace accordo
