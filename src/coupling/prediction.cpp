#include "coupling/prediction.hpp"

#include <algorithm>
#include <cmath>

#include "base/index.hpp"

namespace accordo {

void PointObserver::restart() {
  e_.estimators().reset();
  observed_ = false;
  count_ = 0;
}

void PointObserver::observe_point(double t) {
  if (observed_) return;
  observed_ = true;
  ++count_;
  const Instant at = Instant::right_of(t);
  if (!v1_.empty()) {
    std::copy(interface_.values().begin(), interface_.values().end(), v1_.begin());
    std::copy(interface_.slopes().begin(), interface_.slopes().end(), w1_.begin());
  }
  for (const DrivenInput& d : e_.driven()) {
    v1_[index(d.input)] = d.value(at);
    w1_[index(d.input)] = d.slope(at);
  }
  e_.estimators().observe_point(at, values(), slopes());
}

Prediction::Prediction(Ensemble& e, const Interface& interface, const PointObserver& points,
                       const LinearSolverKnobs& solver)
    : e_(e),
      interface_(interface),
      points_(points),
      system_(e, interface, solver),
      all_estimated_(e.estimators().units().size() == e.units().size()),
      past_(all_estimated_ ? 0 : e.y().size()),
      ahead_(all_estimated_ ? 0 : e.y().size()),
      inputs_(e.u().size()),
      answers_(e.y().size()),
      hw1_(e.u().size()),
      low_(interface.size()),
      guess_(system_.iterates() ? interface.size() : 0),
      du_(all_estimated_ ? 0 : e.u().size()),
      dy_(all_estimated_ ? 0 : e.y().size()) {}

void Prediction::restart(const Instant& at) {
  past_.clear();
  if (!all_estimated_) e_.slopes(at, du_, dy_);
}

void Prediction::predict(const Step& step, double* z) {
  if (!all_estimated_ && !known_) past_.push(step.t, e_.y());
  known_ = true;
  // Linear units answer alike to every step of one length, once all inputs have slopes to start with.
  const bool same = e_.estimators().linear() && step.h == h_ && points_.count() > 2;
  if (!same) {
    for (std::size_t i = 0; i < hw1_.size(); ++i) hw1_[i] = step.h * points_.slopes()[i];
    const bool low = points_.count() > 1 && !e_.estimators().linear();
    system_.update(e_.estimators().affine(step.h, points_.values(), hw1_, low), step.t);
    h_ = step.h;
  }
  if (system_.iterates()) guess(step.h);
  solve(step, z);
}

/// The inputs go on along their tangents. Nothing of steps that were rejected: what comes of a step must not
/// depend on them, not even in the last digits.
void Prediction::guess(double h) {
  const std::size_t n = interface_.links().size();
  for (std::size_t l = 0; l < n; ++l) {
    const std::size_t input = interface_.input(l);
    const double w1 = h * interface_.slopes()[input];
    guess_[n + l] = std::isnan(w1) ? 0 : w1;
    guess_[l] = interface_.values()[input] + guess_[n + l];
  }
}

void Prediction::correct(const Step& step, double* z) {
  if (e_.estimators().linear()) return;
  interface_.signal(z, inputs_);
  e_.drive(step, e_.all(), inputs_);
  e_.estimators().correct(step, inputs_, points_.values(), hw1_);
  if (system_.iterates()) guess_.assign(z, z + interface_.size());
  solve(step, z);
}

/// The answers to inputs that end at 0 are the constant part: everything is affine in where they end.
void Prediction::solve(const Step& step, double* z) {
  interface_.signal(nullptr, inputs_);
  e_.drive(step, e_.all(), inputs_);
  if (!all_estimated_) {
    extrapolate(past_, step.h, 2, ahead_);
    if (past_.size() == 1) start_with_slopes(step.h);
    ahead_.view().values(1, answers_.value.data());
    ahead_.view().slopes(1, answers_.slope.data());
  }
  e_.estimators().estimate(step, inputs_, e_.estimators().units(), answers_);
  gather(answers_, true, z);
  system_.apply_inverse(z, guess_.data());
}

/// A hold on the first step would cost an order for good (an error of h² once stays): units' slopes help
/// there.
void Prediction::start_with_slopes(double h) {
  ahead_.raise_degree(1);
  for (int j = 0; j < ahead_.size(); ++j) {
    if (std::isfinite(dy_[index(j)])) ahead_.component(j)[1] = h * dy_[index(j)];
  }
}

const std::vector<double>& Prediction::change_low() {
  if (e_.estimators().linear()) return low_;  // zeros
  gather(e_.estimators().response().change_low, false, low_.data());
  system_.apply_inverse(low_.data());
  return low_;
}

void Prediction::gather(const Sample& outputs, bool offsets, double* z) const {
  const auto links = interface_.links();
  for (std::size_t l = 0; l < links.size(); ++l) {
    const auto output = index(links[l].output);
    z[l] = links[l].gain * outputs.value[output] + (offsets ? links[l].offset : 0);
    z[links.size() + l] = links[l].gain * outputs.slope[output];
  }
}

}  // namespace accordo
