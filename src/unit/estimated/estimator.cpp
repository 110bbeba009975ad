// The linear model of a unit (linearized_unit) put through a macro-step by its operators (operators,
// stehfest):
//   (y, h y') = G a + P x_N + R φ + (c(1), c'(1)),
// eqs. (9)-(14) of the MISSILES paper, with φ and c as polynomials instead of constants.
#include "unit/estimated/estimator.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "base/index.hpp"
#include "unit/estimated/columns.hpp"
#include "unit/estimated/linearized_unit.hpp"
#include "unit/estimated/shared_operators.hpp"
#include "unit/estimated/stehfest.hpp"
#include "unit/failure.hpp"

namespace accordo {
namespace {

/// Hermite coefficients of an input that ends in 0 with slope 0; w NaN: of the parabola without a slope at
/// the start.
std::array<double, 4> from_start(double v, double w) {
  return std::isnan(w) ? std::array<double, 4>{v, -2 * v, v, 0} : hermite(v, w, 0, 0);
}

}  // namespace

class Estimator::Work {
 public:
  /// x: where the states of a linear unit are kept; null: here.
  Work(Unit& unit, const EstimatorKnobs& knobs, const double& t, double* x);

  void forget() { unit_.forget(); }
  void note(const Instant& at, const double* u, const double* du);
  void affine(double h, const double* v1, const double* hw1, double* K, double* b, double* b_low);
  void correct(const Step& step, SignalView u, const double* v1, const double* hw1, double* b);
  void estimate(double h, SignalView u, double* y, double* dy);
  /// c ← the part of the answer of a linear unit that depends on neither states nor inputs.
  std::shared_ptr<const Operators> constant(double h, double* c);
  long long version() const { return unit_.version() + start_changes_; }
  long long linearizations() const { return unit_.linearizations(); }
  long long operator_updates() const { return operator_updates_; }

 private:
  const std::shared_ptr<const Operators>& operators(double h);
  void see_start(const double* hw1);
  const Missed& missed(double h);
  void set_start(const Operators& op, const double* v1, const double* hw1, double* b);
  void add_missed(const Operators& op, const Missed& missed, double* b) const;
  void interface_matrix(const Operators& op, double* K) const;
  void predict_states(const Operators& op, SignalView u);

  EstimatorKnobs knobs_;
  int states_, inputs_, outputs_;
  bool linear_, evaluates_;
  bool corrects_ = false;  ///< correct() was called: operators for the states are wanted from now on
  LinearizedUnit unit_;
  const double& t_;  ///< of the latest point

  // The operators of the latest step lengths: a step control tries several.
  std::array<std::shared_ptr<const Operators>, 4> recent_;
  std::size_t oldest_ = 0;
  long long recent_version_ = 0, operator_updates_ = 0;

