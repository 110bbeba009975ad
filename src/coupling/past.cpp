#include "coupling/past.hpp"

#include <algorithm>
#include <cmath>

#include "base/index.hpp"

namespace accordo {

void estimate_error(const History& past, int order, const Ensemble& e, const InputSizes& sizes, double h,
                    Proposal& proposal) {
  const int most = past.size() - 1;
  const int high = std::min(order + 1, std::min(most, 2)), low = std::min(order, high - 1);
  proposal.error.reset();
  proposal.error_order = std::max(low, 0) + 1;
  if (most < 1) return;
  double largest = 0;
  for (const Link& link : e.wiring().links) {
    const auto i = index(link.input);
    const double a = extrapolated_end(past, h, high, i), b = extrapolated_end(past, h, low, i);
    largest = std::max(largest, std::abs(a - b) / sizes.of(i, e.u()[i], a, e.amplitude()[i]));
  }
  proposal.error = largest;
}

void Past::restart(Ensemble& e, double t) {
  history_.clear();
  history_.push(t, e.u());
  sizes_.restart(t);
  if (order_ < 2) return;
  dy_.resize(e.y().size());
  e.slopes(Instant::right_of(t), du_, dy_);
}

void Past::remember(double t, std::span<const double> u) {
  history_.push(t, u);
  if (!wants_error_) return;
  for (std::size_t i = 0; i < u.size(); ++i) sizes_.accepted(i, u[i]);
}

void Past::judge(const Ensemble& e, const Step& step, Proposal& proposal) {
  sizes_.open(step, proposal);
  accordo::estimate_error(history_, order_, e, sizes_, step.h, proposal);
}

/// A hold on the first step would cost order 2 its third order (an error of h² once is an error of h² for
/// ever): there the slopes of the units help.
void Past::extrapolate_past(double h, Signal& out) const {
  accordo::extrapolate(history_, h, order_, out);
  if (order_ < 2 || history_.size() > 1) return;
  out.raise_degree(1);
  for (int j = 0; j < out.size(); ++j) {
    const double slope = du_[index(j)];
    if (slope == slope) out.component(j)[1] = h * slope;  // NaN where a unit has no slopes
  }
}

}  // namespace accordo
