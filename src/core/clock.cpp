#include "core/clock.hpp"

#include <algorithm>
#include <functional>

namespace accordo {

Clock::Clock(double start, double stop, std::vector<double> events, bool spread)
    : stop_(stop), events_(std::move(events)), anchor_(start), t_(start), spread_(spread) {
  std::erase_if(events_, [&](double e) { return e <= start || e > stop; });
  std::sort(events_.begin(), events_.end(), std::greater<>());
  events_.erase(std::unique(events_.begin(), events_.end()), events_.end());
}

}  // namespace accordo
