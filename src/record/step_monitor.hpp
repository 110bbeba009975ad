// The course of a run in a bounded number of buckets: how long its macro-steps were, what they took, how far
// off they were.
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "core/driver.hpp"

namespace accordo {

/// Some macro-steps in a row, with the attempts that were rejected among them.
struct StepBucket {
  static constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

  double end = 0;                          ///< of the last one
  long long steps = 0;                     ///< accepted ones
  double shortest = unknown, longest = 0;  ///< of the accepted ones
  long long iterations = 0, rejected = 0;
  double residual = unknown;  ///< largest; of extrapolated inputs as far as looked at
  double estimate = unknown;  ///< largest error estimate before a step was made

  double missed = 0;      ///< behind the residual of extrapolated inputs: the difference itself
  int missed_input = -1;  ///< of this input

  /// Takes in the steps that follow.
  void append(const StepBucket& next);
};

/// What remains of a run's course.
struct StepStatistics {
  std::vector<StepBucket> buckets;
  std::vector<double> jumps;  ///< where some were found; the first ones if there are many
  double tolerance = 0;       ///< that steps followed from; 0: they were of given length
  double largest = 0;         ///< absolute value of any input
  int largest_input = -1;     ///< that had it
  /// On steps of given length, as far as looked at, relative to the amplitude: the largest change of an input
  /// from one communication point to the next.
  double change = 0;
};

/// Buckets hold equally many macro-steps: one at first, twice as many whenever there is no room left. Costs a
/// few additions per step, and no allocation.
class StepMonitor final : public StepObserver {
 public:
  static constexpr std::size_t most_buckets = 512;
  static constexpr std::size_t most_jumps = 1000;

  /// `extrapolation`: through how many of the latest points the method extrapolates inputs; 0 where it does
  /// not. `next` sees all steps, too; it may be null.
  explicit StepMonitor(const Ensemble& ensemble, int extrapolation = 0, StepObserver* next = nullptr);

  void looked_back(double error) override { bucket_.estimate = std::fmax(bucket_.estimate, error); }
  void attempted(const StepQuestion& question, const Proposal& proposal, bool accepted) override;
  /// After the run, once.
  StepStatistics finish();

 private:
  static constexpr std::size_t kPoints = 3;  ///< in a row whose inputs are kept

  void accept(const StepQuestion& question, const Proposal& proposal);
  void inspect_inputs(const Step& step);
  void note_differences(std::span<const double> u);
  void close_bucket();
  void rescale();

  const Ensemble& ensemble_;
  int extrapolation_;
  StepObserver* next_;
  long long stride_ = 1;    ///< macro-steps per bucket
  StepBucket bucket_;       ///< that is being filled
  std::size_t points_ = 0;  ///< communication points in a row whose inputs are kept
  double h_ = 0;            ///< their distance
  std::array<std::vector<double>, kPoints> inputs_;
  std::vector<double> change_;  ///< largest per input
  StepStatistics step_statistics_;
};

}  // namespace accordo
