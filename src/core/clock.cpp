#include "core/clock.hpp"

#include <algorithm>
#include <functional>

namespace accordo {

Clock::Clock(double start, double stop, std::vector<double> events, bool spread)
    : stop_(stop), events_(std::move(events)), anchor_(start), t_(start), spread_(spread) {
  std::erase_if(events_, [&](double e) { return e <= start || e > stop; });
  std::sort(events_.begin(), events_.end(), std::greater<>());
  events_.erase(std::unique(events_.begin(), events_.end()), events_.end());
  look_ahead();
}

void Clock::know(std::function<double(double t)> after) {
  after_ = std::move(after);
  look_ahead();
}

/// Finds the next event. What is apart by rounding only is one event, at the time that the list has.
void Clock::look_ahead() {
  while (!events_.empty() && events_.back() <= t_ + (after_ ? one_sided_offset(t_) : 0)) events_.pop_back();
  const double listed = events_.empty() ? std::numeric_limits<double>::infinity() : events_.back();
  next_ = after_ ? after_(t_) : listed;
  if (next_ >= listed - one_sided_offset(listed) || !(next_ > t_)) next_ = listed;
  if (!(next_ < stop_))
    next_ = std::isfinite(next_) && next_ <= stop_ + one_sided_offset(stop_) ? stop_ : next_;
}

void Clock::cut(Step& step, double end, bool event) {
  step.end = end;
  step.h = end - step.t;
  step.before_event = event;
  cut_ = true;
  if (spread_) h_ = 0;  // the next step counts from where this one ends
}

/// Where the step before was cut, the next one ends where that should have.
void Clock::complete(Step& step) {
  constexpr double sliver = 1e-6;  // of a step: not worth one
  if (step.end - t_ < sliver * h_) step.end = anchor_ + static_cast<double>(++n_ + 1) * h_;
  step.h = step.end - t_;
}

}  // namespace accordo
