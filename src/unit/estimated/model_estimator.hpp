// An estimator by the linear model of a unit (linearized_unit), put through a macro-step by its operators
// (operators, stehfest):
//   (y, h y') = G a + P x_N + R φ + (c(1), c'(1)),
// eqs. (9)-(14) of the MISSILES paper, with φ and c as polynomials instead of constants.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "unit/estimated/estimator.hpp"
#include "unit/estimated/linearized_unit.hpp"
#include "unit/estimated/operators.hpp"

namespace accordo {

/// What an Estimator does, for units of any kind; see there.
class ModelEstimator {
 public:
  /// x: where the states of a linear unit are kept; null: here.
  ModelEstimator(Unit& unit, const EstimatorKnobs& knobs, const double& t, double* x);

  void reset() { unit_.reset(); }
  void observe_point(const Instant& at, const double* u, const double* du);
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

}  // namespace accordo
