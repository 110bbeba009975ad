// Events that are known before the run though nobody lists them: where equations switch by time alone, and
// where series jump or bend.

#include <algorithm>
#include <cmath>
#include <limits>

#include "io/followed_series.hpp"
#include "session/planner.hpp"

namespace accordo {
namespace {

constexpr double kShare = 0.1;  // of the tolerance, which a line may be off by without anybody having to know
constexpr double kAllowed = 3;  // times that may a cubic be off that leads over many lines

/// Corners beside which a whole fixed step follows a line: there is one of them per step at most, while a
/// series that is finer than the steps cannot be followed by them anyway.
std::vector<double> beside_long_lines(const TimeSeries& series, const std::vector<double>& corners,
                                      double step) {
  std::vector<double> chosen;
  for (const double corner : corners) {
    const auto [sample, next] = std::equal_range(series.t.begin(), series.t.end(), corner);
    const bool before = sample == series.t.begin() || corner - *(sample - 1) >= step;
    const bool after = next == series.t.end() || *next - corner >= step;
    if (before || after) chosen.push_back(corner);
  }
  return chosen;
}

}  // namespace

void Planner::know_events() {
  const Options& options = *plan_.options_;
  if (plan_.scenario_.finds_events) {
    const double tolerance = plan_.traits_.couples() || !options.known("integrator_tolerance")
                                 ? plan_.tolerance_
                                 : options.number("integrator_tolerance");
    for (const auto& [driven, series] : lines_) follow(plan_.driven_[driven], series, tolerance);
    for (const BuiltUnit& built : plan_.built_) {
      const bool known = std::find(plan_.time_events_.begin(), plan_.time_events_.end(), built.time_events) !=
                         plan_.time_events_.end();
      if (built.time_events && !known) plan_.time_events_.push_back(built.time_events);
    }
  }
  std::erase_if(plan_.series_events_, [&](double t) { return !plan_.ends_a_step(t); });
}

/// With a tolerance, macro-steps end where the series bends too much, and follow the rest by cubics.
void Planner::follow(DrivenInput& input, const std::shared_ptr<const TimeSeries>& series, double tolerance) {
  const std::vector<double> jumps = series->jumps();
  plan_.series_events_.insert(plan_.series_events_.end(), jumps.begin(), jumps.end());
  const double size = variation(*series, plan_.start_, plan_.stop_);
  if (!(size > 0) || !std::isfinite(size)) return;
  const auto followed = std::make_shared<const FollowedSeries>(series, kShare * tolerance * size);
  std::vector<double> corners = followed->corners();
  if (plan_.step_ > 0 && plan_.traits_.couples()) corners = beside_long_lines(*series, corners, plan_.step_);
  plan_.series_events_.insert(plan_.series_events_.end(), corners.begin(), corners.end());
  if (plan_.step_ > 0) return;
  input.slope = [followed](const Instant& at) { return followed->slope(at); };
  input.deviation = [followed](double from, double to) { return followed->deviation(from, to) / kAllowed; };
}

}  // namespace accordo
