#include "unit/estimated/error_carrier.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/failure.hpp"
#include "base/index.hpp"
#include "integrate/phi.hpp"
#include "signal/signal.hpp"
#include "unit/estimated/operators.hpp"

namespace accordo {
namespace {

// Units are small: products are coefficient by coefficient (lazyProduct), since a call for each costs more.
using Rows = Eigen::Map<Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;
using ConstVector = Eigen::Map<const Vector>;
using OutVector = Eigen::Map<Vector>;

}  // namespace

ErrorCarrier::ErrorCarrier(Unit& unit)
    : unit_(unit),
      states_(unit.info().ports.state_count()),
      inputs_(unit.info().ports.input_count()),
      outputs_(unit.info().ports.output_count()),
      linear_(unit.info().linear && unit.info().can.evaluation),
      e_(Vector::Zero(states_)),
      u_(inputs_),
      du_(inputs_),
      f_(states_),
      moved_(states_),
      made_(Vector::Zero(states_)),
      x_(index(states_)) {}

/// The matrices of a linear unit are the same everywhere.
void ErrorCarrier::look(const Instant& at, const double* u, Place& place) {
  if (states_ > 0) unit_.states(x_.data());
  LinearModel& m = place.model;
  if (linear_ && known_ && m.A.rows() == states_ && m.C.rows() == outputs_) {
    unit_.evaluate(at, x_.data(), u, m.f0.data(), m.g0.data());
  } else {
    unit_.linearize(at, x_.data(), u, m);
    const bool finite = m.A.allFinite() && m.B.allFinite() && m.C.allFinite() && m.D.allFinite();
    if (!finite) throw NonFinite("linearization", at.t);
  }
  if (!m.f0.allFinite() || !m.g0.allFinite()) throw NonFinite("derivative or output", at.t);
  place.u = ConstVector(u, inputs_);
}

double ErrorCarrier::shift(const Instant& at, const double* w, const double* du) {
  return unit_.event_shift(at,
                           {.u = end_.u.data(), .du = du, .f = end_.model.f0.data(), .e = e_.data(), .w = w});
}

/// e += (f after − f before) · shift: for so long the wrong one was followed.
bool ErrorCarrier::restart(const Instant& at, const double* u, double shift, double* e_out,
                           const Point& out) {
  constexpr double same = 1e-9;
  x_before_ = x_;
  f_ = end_.model.f0;
  const Vector e = e_, before = f_;
  start(at, u, out);
  e_ = e;
  const Vector jump = end_.model.f0 - before;
  const Vector size = before.cwiseAbs() + end_.model.f0.cwiseAbs();
  const bool jumps = (jump.cwiseAbs().array() > same * size.array()).any();
  if (x_ != x_before_ || (jumps && !std::isfinite(shift))) return false;
  if (jumps) e_ += shift * jump;
  std::copy_n(e_.data(), states_, e_out);
  give(out);
  return true;
}

void ErrorCarrier::start(const Instant& at, const double* u, const Point& out) {
  e_.setZero();
  look(at, u, end_);
  if (elapsed_ == 0) {
    low_ = high_ = first_ = ConstVector(x_.data(), states_);
    square_ = sum_ = squares_ = size_ = Vector::Zero(states_);
  }
  if (linear_ && !known_) start_ = end_;
  known_ = true;
  same_ = false;
  CB_.noalias() = end_.model.C * end_.model.B;
  give(out);
}

void ErrorCarrier::arrive(const Step& step, SignalView used, const double* u, const Ends& out, double* D) {
  std::swap(start_, end_);
  look(step.end_instant(), u, end_);
  const bool same = linear_ || same_matrices(start_.model, end_.model);
  if (!same || !same_) h_ = 0;
  same_ = same;
  give_outputs(start_, used, 0, step.h, out.y1, out.dy1);
  give_outputs(end_, used, 1, step.h, out.y2, out.dy2);
  Rows(D, outputs_, inputs_) = end_.model.D;
}

/// At an end of the step, s = 0 or 1: under the inputs that were used there.
void ErrorCarrier::give_outputs(const Place& place, SignalView used, double s, double h, double* y,
                                double* dy) {
  const LinearModel& m = place.model;
  used.values(s, u_.data());
  used.slopes(s, du_.data());
  u_ -= place.u;
  OutVector(y, outputs_) = m.g0;
  OutVector(y, outputs_) += m.D.lazyProduct(u_);
  f_ = m.f0;
  f_ += m.B.lazyProduct(u_);
  OutVector slope(dy, outputs_);
  slope = m.C.lazyProduct(f_);
  slope = h * (slope + m.g_t);
  slope += m.D.lazyProduct(du_);
}

/// E and Psi_q B with the means of both ends; what the outputs make of it at the end.
void ErrorCarrier::find_operators(double h) {
  h_ = h;
  const LinearModel &a = start_.model, &b = end_.model;
  const PhiOperators phi = phi_operators(same_ ? b.A : Matrix((a.A + b.A) / 2), h, kDefectCoefficients - 1);
  E_ = phi.E;
  const Matrix B = same_ ? b.B : Matrix((a.B + b.B) / 2);
  for (std::size_t q = 0; q < PsiB_.size(); ++q) PsiB_[q].noalias() = phi.Psi[q] * B;
  FirstB_.setZero(states_, inputs_);
  LastB_ = FirstB_;
  if (!same_ && states_ > 0) follow_change(phi);
  answers_.resize(states_, 2 * inputs_);
  answers_ << 3 * PsiB_[2] - 2 * PsiB_[3] + LastB_, PsiB_[3] - PsiB_[2];
  K_.resize(2 * outputs_, 2 * inputs_);
  K_.topRows(outputs_).noalias() = b.C * answers_;
  K_.topLeftCorner(outputs_, inputs_) += b.D;
  CB_.noalias() = b.C * b.B;
  K_.bottomRows(outputs_).noalias() = h * (b.C * (b.A * answers_));
  K_.bottomLeftCorner(outputs_, inputs_) += h * CB_;
  K_.bottomRightCorner(outputs_, inputs_) += b.D;
}

/// What A(s) - A = (s - 1/2) dA, and likewise of B, adds: along it, e and v = w - d change as lines. Without
/// it a stiff unit would end in the balance A e + B v = 0 of the means instead of that of the end; its slopes
/// there, A(1) e + B(1) v, would be large, and mislead whom it drives.
void ErrorCarrier::follow_change(const PhiOperators& phi) {
  constexpr double least = 0.05;
  const Matrix dA = end_.model.A - start_.model.A, dB = end_.model.B - start_.model.B;
  const Matrix first = 1.5 * phi.Psi[1] - 0.5 * phi.Psi[0] - phi.Psi[2];
  const Matrix last = phi.Psi[2] - 0.5 * phi.Psi[1];
  const Eigen::PartialPivLU<Matrix> lu(Matrix::Identity(states_, states_) - last * dA);
  if (!(std::abs(lu.determinant()) > least)) return;
  E_ = lu.solve(E_ + first * dA);
  for (Matrix& PsiB : PsiB_) PsiB = lu.solve(PsiB);
  FirstB_ = lu.solve(first * dB);
  LastB_ = lu.solve(last * dB);
}

void ErrorCarrier::carry(double h, const double* w1, const double* hw1, const double* defect, double* b,
                         double* K) {
  if (h_ != h) find_operators(h);
  moved_ = E_.lazyProduct(e_);
  made_.setZero();
  double at_end = 0;
  for (int j = 0; j < inputs_; ++j) {
    const auto w = hermite(w1[j], hw1[j], 0, 0);
    const double* d = defect + static_cast<std::ptrdiff_t>(j) * kDefectCoefficients;
    at_end = 0;
    for (std::size_t q = 0; q < PsiB_.size(); ++q) {
      if (q < w.size() && w[q] != 0) moved_ += PsiB_[q].col(j) * w[q];
      if (d[q] != 0) made_ -= PsiB_[q].col(j) * d[q];
      at_end += d[q];
    }
    moved_ += FirstB_.col(j) * w1[j];
    made_ -= FirstB_.col(j) * d[0] + LastB_.col(j) * at_end;
    u_[j] = at_end;
  }
  e_ = moved_ + made_;
  f_ = end_.model.A.lazyProduct(e_);
  f_ -= end_.model.B.lazyProduct(u_);
  OutVector(b, outputs_) = end_.model.C.lazyProduct(e_);
  OutVector(b + outputs_, outputs_) = h * end_.model.C.lazyProduct(f_);
  Rows(K, 2 * outputs_, 2 * inputs_) = K_;
}

void ErrorCarrier::finish(const double* w2, const double* hw2, double* e, const Point& out) {
  if (states_ > 0 && inputs_ > 0) {
    e_ += answers_.leftCols(inputs_).lazyProduct(ConstVector(w2, inputs_));
    e_ += answers_.rightCols(inputs_).lazyProduct(ConstVector(hw2, inputs_));
  }
  std::copy_n(e_.data(), states_, e);
  give(out);
}

/// What the step adds would, at this speed, have made in half of the time all that the error is, or has been
/// on the whole: then it is made, not inherited. Not of a state that has not found its size yet: relative to
/// that any error is large.
double ErrorCarrier::growth(double h, double tolerance) {
  constexpr double half = 0.5;
  elapsed_ += h;
  double most = 0;
  for (int i = 0; i < states_; ++i) {
    square_[i] += h * e_[i] * e_[i];
    if (!has_size(i, h) || tolerance == 0) continue;
    const double is = std::max(std::abs(e_[i]), std::sqrt(square_[i] / elapsed_));
    if (is > half * tolerance * size_[i])
      most = std::max(most, std::abs(made_[i]) / h * elapsed_ / (half * is));
  }
  return most;
}

/// Takes note of a state: half of its range, or how far it is from its mean on the whole, where that is less.
bool ErrorCarrier::has_size(int i, double h) {
  constexpr double grown = 1.01, ulps = 1e6;
  const double x = x_[index(i)], away = x - first_[i], before = size_[i];
  low_[i] = std::min(low_[i], x);
  high_[i] = std::max(high_[i], x);
  sum_[i] += h * away;
  squares_[i] += h * away * away;
  const double mean = sum_[i] / elapsed_;
  size_[i] =
      std::min((high_[i] - low_[i]) / 2, std::sqrt(std::max(0.0, squares_[i] / elapsed_ - mean * mean)));
  const double rounding =
      ulps * std::numeric_limits<double>::epsilon() * std::max(std::abs(low_[i]), std::abs(high_[i]));
  return size_[i] > rounding && size_[i] <= grown * before;
}

void ErrorCarrier::give(const Point& out) {
  const LinearModel& m = end_.model;
  f_ = m.A.lazyProduct(e_);
  OutVector(out.y, outputs_) = m.C.lazyProduct(e_);
  OutVector(out.dy, outputs_) = m.C.lazyProduct(f_);
  Rows(out.D, outputs_, inputs_) = m.D;
  Rows(out.CB, outputs_, inputs_) = CB_;
  for (int i = 0; i < outputs_; ++i) {
    double sum = 0;
    for (int k = 0; k < states_; ++k) sum += std::abs(m.C(i, k) * x_[index(k)]);
    for (int j = 0; j < inputs_; ++j) sum += std::abs(m.D(i, j) * end_.u[j]);
    out.rounding[i] = std::numeric_limits<double>::epsilon() * sum;
  }
}

}  // namespace accordo
