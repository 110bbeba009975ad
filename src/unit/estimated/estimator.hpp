// COSTARICA: what a unit would answer, without stepping it. From its linearization at the latest
// communication point, and from how far the linear model was off at the points before. Lives beside its unit.
#pragma once

#include <memory>
#include <vector>

#include "unit/unit.hpp"

namespace accordo {

/// The variants of the papers, and ours.
struct EstimatorKnobs {
  /// What the linear model misses: from the latest points (full), per coordinate the order that would have
  /// predicted best (flexible), kept constant as in the MISSILES paper (frozen), or as in the COSTARICA
  /// paper, which leaves it out of x' (hold).
  enum class History { full, flexible, frozen, hold };
  enum class Operators { exact, stehfest };
  History history = History::full;
  Operators operators = Operators::exact;
  int stehfest_order = 12;  ///< even, 2 to 20; else the estimator throws std::invalid_argument
  /// Linearize again when f or g has moved since the point before otherwise than the linear model says, by
  /// more than this part of its size; 0: at every point.
  double refresh = 0.01;
};

class Estimator {
 public:
  /// The unit must give its states and a linearization.
  Estimator(Unit& unit, const EstimatorKnobs& knobs);
  ~Estimator();
  Estimator(const Estimator&) = delete;
  Estimator& operator=(const Estimator&) = delete;

  /// Behind an event: the points before count no longer.
  void forget();

  /// The unit stands at a new communication point, its inputs and their slopes in time there (NaN: unknown).
  /// A point at the same or an earlier instant takes the place of those from there on. Throws NonFinite.
  void note(const Instant& at, const double* u, const double* du);

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

  /// Where note() and estimate() begin to read: to be asked from memory before the estimator's turn comes.
  const void* memory() const;

  /// Changes whenever K may have changed for the same h.
  long long version() const;
  long long linearizations() const;
  /// How often exponentials (or Laplace inversions) were computed.
  long long operator_updates() const;

 private:
  class Work;
  std::unique_ptr<Work> work_;
};

}  // namespace accordo
