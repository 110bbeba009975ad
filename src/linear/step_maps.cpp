#include "linear/step_maps.hpp"

#include <Eigen/LU>

#include "integrate/phi.hpp"

namespace accordo {
namespace {

/// The place of each unit in the sequence.
std::vector<int> places(std::span<const int> sequence) {
  std::vector<int> place(sequence.size());
  for (std::size_t i = 0; i < sequence.size(); ++i) place[index(sequence[i])] = static_cast<int>(i);
  return place;
}

/// The part of M that a sweep has renewed already when it gets there: the input of a row comes from a unit
/// that steps after the one from which the input of the column comes.
Matrix renewed(const Matrix& M, const Wiring& wiring, std::span<const int> sequence) {
  const std::vector<int> place = places(sequence);
  Matrix part = Matrix::Zero(M.rows(), M.cols());
  for (const Link& to : wiring.links) {
    for (const Link& from : wiring.links) {
      const auto unit = [&](const Link& l) { return index(wiring.unit_of_output[index(l.output)]); };
      if (place[unit(from)] < place[unit(to)]) part(to.input, from.input) = M(to.input, from.input);
    }
  }
  return part;
}

/// Coefficients of the polynomials of inputs, each linear in what a step starts from.
using Polynomials = std::vector<Matrix>;

/// Through the latest values u[0], u[1], …, which are h apart.
Polynomials extrapolated(const std::vector<Matrix>& u, int order) {
  if (order == 0) return {u[0]};
  const Matrix d1 = u[0] - u[1];
  if (order == 1) return {u[0], d1};
  const Matrix c = d1 - (u[0] - u[2]) / 2;
  return {u[0], d1 + c, c};
}

/// Likewise, but for one input that is known at the end too, and not at the earliest point.
void interpolate(const std::vector<Matrix>& u, int order, int input, const Eigen::RowVectorXd& end,
                 Polynomials& a) {
  const auto at = [&](std::size_t back) { return u[back].row(input); };
  if (order == 0) {
    a[0].row(input) = end;
    return;
  }
  const Eigen::RowVectorXd d = end - at(0);
  a[0].row(input) = at(0);
  if (order == 1) {
    a[1].row(input) = d;
    return;
  }
  const Eigen::RowVectorXd d1 = at(0) - at(1), c = (d - d1) / 2;
  a[1].row(input) = d1 + c;
  a[2].row(input) = c;
}

/// A step of an explicit method, made of everything that it may start from at once: each column of x and u
/// belongs to one coordinate of what is remembered, states first, then inputs as far back as the polynomials
/// go. The latest inputs follow from the states, but for outputs that are late.
class ExplicitStep {
 public:
  ExplicitStep(const StepOperators& step, int order)
      : step_(step),
        s_(step.system()),
        layout_(s_.layout()),
        order_(order),
        late_(!s_.late().isZero(0)),
        remembered_(late_ ? order + 1 : order) {
    const int n = layout_.states(), m = layout_.inputs(), size = n + remembered_ * m;
    x_.setIdentity(n, size);
    if (!late_) u_.push_back(s_.inputs_by_states() * x_);
    for (int back = 0; back < remembered_; ++back) {
      u_.emplace_back(Matrix::Zero(m, size));
      u_.back().middleCols(n + back * m, m).setIdentity();
    }
    a_ = extrapolated(u_, order);
    x_end_.setZero(n, size);
    y_end_.setZero(layout_.outputs(), size);
    u_end_.setZero(m, size);
  }

  Matrix matrix(std::span<const int> sequence) {
    std::vector<bool> done(index(layout_.units()));
    for (const int k : sequence) {
      take_known(k, done);
      step_unit(k);
      done[index(k)] = true;
    }
    for (int k = 0; k < layout_.units(); ++k) {
      if (!done[index(k)]) step_unit(k);
    }
    return remembered_next();
  }

 private:
  /// What units before it have reached.
  void take_known(int k, const std::vector<bool>& done) {
    for (const Link& link : s_.wiring().links) {
      const bool known = done[index(s_.wiring().unit_of_output[index(link.output)])];
      if (known && s_.wiring().unit_of_input[index(link.input)] == k)
        interpolate(u_, order_, link.input, link.gain * y_end_.row(link.output), a_);
    }
  }

  void step_unit(int k) {
    const int x = layout_.first_state(k), nx = layout_.state_count(k), u = layout_.first_input(k),
              nu = layout_.input_count(k), y = layout_.first_output(k), ny = layout_.output_count(k);
    x_end_.middleRows(x, nx) = step_.E().block(x, x, nx, nx) * x_.middleRows(x, nx);
    for (std::size_t q = 0; q < a_.size(); ++q) {
      x_end_.middleRows(x, nx) += step_.PsiB(q).block(x, u, nx, nu) * a_[q].middleRows(u, nu);
      u_end_.middleRows(u, nu) += a_[q].middleRows(u, nu);
    }
    y_end_.middleRows(y, ny) = s_.C().block(y, x, ny, nx) * x_end_.middleRows(x, nx) +
                               s_.D().block(y, u, ny, nu) * u_end_.middleRows(u, nu);
  }

  Matrix remembered_next() {
    const int n = layout_.states(), m = layout_.inputs();
    Matrix M(x_.cols(), x_.cols());
    M.topRows(n) = x_end_;
    if (late_) {
      const Matrix at_once = s_.links() * (s_.D() - s_.late());
      u_.insert(u_.begin(), (Matrix::Identity(m, m) - at_once)
                                .partialPivLu()
                                .solve(s_.links() * (s_.C() * x_end_ + s_.late() * u_end_)));
    }
    for (int back = 0; back < remembered_; ++back) M.middleRows(n + back * m, m) = u_[index(back)];
    return M;
  }

