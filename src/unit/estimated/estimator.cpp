#include "unit/estimated/estimator.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "base/index.hpp"
#include "unit/estimated/columns.hpp"
#include "unit/estimated/model_estimator.hpp"
#include "unit/estimated/stehfest.hpp"

namespace accordo {

// What a linear unit's corrector takes for missed is what its history says, but for `hold`.
Estimator::Estimator(Unit& unit, const EstimatorKnobs& knobs) : unit_(unit) {
  const Capabilities& can = unit.info().can;
  if (!can.states || !can.linearization) {
    throw std::logic_error("unit '" + unit.info().name +
                           "' cannot be estimated without states and linearization");
  }
  if (knobs.operators == EstimatorKnobs::Operators::stehfest)
    stehfest_weights(knobs.stehfest_order);  // throws
  const Ports& ports = unit.info().ports;
  const int size = ports.state_count() + 2 * ports.output_count();
  serves_ = unit.info().linear && knobs.history != EstimatorKnobs::ModelDefect::hold && size <= kSmall &&
            ports.input_count() <= std::numeric_limits<short>::max();
  if (serves_) {
    states_ = static_cast<short>(ports.state_count());
    inputs_ = static_cast<short>(ports.input_count());
    outputs_ = static_cast<short>(ports.output_count());
    if (size > kVerySmall) large_ = std::make_unique<double[]>(index(size));
  }
  rest_ = std::make_unique<ModelEstimator>(unit, knobs, t_, serves_ ? numbers() : nullptr);
}

Estimator::~Estimator() = default;

void Estimator::reset() {
  rest_->reset();
}

void Estimator::observe_point(const Instant& at, const double* u, const double* du) {
  t_ = at.t;
  if (serves_ && observed_) return unit_.states(numbers());
  rest_->observe_point(at, u, du);
  observed_ = true;
}

void Estimator::affine(double h, const double* v1, const double* hw1, double* K, double* b, double* b_low) {
  rest_->affine(h, v1, hw1, K, b, b_low);
}

void Estimator::correct(const Step& step, SignalView u, const double* v1, const double* hw1, double* b) {
  rest_->correct(step, u, v1, hw1, b);
}

void Estimator::bring_forward(double h) {
  h_ = 0;
  operators_ = rest_->constant(h, constant());
  h_ = h;
}

void Estimator::estimate(double h, SignalView u, double* y, double* dy) {
  if (!serves_) return rest_->estimate(h, u, y, dy);
  if (h_ != h) bring_forward(h);
  const int rows = 2 * outputs_;
  std::array<double, kSmall> answer;
  std::copy_n(constant(), rows, answer.data());
  add_columns(rows, operators_->P.data(), states_, numbers(), answer.data());
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

long long Estimator::version() const {
  return rest_->version();
}

long long Estimator::linearizations() const {
  return rest_->linearizations();
}

long long Estimator::operator_updates() const {
  return rest_->operator_updates();
}

}  // namespace accordo
