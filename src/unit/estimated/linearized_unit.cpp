#include "unit/estimated/linearized_unit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "base/failure.hpp"
#include "base/index.hpp"
#include "unit/estimated/columns.hpp"

namespace accordo {
namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

}  // namespace

LinearizedUnit::LinearizedUnit(Unit& unit, double refresh, double* x)
    : unit_(unit),
      refresh_(refresh),
      states_(unit.info().ports.state_count()),
      inputs_(unit.info().ports.input_count()),
      outputs_(unit.info().ports.output_count()),
      linear_(unit.info().linear),
      points_(linear_ ? 0 : states_, linear_ ? 0 : inputs_, linear_ ? 0 : outputs_),
      own_x_(linear_ && x == nullptr ? states_ : 0),
      x_(x == nullptr ? own_x_.data() : x),
      phi_(states_),
      c_(outputs_),
      move_(std::max(states_, outputs_)),
      size_(std::max(states_, outputs_)) {}

void LinearizedUnit::observe_point(const Instant& at, const double* u, const double* du) {
  if (linear_) return observe_linear(at);
  points_.open(at.t);
  unit_.states(points_.x(0));
  std::copy_n(u, inputs_, points_.u(0));
  // An unknown slope counts as 0 for the outputs it does not reach; the others are hidden.
  std::transform(du, du + inputs_, points_.du(0),
                 [](double slope) { return std::isnan(slope) ? 0.0 : slope; });

  const bool always = points_.count() == 1 || version_ == 0 || refresh_ <= 0;
  // Without `evaluation`, f and g come with the linearization only; its matrices need not be adopted.
  bool linearized = always || !unit_.info().can.evaluation;
  if (linearized) {
    linearize(at, points_.x(0), points_.u(0));
    take_linearization(du);
  } else {
    unit_.evaluate(at, points_.x(0), points_.u(0), points_.f(0), points_.y(0));
  }
  check_finite(points_.f(0), points_.y(0), at.t);
  if (!always && !moved()) {
    if (!linearized) take_slopes(at, du);
    points_.express(model_, 0);
    return;
  }
  if (!linearized) {
    linearize(at, points_.x(0), points_.u(0));
    take_linearization(du);
  }
  adopt();
}

/// One linearization at the origin gives the constant terms exactly, and no point needs to be evaluated.
void LinearizedUnit::observe_linear(const Instant& at) {
  if (version_ == 0) {
    const Vector origin = Vector::Zero(std::max(states_, inputs_));
    linearize(at, origin.data(), origin.data());
    std::swap(model_, fresh_);
    fresh_ = {};
    phi_ = model_.f0;
    c_ = model_.g0;
    version_ = 1;
  }
  unit_.states(x_);
}

void LinearizedUnit::linearize(const Instant& at, const double* x, const double* u) {
  unit_.linearize(at, x, u, fresh_);
  ++linearizations_;
  check_dimensions();
  const bool finite =
      fresh_.A.allFinite() && fresh_.B.allFinite() && fresh_.C.allFinite() && fresh_.D.allFinite();
  if (!finite) throw NonFinite("linearization", at.t);
}

/// Everything here is laid out for the numbers that the unit named before the run.
void LinearizedUnit::check_dimensions() const {
  const auto is = [](const Matrix& M, int rows, int columns) {
    return M.rows() == rows && M.cols() == columns;
  };
  if (is(fresh_.A, states_, states_) && is(fresh_.B, states_, inputs_) && is(fresh_.C, outputs_, states_) &&
      is(fresh_.D, outputs_, inputs_) && fresh_.f0.size() == states_ && fresh_.g0.size() == outputs_)
    return;
  throw UnitFailure("its linearization has " + std::to_string(fresh_.A.rows()) + " states and " +
                    std::to_string(fresh_.C.rows()) + " outputs instead of " + std::to_string(states_) +
                    " and " + std::to_string(outputs_) + ": their number cannot change during a run");
}

/// f, y and y' = g_t + C f + D u' at the latest point. Units that do not know g_t say NaN, or nothing.
void LinearizedUnit::take_linearization(const double* du) {
  std::copy_n(fresh_.f0.data(), states_, points_.f(0));
  std::copy_n(fresh_.g0.data(), outputs_, points_.y(0));
  double* dy = points_.dy(0);
  if (fresh_.g_t.size() != outputs_) {
    std::fill_n(dy, outputs_, unknown);
    return;
  }
  std::copy_n(fresh_.g_t.data(), outputs_, dy);
  add_columns(outputs_, fresh_.C.data(), states_, points_.f(0), dy);
  add_columns(outputs_, fresh_.D.data(), inputs_, points_.du(0), dy);
  hide_unknown_slopes(du);
}

