#include "session/plan.hpp"

#include <algorithm>
#include <limits>

#include "base/index.hpp"
#include "control/convergence_rule.hpp"
#include "control/error_control.hpp"
#include "control/given_points.hpp"
#include "control/other_ends.hpp"

namespace accordo {

std::unique_ptr<StepControl> Plan::make_control(const StepEnds& ends) const {
  if (!ends.points.empty()) return std::make_unique<GivenPoints>(ends.points, stop_, shortest_);
  if (ends.longest > 0) return std::make_unique<OtherEnds>(make_control(), ends.longest);
  if (step_ > 0) return std::make_unique<ConvergenceRule>(step_, shortest_);
  return std::make_unique<ErrorControl>(
      ErrorControlKnobs{.tolerance = tolerance_, .span = stop_ - start_, .shortest = shortest_});
}

bool Plan::is_free(int input) const {
  const auto drives = [&](const auto& what) { return what.input == input; };
  return wiring_.link_of_input[index(input)] < 0 && std::none_of(driven_.begin(), driven_.end(), drives) &&
         std::none_of(wiring_.discrete.held.begin(), wiring_.discrete.held.end(), drives);
}

std::vector<double> Plan::listed_events() const {
  std::vector<double> list = series_events_;
  for (const auto& [t, place] : scenario_.events) list.push_back(t);
  return list;
}

/// The first instant after t at which equations switch by time alone.
double Plan::next_switch(double t) const {
  double next = std::numeric_limits<double>::infinity();
  for (const std::shared_ptr<TimeEvents>& events : time_events_) {
    double at = events->next(t);
    while (at <= stop_ && !ends_a_step(at)) at = events->next(at);
    next = std::min(next, at);
  }
  return next;
}

std::vector<double> Plan::known_events() const {
  constexpr std::size_t most = 10'000;
  std::vector<double> list = listed_events();
  double t = start_;
  for (std::size_t i = 0; i < most && !time_events_.empty(); ++i) {
    t = next_switch(t);
    if (!(t <= stop_)) break;
    list.push_back(t);
  }
  return list;
}

}  // namespace accordo
