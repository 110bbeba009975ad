// By how much recorded signals are off, as far as errors are carried along.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "core/recorder.hpp"
#include "model/record_plan.hpp"

namespace accordo {

/// Of one signal over the whole run.
struct SignalError {
  std::string name;
  double largest = 0, at = 0;  ///< |error|, and when
  double last = 0;             ///< at the end, with its sign
  double rms = 0;              ///< over time
  double range = 0;            ///< highest minus lowest value
  double size = 0;             ///< of the values: RMS over time
  double spread = 0;           ///< of the values: RMS over time of what they differ from their mean
  /// On the whole, as a part of the range. What has not varied is not measured by anything.
  double relative() const { return range > 0 ? rms / range : 0; }
  /// The same relative to what a signal with a few short peaks mostly varies by, where that is less.
  double strict() const { return range > 0 ? rms / std::min(range, 2 * spread) : 0; }
  double doubt() const { return std::max(relative(), strict() / 4); }
};

struct ErrorTable {
  bool carried = false;  ///< somebody has tried
  std::string lost;      ///< why they are not known to the end; empty: they are
  std::vector<SignalError> signals;

  /// Mean over the signals of error over size, as comparisons measure it; empty where nothing is known.
  std::optional<double> mean_percent() const;
  bool known() const { return carried && lost.empty() && !signals.empty(); }
  /// The signal with the largest relative error; null where nothing is known.
  const SignalError* worst() const;
  /// The one that deserves most doubt: a quarter of its strict error counts, where that is more.
  const SignalError* most_doubtful() const;
};

/// Listens beside another recorder (null: none).
class ErrorRecorder final : public Recorder {
 public:
  ErrorRecorder(const std::vector<RecordColumn>& columns, Recorder* other);

  bool wants_states() const override { return (other_ != nullptr && other_->wants_states()) || states_; }
  bool wants_slopes() const override { return other_ != nullptr && other_->wants_slopes(); }
  bool wants_discrete() const override { return other_ != nullptr && other_->wants_discrete(); }
  bool wants_course() const override { return other_ != nullptr && other_->wants_course(); }
  void point(const Frame& frame) override;
  bool needs_slopes_before(double t) const override {
    return other_ != nullptr && other_->needs_slopes_before(t);
  }
  void slopes(const Frame& frame) override {
    if (other_ != nullptr) other_->slopes(frame);
  }
  void finish() override {
    if (other_ != nullptr) other_->finish();
  }

  /// `lost`: why errors are not known to the end; empty: they are.
  ErrorTable table(const std::string& lost) const;

 private:
  struct Sum {
    double low, high, first = 0, largest = 0, at = 0, last = 0, square = 0;
    double value = 0, sum = 0, squares = 0;  ///< of values, counted from the first
    double rounding = 0;                     ///< of values, at most
  };
  std::vector<RecordColumn> columns_;  ///< real ones
  Recorder* other_;
  bool states_ = false, begun_ = false;
  double start_ = 0, t_ = 0;
  std::vector<Sum> sums_;
};

}  // namespace accordo