  const StepOperators& step_;
  const CoupledLinear& s_;
  const Layout& layout_;
  int order_;
  bool late_;
  int remembered_;
  Matrix x_;
  std::vector<Matrix> u_;  ///< the latest first
  Polynomials a_;
  Matrix x_end_, y_end_, u_end_;
};

}  // namespace

StepOperators::StepOperators(const CoupledLinear& system, double h) : system_(system), h_(h) {
  const Layout& layout = system.layout();
  const int n = layout.states(), m = layout.inputs();
  E_ = A_ = Matrix::Zero(n, n);
  for (Matrix& PsiB : PsiB_) PsiB = Matrix::Zero(n, m);
  for (int k = 0; k < layout.units(); ++k) {
    const LinearModel& unit = system.parts()[index(k)].model;
    const int x = layout.first_state(k), nx = layout.state_count(k);
    const PhiOperators phi = phi_operators(unit.A, h, static_cast<int>(PsiB_.size()) - 1);
    E_.block(x, x, nx, nx) = phi.E;
    A_.block(x, x, nx, nx) = unit.A;
    for (std::size_t q = 0; q < PsiB_.size(); ++q)
      PsiB_[q].block(x, layout.first_input(k), nx, layout.input_count(k)) = phi.Psi[q] * unit.B;
  }
}

Matrix cubic_response(const StepOperators& step) {
  const CoupledLinear& s = step.system();
  const int m = s.layout().inputs(), p = s.layout().outputs();
  // e_v = 3s² − 2s³, e_w = s³ − s²
  const Matrix by_value = 3 * step.PsiB(2) - 2 * step.PsiB(3), by_slope = step.PsiB(3) - step.PsiB(2);
  const Matrix hCA = step.h() * s.C() * step.A();
  Matrix K(2 * p, 2 * m);
  K << s.C() * by_value + s.D(), s.C() * by_slope,  //
      hCA * by_value + step.h() * s.C() * s.B(), hCA * by_slope + s.D();
  for (int k = 0; k < s.layout().units(); ++k) {
    if (s.parts()[index(k)].slopes) continue;  // differences over the step in their place
    const int y = s.layout().first_output(k), count = s.layout().output_count(k);
    K.middleRows(p + y, count) = K.middleRows(y, count).eval();
  }
  return K;
}

Matrix iteration_matrix(const StepOperators& step, InputShape shape, std::span<const int> sequence) {
  const CoupledLinear& s = step.system();
  if (shape == InputShape::cubic) {
    const Matrix K = cubic_response(step);
    const int p = s.layout().outputs(), m = s.layout().inputs();
    Matrix M(2 * m, 2 * m);
    M << s.links() * K.topRows(p), s.links() * K.bottomRows(p);
    return M;
  }
  const Matrix& PsiB = step.PsiB(static_cast<std::size_t>(shape));
  Matrix M = s.links() * (s.C() * PsiB + s.D());
  if (sequence.empty()) return M;
  const Matrix now = renewed(M, s.wiring(), sequence);
  return (Matrix::Identity(M.rows(), M.cols()) - now).partialPivLu().solve(M - now);
}

Matrix explicit_step(const StepOperators& step, int order, std::span<const int> sequence) {
  return ExplicitStep(step, order).matrix(sequence);
}

Matrix implicit_step(const StepOperators& step) {
  const CoupledLinear& s = step.system();
  const int n = s.layout().states(), m = s.layout().inputs(), p = s.layout().outputs();
  const Matrix& L = s.links();
  // From states x and scaled slopes w1, with v1 as the states ask for: what ends do without v2, w2.
  const Matrix by_v1 = step.PsiB(0) - 3 * step.PsiB(2) + 2 * step.PsiB(3),
               by_w1 = step.PsiB(1) - 2 * step.PsiB(2) + step.PsiB(3);
  Matrix x_end(n, n + m);
  x_end << step.E() + by_v1 * s.inputs_by_states(), by_w1;
  Matrix start(2 * p, n + m);
  start << s.C() * x_end, step.h() * s.C() * step.A() * x_end;
  for (int k = 0; k < s.layout().units();
       ++k) {  // differences over the step, from where outputs are at its start
    if (s.parts()[index(k)].slopes) continue;
    const int y = s.layout().first_output(k), count = s.layout().output_count(k);
    start.middleRows(p + y, count) = start.middleRows(y, count).eval();
    start.block(p + y, 0, count, n) -=
        s.C().middleRows(y, count) + s.D().middleRows(y, count) * s.inputs_by_states();
  }
  const Matrix ring = Matrix::Identity(2 * m, 2 * m) - iteration_matrix(step, InputShape::cubic);
  Matrix asked(2 * m, n + m);
  asked << L * start.topRows(p), L * start.bottomRows(p);
  const Matrix z = ring.partialPivLu().solve(asked);
  Matrix M(n + m, n + m);
  M.topRows(n) = x_end + (3 * step.PsiB(2) - 2 * step.PsiB(3)) * z.topRows(m) +
                 (step.PsiB(3) - step.PsiB(2)) * z.bottomRows(m);
  M.bottomRows(m) = z.bottomRows(m);
  return M;
}

}  // namespace accordo
