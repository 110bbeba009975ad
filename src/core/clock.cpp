#include "core/clock.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace accordo {

Clock::Clock(double start, double stop, std::vector<double> events)
    : stop_(stop), events_(std::move(events)), anchor_(start), t_(start) {
  std::erase_if(events_, [&](double e) { return e <= start || e >= stop; });
  std::sort(events_.begin(), events_.end(), std::greater<>());
  events_.erase(std::unique(events_.begin(), events_.end()), events_.end());
}

Step Clock::next(double h) {
  if (h != h_) {
    anchor_ = t_;
    n_ = 0;
    h_ = h;
  }
  const double bound = events_.empty() ? stop_ : events_.back();
  Step step{.t = t_, .h = h, .end = anchor_ + static_cast<double>(n_ + 1) * h, .after_event = after_event_};
  if (step.end >= bound - 1e-9 * h) {
    step.end = bound;
    step.before_event = !events_.empty();
    const double length = bound - t_;
    const double rounding = 4 * std::numeric_limits<double>::epsilon() * std::max(std::abs(bound), h);
    if (std::abs(length - h) > rounding) step.h = length;  // a clipped step, not just a rounded one
  }
  return step;
}

void Clock::advance(const Step& step) {
  t_ = step.end;
  ++n_;
  after_event_ = step.before_event;
  if (step.before_event) {
    events_.pop_back();
    anchor_ = t_;
    n_ = 0;
  }
}

}  // namespace accordo