  Missed missed_, other_;  ///< on a step of missed_h_
  double missed_h_ = 0;    ///< 0: none computed
  bool corrected_ = false;
  std::vector<char> no_slope_;  ///< per input: a parabola, for want of its slope at the start
  long long start_changes_ = 0;
  Vector x_end_, u_end_, load_, answer_;
};

Estimator::Work::Work(Unit& unit, const EstimatorKnobs& knobs, const double& t, double* x)
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
      answer_(2 * outputs_) {
  const Capabilities& can = unit.info().can;
  if (!can.states || !can.linearization) {
    throw std::logic_error("unit '" + unit.info().name +
                           "' cannot be estimated without states and linearization");
  }
  if (knobs.operators == EstimatorKnobs::Operators::stehfest)
    stehfest_weights(knobs.stehfest_order);  // throws
}

void Estimator::Work::note(const Instant& at, const double* u, const double* du) {
  missed_h_ = 0;
  unit_.note(at, u, du);
}

const std::shared_ptr<const Operators>& Estimator::Work::operators(double h) {
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

const Missed& Estimator::Work::missed(double h) {
  if (missed_h_ == h) return missed_;
  unit_.missed(knobs_.history, h, false, missed_);
  missed_h_ = h;
  corrected_ = false;
  return missed_;
}

/// K is another one where an input changes between cubic and parabola.
void Estimator::Work::see_start(const double* hw1) {
  bool changed = false;
  for (int j = 0; j < inputs_; ++j) {
    const char none = std::isnan(hw1[j]) ? 1 : 0;
    changed = changed || none != no_slope_[index(j)];
    no_slope_[index(j)] = none;
  }
  if (changed) ++start_changes_;
}

/// b ← P x_N + K₁ (v1, h w1)
void Estimator::Work::set_start(const Operators& op, const double* v1, const double* hw1, double* b) {
  const int rows = 2 * outputs_;
  std::fill_n(b, rows, 0.0);
  add_columns(rows, op.P.data(), states_, unit_.states(), b);
  const double* G = op.G.data();
  for (int j = 0; j < inputs_; ++j, G += static_cast<std::ptrdiff_t>(rows) * kCoefficients) {
    add_columns(rows, G, kCoefficients, from_start(v1[j], hw1[j]).data(), b);
  }
}

void Estimator::Work::add_missed(const Operators& op, const Missed& missed, double* b) const {
  for (int i = 0; i < 2 * outputs_; ++i) b[i] += missed.c[i];
  add_columns(2 * outputs_, op.R.data(), (missed.degree + 1) * states_, missed.phi.data(), b);
}

void Estimator::Work::interface_matrix(const Operators& op, double* K) const {
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

void Estimator::Work::affine(double h, const double* v1, const double* hw1, double* K, double* b,
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
void Estimator::Work::predict_states(const Operators& op, SignalView u) {
  const Matrix& B = unit_.model().B;
  x_end_.setZero();
  add_columns(states_, op.phi.E.data(), states_, unit_.states(), x_end_.data());
  for (int p = 0; p <= std::max(u.degree, missed_.degree); ++p) {
    load_.setZero();
    if (p <= missed_.degree) load_ = missed_.phi.segment(p * states_, states_);
    for (int j = 0; j < inputs_ && p <= u.degree; ++j) load_ += B.col(j) * u.component(j)[p];
    add_columns(states_, op.phi.Psi[index(p)].data(), states_, load_.data(), x_end_.data());
  }
}

void Estimator::Work::correct(const Step& step, SignalView u, const double* v1, const double* hw1,
                              double* b) {
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

void Estimator::Work::estimate(double h, SignalView u, double* y, double* dy) {
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

std::shared_ptr<const Operators> Estimator::Work::constant(double h, double* c) {
  const auto& op = operators(h);
  std::fill_n(c, 2 * outputs_, 0.0);
  add_missed(*op, missed(h), c);
  return op;
}

// What a linear unit's corrector takes for missed is what its history says, but for `hold`.
Estimator::Front::Front(const Unit& unit, const EstimatorKnobs& knobs)
    : states(unit.info().ports.state_count()),
      inputs(unit.info().ports.input_count()),
      outputs(unit.info().ports.output_count()),
      serves(unit.info().linear && knobs.history != EstimatorKnobs::History::hold &&
             states + 2 * outputs <= kSmall) {}

Estimator::Estimator(Unit& unit, const EstimatorKnobs& knobs) : unit_(unit), front_(unit, knobs) {
  work_ = std::make_unique<Work>(unit, knobs, front_.t, front_.serves ? front_.x() : nullptr);
}

Estimator::~Estimator() = default;

void Estimator::forget() {
  work_->forget();
}

void Estimator::note(const Instant& at, const double* u, const double* du) {
  front_.t = at.t;
  if (front_.serves && front_.noted) return unit_.states(front_.x());
  work_->note(at, u, du);
  front_.noted = true;
}

void Estimator::bring_forward(double h) {
  front_.h = 0;
  front_.operators = work_->constant(h, front_.constant());
  front_.h = h;
}

void Estimator::affine(double h, const double* v1, const double* hw1, double* K, double* b, double* b_low) {
  work_->affine(h, v1, hw1, K, b, b_low);
}

void Estimator::correct(const Step& step, SignalView u, const double* v1, const double* hw1, double* b) {
  work_->correct(step, u, v1, hw1, b);
}

void Estimator::estimate(double h, SignalView u, double* y, double* dy) {
  Front& f = front_;
  if (!f.serves) return work_->estimate(h, u, y, dy);
  if (f.h != h) bring_forward(h);
  const int rows = 2 * f.outputs;
  std::array<double, kSmall> answer;
  std::copy_n(f.constant(), rows, answer.data());
  add_columns(rows, f.operators->P.data(), f.states, f.x(), answer.data());
  const double* G = f.operators->G.data();
  if (u.degree == kCoefficients - 1) {
    add_columns(rows, G, kCoefficients * f.inputs, u.a, answer.data());
  } else {
    for (int j = 0; j < f.inputs; ++j, G += static_cast<std::ptrdiff_t>(rows) * kCoefficients)
      add_columns(rows, G, u.degree + 1, u.component(j), answer.data());
  }
  std::copy_n(answer.data(), f.outputs, y);
  if (dy != nullptr) std::copy_n(answer.data() + f.outputs, f.outputs, dy);
}

long long Estimator::version() const {
  return work_->version();
}

long long Estimator::linearizations() const {
  return work_->linearizations();
}

long long Estimator::operator_updates() const {
  return work_->operator_updates();
}

}  // namespace accordo
