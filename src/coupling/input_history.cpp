#include "coupling/input_history.hpp"

#include <algorithm>
#include <cmath>

#include "base/index.hpp"

namespace accordo {

/// Newton's divided difference of that order, times (t - t_0) (t - t_1) at the end of the step.
double amplified_noise(const PointHistory& past, double h, int order) {
  const double h1 = past.time(0) - past.time(1);
  if (order < 2) return 2 * h / h1;
  const double h2 = past.time(1) - past.time(2);
  return h * (h + h1) * (2 / h1 + 2 / h2) / (h1 + h2);
}

void estimate_error(const PointHistory& past, int order, const Ensemble& e, double h, Proposal& proposal) {
  const int most = past.size() - 1;
  const int high = std::min(order + 1, std::min(most, 2)), low = std::min(order, high - 1);
  proposal.error_order = std::max(low, 0) + 1;
  if (most < 1) return;
  double largest = 0;
  const double amplified = amplified_noise(past, h, high);
  for (const Link& link : e.wiring().links) {
    const auto i = index(link.input);
    const double a = extrapolated_end(past, h, high, i), b = extrapolated_end(past, h, low, i);
    e.note_error(i, std::abs(a - b));
    const double size = e.size_of(i, e.u()[i], a);
    largest = std::max(largest, e.above_noise(i, std::abs(a - b), size, {amplified}));
  }
  proposal.error = largest;
}

void InputHistory::restart(const Instant& at) {
  history_.clear();
  history_.push(at.t, e_.u());
  if (order_ < 2) return;
  dy_.resize(e_.y().size());
  e_.slopes(at, du_, dy_);
}

void InputHistory::remember(double t) {
  history_.push(t, e_.u());
}

void InputHistory::assess(const StepQuestion& question, Proposal& proposal) {
  estimate_error(history_, order_, e_, question.step.h, proposal);
}

/// A hold on the first step would cost order 2 its third order (an error of h² once is an error of h² for
/// ever): there the slopes of the units help.
void InputHistory::extrapolate_past(double h) {
  extrapolate(history_, h, order_, inputs_);
  if (order_ < 2 || history_.size() > 1) return;
  inputs_.raise_degree(1);
  for (int j = 0; j < inputs_.size(); ++j) {
    const double slope = du_[index(j)];
    if (slope == slope) inputs_.component(j)[1] = h * slope;  // NaN where a unit has no slopes
  }
}

}  // namespace accordo
