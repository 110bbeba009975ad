#include "unit/ode/linear_course.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/index.hpp"
#include "signal/signal.hpp"

namespace accordo {
namespace {

constexpr int kFewPieces = 4, kMostPieces = 32;

/// How fast anything in it goes: the largest |λ|, of large systems a bound.
double fastest(const Matrix& A) {
  constexpr Eigen::Index few = 40;
  if (A.rows() == 0) return 0;
  if (A.rows() > few) return A.cwiseAbs().rowwise().sum().maxCoeff();
  return A.eigenvalues().cwiseAbs().maxCoeff();
}

/// As many pieces as it takes to see what moves; a power of two, so that few lengths are needed. Where
/// nothing moves faster than the step is long, what is left of it bulges in the middle.
int pieces_of(double moves) {
  constexpr double slow = 0.5;
  if (moves <= slow) return 2;
  int pieces = kFewPieces;
  while (pieces < kMostPieces && pieces < moves) pieces *= 2;
  return pieces;
}

/// Of a point in ∫ ds: the rule of Boole, of a function that vanishes at both ends. In the middle of one that
/// bulges as s²(1 − s)² does, 8/15.
double weight_of(int k, int pieces) {
  if (pieces == 2) return 8.0 / 15;
  const double each = 2.0 / (45 * pieces);
  return k % 2 == 1 ? 32 * each : k % 4 == 2 ? 12 * each : 14 * each;
}

/// Per output, how large the terms are that it, or its slope, is the sum of: |M| |(x, u, 1)|.
Matrix sizes_of(const Matrix& of_states, const Matrix& of_inputs, const Vector& constant) {
  Matrix m(constant.size(), of_states.cols() + of_inputs.cols() + 1);
  m << of_states.cwiseAbs(), of_inputs.cwiseAbs(), constant.cwiseAbs();
  return m;
}

/// a ← the coefficients of u on [s, s + share], in its own local time.
void part_of(const double* from, int inputs, int degree, double s, double share, double* a) {
  for (int j = 0; j < inputs; ++j, from += kCoefficients, a += kCoefficients) {
    std::copy_n(from, degree + 1, a);
    for (int k = 0; k < degree; ++k) {  // shifted to s, by synthetic division
      for (int p = degree - 1; p >= k; --p) a[p] += s * a[p + 1];
    }
    double power = 1;
    for (int p = 1; p <= degree; ++p) a[p] *= power *= share;
  }
}

}  // namespace

LinearCourse::LinearCourse(const LinearSystem& system)
    : system_(system),
      rate_(fastest(system.model().A)),
      values_(sizes_of(system.model().C, system.model().D, system.model().g0)),
      slopes_(sizes_of(system.model().C * system.model().A, system.model().C * system.model().B,
                       system.model().C * system.model().f0)),
      start_(index(system.states())),
      a_(index(system.inputs()) * kCoefficients),
      terms_(Vector::Ones(system.states() + system.inputs() + 1)),
      x_(start_),
      next_(start_),
      part_(a_),
      u_(index(system.inputs())),
      du_(u_),
      y_(index(system.outputs())),
      y1_(y_),
      dy1_(y_),
      y2_(y_),
      dy2_(y_) {}

void LinearCourse::begin(const Step& step, const double* x, SignalView u) {
  step_ = step;
  std::copy_n(x, start_.size(), start_.begin());
  std::copy(u.a, u.component(u.size), a_.begin());
  degree_ = u.degree;
}

/// x_ ← the states at s + share of the step, from those at s.
void LinearCourse::move(const Propagator& propagator, double s, double share) {
  part_of(a_.data(), system_.inputs(), degree_, s, share, part_.data());
  propagator.step(x_.data(), {part_.data(), system_.inputs(), degree_}, next_.data());
  x_.swap(next_);
}

void LinearCourse::outputs_at(double s, double* y) {
  SignalView{a_.data(), system_.inputs(), degree_}.values(s, u_.data());
  system_.output(x_.data(), u_.data(), y);
}

void LinearCourse::ends_at(double s, double* y, double* dy) {
  outputs_at(s, y);
  SignalView{a_.data(), system_.inputs(), degree_}.slopes(s, du_.data());
  system_.output_slope(x_.data(), u_.data(), du_.data(), step_.h, dy);
}

void LinearCourse::shapes(const double* x_end, OutputShape* shapes) {
  std::copy_n(x_end, x_.size(), x_.begin());
  ends_at(1, y2_.data(), dy2_.data());
  x_ = start_;
  ends_at(0, y1_.data(), dy1_.data());
  for (std::size_t i = 0; i < y_.size(); ++i)
    shapes[i] = {.y1 = y1_[i], .dy1 = dy1_[i], .y2 = y2_[i], .dy2 = dy2_[i]};
  if (system_.states() > 0) look_along(shapes);  // else as smooth as the inputs are
  find_noise(shapes);
}

void LinearCourse::look_along(OutputShape* shapes) {
  const int pieces = pieces_of(rate_ * step_.h);
  const double share = 1.0 / pieces, h = step_.h * share;
  if (piece_ == nullptr || piece_->h() != h) piece_ = system_.propagator(h);
  for (int k = 1; k < pieces; ++k) {
    const double s = k * share, weight = weight_of(k, pieces);
    move(*piece_, s - share, share);
    outputs_at(s, y_.data());
    for (std::size_t i = 0; i < y_.size(); ++i) {
      const auto a = hermite(y1_[i], dy1_[i], y2_[i], dy2_[i]);
      const double away = y_[i] - (((a[3] * s + a[2]) * s + a[1]) * s + a[0]);
      OutputShape& shape = shapes[i];
      shape.most = std::max(shape.most, std::abs(away));
      shape.m0 += weight * away;
      shape.m1 += weight * s * away;
    }
  }
}

/// Where an output got so little from its cubic that this could be noise: that of the values, and of slopes,
/// in which larger terms may cancel, over the time in which they count.
void LinearCourse::find_noise(OutputShape* shapes) {
  constexpr double ulp = 2 * std::numeric_limits<double>::epsilon();
  constexpr double much = 32, both_slopes = 8.0 / 27;  // of a cubic with such slopes at its ends, at the most
  SignalView{a_.data(), system_.inputs(), degree_}.values(0, u_.data());
  Eigen::Index at = 0;
  for (const std::vector<double>* values : {&start_, &u_}) {
    for (const double v : *values) terms_[at++] = std::abs(v);
  }
  const double lasting = std::min(step_.h / 2, 1 / std::max(rate_, std::numeric_limits<double>::min()));
  for (std::size_t i = 0; i < y_.size(); ++i) {
    const auto row = static_cast<Eigen::Index>(i);
    const double noise = ulp * (values_.row(row).dot(terms_) +
                                (both_slopes * step_.h + lasting) * slopes_.row(row).dot(terms_));
    if (shapes[i].most < much * noise) shapes[i].noise = noise;
  }
}

void LinearCourse::at(double t, double* x, double* y) {
  const double s = (t - step_.t) / step_.h;
  x_ = start_;
  if (system_.states() > 0 && s > 0) move(*system_.propagator(t - step_.t), 0, s);
  if (x != nullptr) std::copy(x_.begin(), x_.end(), x);
  if (y != nullptr) outputs_at(s, y);
}

}  // namespace accordo
