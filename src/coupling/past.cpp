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

}  // namespace accordo
