#include "session/step_view.hpp"

#include <algorithm>
#include <cmath>

namespace accordo {
namespace {

/// Which buckets count.
std::vector<bool> settled(const std::vector<StepBucket>& buckets, double start,
                          const std::vector<double>& events) {
  constexpr long long first_steps = 4;
  std::vector<bool> counts(buckets.size());
  auto event = events.begin();
  double before = start;
  long long steps = 0;  // since the start or the latest event
  for (std::size_t k = 0; k < buckets.size(); ++k) {
    while (event != events.end() && *event <= before) ++event, steps = 0;
    const bool holds_event = event != events.end() && *event < buckets[k].end;
    counts[k] = steps >= first_steps && !holds_event;
    steps += buckets[k].steps;
    before = buckets[k].end;
  }
  if (std::find(counts.begin(), counts.end(), true) == counts.end()) counts.flip();
  return counts;
}

}  // namespace

StepView::StepView(const StepStatistics& step_statistics, double StepBucket::*value, double start,
                   std::vector<double> events) {
  const std::vector<StepBucket>& buckets = step_statistics.buckets;
  std::sort(events.begin(), events.end());
  const std::vector<bool> counts = settled(buckets, start, events);
  std::size_t peak = 0;
  for (std::size_t k = 0; k < buckets.size(); ++k) {
    if (!counts[k] || !(buckets[k].*value > peak_)) continue;
    peak = k;
    peak_ = buckets[k].*value;
  }
  constexpr std::size_t neighbors = 3, enough = 20;
  constexpr double far_below = 1.0 / 30;
  for (std::size_t k = 0; k < buckets.size(); ++k) {
    const std::size_t distance = k > peak ? k - peak : peak - k;
    if (counts[k] && distance > neighbors) rest_ = std::fmax(rest_, buckets[k].*value);
  }
  isolated_ = buckets.size() >= enough && rest_ < far_below * peak_;
}

}  // namespace accordo