/// y' at the latest point from the unit itself, which knows C and D there.
void LinearizedUnit::take_slopes(const Instant& at, const double* du) {
  const Capabilities& can = unit_.info().can;
  if (!can.slopes || !can.reevaluation) {
    std::fill_n(points_.dy(0), outputs_, unknown);
    return;
  }
  unit_.outputs(at, points_.u(0), points_.du(0), points_.y(0), points_.dy(0));
  hide_unknown_slopes(du);
}

void LinearizedUnit::hide_unknown_slopes(const double* du) {
  const auto& reached_by = unit_.info().feed_through;
  for (int i = 0; i < outputs_; ++i) {
    for (const int j : reached_by[index(i)]) {
      if (std::isnan(du[j])) points_.dy(0)[i] = unknown;
    }
  }
}

bool LinearizedUnit::moved() {
  return moved(points_.f(0), points_.f(1), model_.A, model_.B) ||
         moved(points_.y(0), points_.y(1), model_.C, model_.D);
}

/// Whether a component moved since the point before otherwise than the matrices say, by more than `refresh`
/// of its size. Where it is a small difference of large terms, rounding must not count.
bool LinearizedUnit::moved(const double* now, const double* before, const Matrix& by_states,
                           const Matrix& by_inputs) {
  constexpr double negligible = 1e-8;
  const auto rows = by_states.rows();
  auto move = move_.head(rows);
  auto size = size_.head(rows);
  for (Eigen::Index i = 0; i < rows; ++i) move[i] = now[i] - before[i];
  size.setZero();
  const auto leave_out = [&](const Matrix& M, const double* z, const double* z_before) {
    for (Eigen::Index k = 0; k < M.cols(); ++k) {
      move -= M.col(k) * (z[k] - z_before[k]);
      size += M.col(k).cwiseAbs() * std::abs(z[k]);
    }
  };
  leave_out(by_states, points_.x(0), points_.x(1));
  leave_out(by_inputs, points_.u(0), points_.u(1));
  for (Eigen::Index i = 0; i < rows; ++i) {
    const double scale = std::abs(now[i]) + std::abs(before[i]) + negligible * size[i];
    if (std::abs(move[i]) > refresh_ * scale) return true;
  }
  return false;
}

void LinearizedUnit::adopt() {
  if (version_ > 0 && same_matrices(model_, fresh_)) return points_.express(model_, 0);
  std::swap(model_, fresh_);
  ++version_;
  for (int j = 0; j < points_.count(); ++j) points_.express(model_, j);
}

void LinearizedUnit::check_finite(const double* f, const double* g, double t) const {
  const Ports& ports = unit_.info().ports;
  for (int i = 0; i < states_; ++i) {
    if (!std::isfinite(f[i])) throw NonFinite("derivative of state '" + ports.states[index(i)] + "'", t);
  }
  for (int i = 0; i < outputs_; ++i) {
    if (!std::isfinite(g[i])) throw NonFinite("output '" + ports.outputs[index(i)] + "'", t);
  }
}

void LinearizedUnit::missed(EstimatorKnobs::ModelDefect kind, double h, bool otherwise, Missed& out) const {
  if (!linear_) {
    return otherwise ? points_.predict_otherwise(kind, h, out) : points_.predict(kind, h, out);
  }
  out.degree = kind == EstimatorKnobs::ModelDefect::hold && !otherwise ? -1 : 0;
  out.phi.head(states_) = phi_;
  out.c.head(outputs_) = c_;
  out.c.tail(outputs_).setZero();
}

void LinearizedUnit::missed_between(const Instant& end, double h, const double* x, const double* u,
                                    Missed& out) {
  if (linear_) return missed(EstimatorKnobs::ModelDefect::full, h, false, out);
  unit_.evaluate(end, x, u, phi_.data(), c_.data());
  check_finite(phi_.data(), c_.data(), end.t);
  subtract_product(model_.A, x, phi_.data());
  subtract_product(model_.B, u, phi_.data());
  subtract_product(model_.C, x, c_.data());
  subtract_product(model_.D, u, c_.data());
  points_.interpolate(h, phi_.data(), c_.data(), out);
}

}  // namespace accordo
