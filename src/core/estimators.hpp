// The estimators of a run, wherever their units live: the coupled units' answers without stepping them.
#pragma once

#include <accordo/statistics.hpp>
#include <span>
#include <vector>

#include "core/executor.hpp"
#include "core/failures.hpp"
#include "model/wiring.hpp"
#include "signal/signal.hpp"
#include "unit/estimated/estimator_knobs.hpp"

namespace accordo {

/// Per unit (y, h y') = K (v2, h w2) + b over the next step: blocks of K at `offsets`, row by row.
struct AffineResponse {
  std::vector<std::size_t> offsets;
  std::vector<double> K;
  Sample change_low;    ///< what b changes by with the linear model's misses taken one degree lower
  bool changed = true;  ///< K is another than at the call before
};

using v0::Counters;

class Estimators {
 public:
  Estimators(const Wiring& wiring, std::span<const UnitInfo> units, Executor& executor);

  /// Places an estimator beside each of these units, which must give states and linearizations.
  void attach(std::span<const int> units, const EstimatorKnobs& knobs);
  std::span<const int> units() const { return attached_; }
  bool has(int unit) const { return is_attached_[index(unit)] != 0; }

  /// All units stand at a new communication point; slopes are in time, NaN where unknown.
  void observe_point(const Instant& at, std::span<const double> u, std::span<const double> du);
  /// Whether they are told where the units stand at all.
  bool noted() const { return observed_; }
  /// After an event.
  void reset();
  /// The responses to a step of length h that starts from (v1, h w1).
  const AffineResponse& affine(double h, std::span<const double> v1, std::span<const double> hw1, bool low);
  /// Whether all units are linear: responses then depend on h only, and nothing is missed or to be corrected.
  bool linear() const { return linear_; }
  /// As of the latest call of affine().
  const AffineResponse& response() const { return response_; }
  /// The corrector, where units can be evaluated anywhere; the others stay as they are.
  void correct(const Step& step, const Signal& inputs, std::span<const double> v1,
               std::span<const double> hw1);
  /// out ← the answers of these units (all have an estimator) to the inputs.
  void estimate(const Step& step, const Signal& inputs, std::span<const int> units, Sample& out);

  /// Estimates, linearizations, and operators computed from them; of units that have died, none of these.
  Counters counts();

 private:
  void run(const Request& request);

  const Wiring& wiring_;
  std::span<const UnitInfo> infos_;
  Executor& executor_;
  std::vector<int> attached_, correctable_;
  std::vector<unsigned char> is_attached_;
  AffineResponse response_;
  Sample b_, low_;
  std::vector<long long> versions_;  ///< of the K that we have, per unit
  double h_ = 0;                     ///< that it belongs to
  Instant latest_;                   ///< point that was observed
  bool linear_ = false, observed_ = false;
  long long estimates_ = 0;
  Reply reply_;
};

}  // namespace accordo
