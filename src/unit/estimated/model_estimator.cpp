#include "unit/estimated/model_estimator.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "base/failure.hpp"
#include "base/index.hpp"
#include "unit/estimated/columns.hpp"
#include "unit/estimated/shared_operators.hpp"
#include "unit/estimated/stehfest.hpp"

namespace accordo {
namespace {

/// Hermite coefficients of an input that ends in 0 with slope 0; w NaN: of the parabola without a slope at
/// the start.
std::array<double, 4> from_start(double v, double w) {
  return std::isnan(w) ? std::array<double, 4>{v, -2 * v, v, 0} : hermite(v, w, 0, 0);
}

}  // namespace

ModelEstimator::ModelEstimator(Unit& unit, const EstimatorKnobs& knobs, const double& t, double* x)
    : knobs_(knobs),
      states_(unit.info().ports.state_count()),
      inputs_(unit.info().ports.input_count()),
      outputs_(unit.info().ports.output_count()),
      linear_(unit.info().linear),
      evaluates_(unit.info().can.evaluation),
      unit_(unit, knobs.refresh, x),
      t_(t),
      missed_(states_, outputs_),
      other_(states_, outputs_),
      no_slope_(index(inputs_)),
      x_end_(states_),
      u_end_(inputs_),
      load_(states_),
      answer_(2 * outputs_) {}

void ModelEstimator::observe_point(const Instant& at, const double* u, const double* du) {
  missed_h_ = 0;
  unit_.observe_point(at, u, du);
}

const std::shared_ptr<const Operators>& ModelEstimator::operators(double h) {
  if (recent_version_ != unit_.version()) {
    recent_.fill(nullptr);
    recent_version_ = unit_.version();
  }
  const bool states = corrects_ && !linear_;
  const bool exact = knobs_.operators == EstimatorKnobs::Operators::exact;
  for (const auto& known : recent_) {
    if (known != nullptr && known->h == h && (!states || !known->phi.Psi.empty())) return known;
  }
  const OperatorKnobs wanted{.states = states, .stehfest_order = exact ? 0 : knobs_.stehfest_order};
  FoundOperators found = shared_operators(unit_.model(), h, wanted);
  if (found.computed) ++operator_updates_;
  const Operators& op = *found.operators;
  if (!op.G.allFinite() || !op.P.allFinite() || !op.R.allFinite()) {
    throw NonFinite("exponential of the linearization", t_);
  }
  auto& slot = recent_[oldest_];
  slot = std::move(found.operators);
  oldest_ = (oldest_ + 1) % recent_.size();
  return slot;
}

const Missed& ModelEstimator::missed(double h) {
  if (missed_h_ == h) return missed_;
  unit_.missed(knobs_.history, h, false, missed_);
  missed_h_ = h;
  corrected_ = false;
  return missed_;
}

/// K is another one where an input changes between cubic and parabola.
void ModelEstimator::see_start(const double* hw1) {
  bool changed = false;
  for (int j = 0; j < inputs_; ++j) {
    const char none = std::isnan(hw1[j]) ? 1 : 0;
    changed = changed || none != no_slope_[index(j)];
    no_slope_[index(j)] = none;
  }
  if (changed) ++start_changes_;
}

/// b ← P x_N + K₁ (v1, h w1)
void ModelEstimator::set_start(const Operators& op, const double* v1, const double* hw1, double* b) {
  const int rows = 2 * outputs_;
  std::fill_n(b, rows, 0.0);
  add_columns(rows, op.P.data(), states_, unit_.states(), b);
  const double* G = op.G.data();
  for (int j = 0; j < inputs_; ++j, G += static_cast<std::ptrdiff_t>(rows) * kCoefficients) {
    add_columns(rows, G, kCoefficients, from_start(v1[j], hw1[j]).data(), b);
  }
}

void ModelEstimator::add_missed(const Operators& op, const Missed& missed, double* b) const {
  for (int i = 0; i < 2 * outputs_; ++i) b[i] += missed.c[i];
  add_columns(2 * outputs_, op.R.data(), (missed.degree + 1) * states_, missed.phi.data(), b);
}

void ModelEstimator::interface_matrix(const Operators& op, double* K) const {
  for (int i = 0; i < 2 * outputs_; ++i, K += 2 * static_cast<std::ptrdiff_t>(inputs_)) {
    for (int j = 0; j < inputs_; ++j) {
      const auto G = [&](int p) { return op.G(i, kCoefficients * j + p); };
      if (no_slope_[index(j)] != 0) {
        K[j] = 2 * G(1) - G(2);
        K[inputs_ + j] = G(2) - G(1);
      } else {
        K[j] = 3 * G(2) - 2 * G(3);
        K[inputs_ + j] = G(3) - G(2);
      }
    }
  }
}

void ModelEstimator::affine(double h, const double* v1, const double* hw1, double* K, double* b,
                            double* b_low) {
  const Operators& op = *operators(h);
  see_start(hw1);
  if (corrected_) missed_h_ = 0;
  if (K != nullptr) interface_matrix(op, K);
  set_start(op, v1, hw1, b);
  if (b_low != nullptr) {
    std::copy_n(b, 2 * outputs_, b_low);
    unit_.missed(knobs_.history, h, true, other_);
    add_missed(op, other_, b_low);
  }
  add_missed(op, missed(h), b);
}

/// x_end_ ← E x_N + Σ_p Psi_p (B a_p + φ_p)
void ModelEstimator::predict_states(const Operators& op, SignalView u) {
  const Matrix& B = unit_.model().B;
  x_end_.setZero();
  add_columns(states_, op.phi.E.data(), states_, unit_.states(), x_end_.data());
  for (int p = 0; p <= std::max(u.degree, missed_.degree); ++p) {
    load_.setZero();
    if (p <= missed_.degree) load_ = missed_.phi.segment(Eigen::Index{p} * states_, states_);
    for (int j = 0; j < inputs_ && p <= u.degree; ++j) load_ += B.col(j) * u.component(j)[p];
    add_columns(states_, op.phi.Psi[index(p)].data(), states_, load_.data(), x_end_.data());
  }
}

void ModelEstimator::correct(const Step& step, SignalView u, const double* v1, const double* hw1, double* b) {
  if (!evaluates_) throw std::logic_error("a unit without evaluation has no corrector");
  corrects_ = true;
  const Operators& op = *operators(step.h);
  missed(step.h);
  if (!linear_) {
    predict_states(op, u);
    u.values(1.0, u_end_.data());
  }
  unit_.missed_between(step.end_instant(), step.h, x_end_.data(), u_end_.data(), missed_);
  corrected_ = true;
  set_start(op, v1, hw1, b);
  add_missed(op, missed_, b);
}

void ModelEstimator::estimate(double h, SignalView u, double* y, double* dy) {
  const Operators& op = *operators(h);
  const int rows = 2 * outputs_;
  answer_.setZero();
  add_columns(rows, op.P.data(), states_, unit_.states(), answer_.data());
  const double* G = op.G.data();
  for (int j = 0; j < inputs_; ++j, G += static_cast<std::ptrdiff_t>(rows) * kCoefficients) {
    add_columns(rows, G, u.degree + 1, u.component(j), answer_.data());
  }
  add_missed(op, missed(h), answer_.data());
  std::copy_n(answer_.data(), outputs_, y);
  if (dy != nullptr) std::copy_n(answer_.data() + outputs_, outputs_, dy);
}

std::shared_ptr<const Operators> ModelEstimator::constant(double h, double* c) {
  const auto& op = operators(h);
  std::fill_n(c, 2 * outputs_, 0.0);
  add_missed(*op, missed(h), c);
  return op;
}

}  // namespace accordo
