#include "record/step_monitor.hpp"

#include <algorithm>
#include <cmath>

namespace accordo {
void StepBucket::append(const StepBucket& next) {
  end = next.end;
  steps += next.steps;
  shortest = std::fmin(shortest, next.shortest);  // of a number and NaN: the number
  longest = std::max(longest, next.longest);
  iterations += next.iterations;
  rejected += next.rejected;
  estimate = std::fmax(estimate, next.estimate);
  if (!std::isnan(residual) && !(next.residual > residual)) return;
  residual = next.residual;
  missed = next.missed;
  missed_input = next.missed_input;
}

StepMonitor::StepMonitor(const Ensemble& ensemble, int extrapolation, StepObserver* next)
    : ensemble_(ensemble),
      extrapolation_(std::min(extrapolation, static_cast<int>(kPoints))),
      next_(next),
      change_(ensemble.u().size()) {
  for (std::vector<double>& inputs : inputs_) inputs.resize(change_.size());
  step_statistics_.buckets.reserve(most_buckets);
  step_statistics_.jumps.reserve(most_jumps);
}

void StepMonitor::attempted(const StepQuestion& question, const Proposal& proposal, bool accepted) {
  const Step& step = question.step;
  if (bucket_.steps == stride_) close_bucket();
  // Where steps follow from a tolerance, estimates tell more.
  if (accepted && question.tolerance == 0 && (points_ > 0 || bucket_.steps == 0)) inspect_inputs(step);
  bucket_.iterations += proposal.iterations;
  if (accepted) {
    accept(question, proposal);
  } else {
    bucket_.end = step.t;
    ++bucket_.rejected;
  }
  if (next_ != nullptr) next_->attempted(question, proposal, accepted);
}

void StepMonitor::accept(const StepQuestion& question, const Proposal& proposal) {
  const Step& step = question.step;
  bucket_.end = step.end;
  bucket_.shortest = bucket_.steps == 0 ? step.h : std::min(bucket_.shortest, step.h);
  bucket_.longest = std::max(bucket_.longest, step.h);
  ++bucket_.steps;
  step_statistics_.tolerance = question.tolerance;
  if (!proposal.solver.empty()) bucket_.residual = std::fmax(bucket_.residual, proposal.residual);
  if (step.before_event) points_ = 0;  // after it inputs may be others
  if (!proposal.error) return;
  const double error = std::max(*proposal.error, proposal.embedded);
  if (question.tolerance == 0 || error <= question.tolerance) {
    bucket_.estimate = std::fmax(bucket_.estimate, error);
  } else if (step_statistics_.jumps.size() < most_jumps) {  // accepted all the same: it was taken for a jump
    step_statistics_.jumps.push_back(step.end);
  }
}

/// Keeps the inputs at the start of a step. With the fourth point at equal distances their differences go to
/// the bucket; then the looking ends, unless every step has a bucket of its own.
void StepMonitor::inspect_inputs(const Step& step) {
  constexpr double rounding = 1e-9;
  const std::span<const double> u = ensemble_.u();
  if (points_ > 0 && std::abs(step.h - h_) > rounding * h_) points_ = 0;
  h_ = step.h;
  if (points_ < inputs_.size()) {
    std::copy(u.begin(), u.end(), inputs_[points_++].begin());
    return;
  }
  note_differences(u);
  if (stride_ > 1) {
    points_ = 0;
    return;
  }
  std::rotate(inputs_.begin(), inputs_.begin() + 1, inputs_.end());
  std::copy(u.begin(), u.end(), inputs_.back().begin());
}

void StepMonitor::note_differences(std::span<const double> u) {
  for (std::size_t i = 0; i < u.size(); ++i) {
    const double a = inputs_[0][i], b = inputs_[1][i], c = inputs_[2][i], d = u[i];
    change_[i] = std::max(change_[i], std::abs(d - c));
    if (extrapolation_ == 0) continue;
    const double missed = std::abs(extrapolation_ == 1   ? d - c
                                   : extrapolation_ == 2 ? d - 2 * c + b
                                                         : d - 3 * c + 3 * b - a);
    const double size = ensemble_.amplitude()[i];
    if (size > 0)
      bucket_.append({.end = bucket_.end,
                      .residual = missed / size,
                      .missed = missed,
                      .missed_input = static_cast<int>(i)});
  }
}

void StepMonitor::close_bucket() {
  std::vector<StepBucket>& all = step_statistics_.buckets;
  all.push_back(bucket_);
  bucket_ = {};
  if (all.size() < most_buckets) return;
  for (std::size_t k = 0; 2 * k < all.size(); ++k) {
    all[k] = all[2 * k];
    all[k].append(all[2 * k + 1]);
  }
  all.resize(all.size() / 2);
  stride_ *= 2;
}

StepStatistics StepMonitor::finish() {
  if (bucket_.steps + bucket_.rejected > 0) close_bucket();
  const std::span<const double> amplitude = ensemble_.amplitude();
  for (std::size_t i = 0; i < amplitude.size(); ++i) {
    if (amplitude[i] > step_statistics_.largest) {
      step_statistics_.largest = amplitude[i];
      step_statistics_.largest_input = static_cast<int>(i);
    }
    if (amplitude[i] == 0) continue;
    step_statistics_.change = std::max(step_statistics_.change, change_[i] / amplitude[i]);
  }
  rescale();
  return std::move(step_statistics_);
}

/// Differences were relative to the amplitude so far; now it is known.
void StepMonitor::rescale() {
  for (StepBucket& b : step_statistics_.buckets) {
    if (b.missed_input >= 0)
      b.residual = b.missed / ensemble_.amplitude()[static_cast<std::size_t>(b.missed_input)];
  }
}

}  // namespace accordo
