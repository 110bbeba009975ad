// Small linear units are answered from one place, all others by model_estimator.
#include "unit/estimated/estimator.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "unit/estimated/columns.hpp"
#include "unit/estimated/model_estimator.hpp"
#include "unit/estimated/stehfest.hpp"

namespace accordo {

/// All that a step asks of the estimator of a small linear unit, close together: where there are many units,
/// fetching memory costs more than the products. The rest is made when the first point is noted, so that the
/// estimators of all units, made before, are neighbours. Two cache lines hold what a step reads.
class alignas(64) Estimator::Work {
 public:
  Work(Unit& unit, const EstimatorKnobs& knobs);

  void note(const Instant& at, const double* u, const double* du);
  void estimate(double h, SignalView u, double* y, double* dy);
  ModelEstimator& rest();

 private:
  static constexpr int kSmall = 16;

  double* x() { return numbers_.data(); }  ///< the states at the latest point
  double* constant() { return numbers_.data() + states_; }
  void bring_forward(double h);

  Unit& unit_;
  int states_, inputs_, outputs_;
  bool serves_;  ///< the unit is linear and small enough
  bool noted_ = false;
  double t_ = 0, h_ = 0;  ///< of the latest point; of the operators, 0: none yet
  std::shared_ptr<const Operators> operators_;
  std::array<double, kSmall> numbers_;  ///< the states, and the constant part of the answer
  std::unique_ptr<ModelEstimator> rest_;
  EstimatorKnobs knobs_;
};

// What a linear unit's corrector takes for missed is what its history says, but for `hold`.
Estimator::Work::Work(Unit& unit, const EstimatorKnobs& knobs)
    : unit_(unit),
      states_(unit.info().ports.state_count()),
      inputs_(unit.info().ports.input_count()),
      outputs_(unit.info().ports.output_count()),
      serves_(unit.info().linear && knobs.history != EstimatorKnobs::History::hold &&
              states_ + 2 * outputs_ <= kSmall),
      knobs_(knobs) {
  const Capabilities& can = unit.info().can;
  if (!can.states || !can.linearization) {
    throw std::logic_error("unit '" + unit.info().name +
                           "' cannot be estimated without states and linearization");
  }
  if (knobs.operators == EstimatorKnobs::Operators::stehfest)
    stehfest_weights(knobs.stehfest_order);  // throws
}

ModelEstimator& Estimator::Work::rest() {
  if (rest_ == nullptr) rest_ = std::make_unique<ModelEstimator>(unit_, knobs_, t_, serves_ ? x() : nullptr);
  return *rest_;
}

void Estimator::Work::note(const Instant& at, const double* u, const double* du) {
  t_ = at.t;
  if (serves_ && noted_) return unit_.states(x());
  rest().note(at, u, du);
  noted_ = true;
}

void Estimator::Work::bring_forward(double h) {
  h_ = 0;
  operators_ = rest().constant(h, constant());
  h_ = h;
}

void Estimator::Work::estimate(double h, SignalView u, double* y, double* dy) {
  if (!serves_) return rest().estimate(h, u, y, dy);
  if (h_ != h) bring_forward(h);
  const int rows = 2 * outputs_;
  std::array<double, kSmall> answer;
  std::copy_n(constant(), rows, answer.data());
  add_columns(rows, operators_->P.data(), states_, x(), answer.data());
  const double* G = operators_->G.data();
  if (u.degree == kCoefficients - 1) {
    add_columns(rows, G, kCoefficients * inputs_, u.a, answer.data());
  } else {
    for (int j = 0; j < inputs_; ++j, G += static_cast<std::ptrdiff_t>(rows) * kCoefficients)
      add_columns(rows, G, u.degree + 1, u.component(j), answer.data());
  }
  std::copy_n(answer.data(), outputs_, y);
  if (dy != nullptr) std::copy_n(answer.data() + outputs_, outputs_, dy);
}

Estimator::Estimator(Unit& unit, const EstimatorKnobs& knobs) : work_(std::make_unique<Work>(unit, knobs)) {}
Estimator::~Estimator() = default;

void Estimator::forget() {
  work_->rest().forget();
}

void Estimator::note(const Instant& at, const double* u, const double* du) {
  work_->note(at, u, du);
}

void Estimator::affine(double h, const double* v1, const double* hw1, double* K, double* b, double* b_low) {
  work_->rest().affine(h, v1, hw1, K, b, b_low);
}

void Estimator::correct(const Step& step, SignalView u, const double* v1, const double* hw1, double* b) {
  work_->rest().correct(step, u, v1, hw1, b);
}

void Estimator::estimate(double h, SignalView u, double* y, double* dy) {
  work_->estimate(h, u, y, dy);
}

const void* Estimator::memory() const {
  return work_.get();
}

long long Estimator::version() const {
  return work_->rest().version();
}

long long Estimator::linearizations() const {
  return work_->rest().linearizations();
}

long long Estimator::operator_updates() const {
  return work_->rest().operator_updates();
}

}  // namespace accordo
