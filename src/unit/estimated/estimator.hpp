// COSTARICA: what a unit would answer, without stepping it. From its linearization at the latest
// communication point, and from how far the linear model was off at the points before. Lives beside its unit.
#pragma once

#include <array>
#include <memory>

#include "unit/estimated/estimator_knobs.hpp"
#include "unit/unit.hpp"

namespace accordo {

class ModelEstimator;
struct Operators;

/// reset → observe_point → (affine | affine → correct | estimate)* → observe_point → …; a step that is
/// repeated asks again from the same point, and reset may follow anything.
///
/// All that a step asks of the estimator of a small linear unit is close together, in two cache lines: where
/// there are many units, fetching memory costs more than the products. Others are answered by `rest_`.
class alignas(64) Estimator {
 public:
  /// The unit must give its states and a linearization.
  Estimator(Unit& unit, const EstimatorKnobs& knobs);
  ~Estimator();
  Estimator(const Estimator&) = delete;
  Estimator& operator=(const Estimator&) = delete;

  /// After an event: the points before count no longer.
  void reset();

  /// The unit stands at a new communication point, its inputs and their slopes in time there (NaN: unknown).
  /// A point at the same or an earlier instant takes the place of those from there on. Throws NonFinite.
  void observe_point(const Instant& at, const double* u, const double* du);

  /// The answer to a step of length h from the latest point, as an affine function of where the inputs end:
  ///   (y, h y') = K (v2, h w2) + b      under cubics from (v1, h w1), parabolas where w1 is NaN.
  /// K: 2·outputs × 2·inputs, row by row (values first, then slopes); null when it is not wanted. b, and
  /// b_low with what the linear model misses taken one degree lower (null: not wanted).
  void affine(double h, const double* v1, const double* hw1, double* K, double* b, double* b_low);

  /// The same b, improved by evaluating f and g where the inputs `u` would lead the linear model (the
  /// corrector). Needs a unit with `evaluation`. Holds until the next call of affine().
  void correct(const Step& step, SignalView u, const double* v1, const double* hw1, double* b);

  /// y, h y' at the end of a step under the inputs u, by the linear model.
  void estimate(double h, SignalView u, double* y, double* dy);

  /// Changes whenever K may have changed for the same h.
  long long version() const;
  long long linearizations() const;
  /// How often exponentials (or Laplace inversions) were computed.
  long long operator_updates() const;

 private:
  static constexpr int kSmall = 16, kVerySmall = 8;  ///< states and twice the outputs

  /// The states at the latest point, then the constant part of the answer.
  double* numbers() { return large_ ? large_.get() : small_.data(); }
  double* constant() { return numbers() + states_; }
  void bring_forward(double h);

  Unit& unit_;
  std::shared_ptr<const Operators> operators_;
  std::unique_ptr<ModelEstimator> rest_;
  std::unique_ptr<double[]> large_;  ///< where `small_` is too small
  double t_ = 0, h_ = 0;             ///< of the latest point; of the operators, 0: none yet
  /// Of units that are served here. No smaller type: compilers then copy by an instruction that is slow.
  short states_ = 0, inputs_ = 0, outputs_ = 0;
  bool serves_ = false;  ///< the unit is linear and small enough
  bool observed_ = false;
  std::array<double, kVerySmall> small_;
};

}  // namespace accordo
