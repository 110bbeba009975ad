#include "session/planner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "execute/communicator.hpp"
#include "model/quantity_rules.hpp"

namespace accordo {

Planner::Planner(Scenario scenario, OpenOptions options, Problems& problems)
    : options_(std::move(options)), problems_(problems) {
  plan_.scenario_ = std::move(scenario);
}

std::optional<Plan> make_plan(Scenario scenario, Problems& problems, OpenOptions options) {
  return Planner(std::move(scenario), std::move(options), problems).make();
}

std::optional<Plan> Planner::make() {
  ExperimentSpec& e = plan_.scenario_.experiment;
  if (e.accuracy && !e.tolerance) e.tolerance = e.accuracy;
  set_times();
  build_units();
  if (!plan_.scenario_.unparsed.structure)
    connect();  // else every mention of a unit would count as a problem
  choose_method();
  if (plan_.method_ != nullptr) {
    plan_.options_.emplace(plan_.method_->options, plan_.scenario_.experiment.options, plan_.method_->name,
                           problems_);
    plan_.traits_ = plan_.method_->traits(*plan_.options_, plan_.units_);
    set_step();
    set_shortest_step();
    know_events();
  }
  open_loops();
  check_ranks();
  if (!problems_.empty()) return std::nullopt;
  plan_.hosts_ = plan_.scenario_.execution.mpi && open_mpi().rank() > 0;
  return std::move(plan_);
}

void Planner::connect() {
  name_series();
  if (!plan_.scenario_.ignore_units)
    convert_connections(plan_.scenario_, plan_.units_, problems_, plan_.warnings_);
  plan_.wiring_ = wire(plan_.scenario_, plan_.units_, problems_);
  plan_.columns_ = plan_record(plan_.scenario_.record, plan_.units_, plan_.wiring_.layout, problems_,
                               plan_.scenario_.unparsed);
  if (plan_.scenario_.experiment.record_errors) add_error_columns(plan_.columns_);
  read_series();
  check_states();
}

void Planner::set_times() {
  const ExperimentSpec& e = plan_.scenario_.experiment;
  plan_.start_ = e.start.value_or(0);
  if (!e.stop) {
    const bool unreadable = e.stop_place.line > 0;  // and reported
    if (!unreadable)
      problems_.add("missing-stop", e.place, "the experiment has no stop time",
                    "add experiment.stop, or give --stop");
    return;
  }
  plan_.stop_ = *e.stop;
  if (plan_.stop_ <= plan_.start_) {
    problems_.add("stop-before-start", e.stop_place,
                  fmt::format("stop ({}) must be later than start ({})", plan_.stop_, plan_.start_));
  }
  if (!std::isfinite(plan_.stop_ - plan_.start_)) {
    problems_.add("not-finite", e.stop_place, "the time from start to stop is beyond what a double can hold");
  }
  if (e.output_interval)
    check_resolution(*e.output_interval, "output_interval", {plan_.scenario_.file.string(), 0, 0});
  if (plan_.stop_ > plan_.start_) set_output_points();
}

/// In order and each once; those that are off the start or the stop by rounding are these.
void Planner::set_output_points() {
  ExperimentSpec& e = plan_.scenario_.experiment;
  const double rounding =
      8 * std::numeric_limits<double>::epsilon() * std::max(std::abs(plan_.start_), std::abs(plan_.stop_));
  std::vector<double> outside;
  for (double& t : e.output_points) {
    if (t < plan_.start_ && t >= plan_.start_ - rounding) t = plan_.start_;
    if (t > plan_.stop_ && t <= plan_.stop_ + rounding) t = plan_.stop_;
    if (!(t >= plan_.start_ && t <= plan_.stop_)) outside.push_back(t);
  }
  if (!outside.empty()) {
    constexpr std::size_t named = 5;
    const std::size_t some = std::min(named, outside.size());
    problems_.add(
        "points-outside", e.output_points_place,
        fmt::format("output points outside the run, t = {} to {}: {}{}", plan_.start_, plan_.stop_,
                    fmt::join(outside.begin(), outside.begin() + static_cast<std::ptrdiff_t>(some), ", "),
                    outside.size() > some ? fmt::format(" and {} more", outside.size() - some) : ""),
        "leave them out, or change start or stop");
    return;
  }
  std::sort(e.output_points.begin(), e.output_points.end());
  e.output_points.erase(std::unique(e.output_points.begin(), e.output_points.end()), e.output_points.end());
}

void Planner::check_resolution(double length, const char* what, const SourceLocation& place) {
  // From here on t + length rounds to t, or is off by a good part of the length: time would stand still.
  const double resolution =
      8 * std::numeric_limits<double>::epsilon() * std::max(std::abs(plan_.start_), std::abs(plan_.stop_));
  if (plan_.stop_ <= plan_.start_ || length >= resolution) return;
  problems_.add("step-too-small", place,
                fmt::format("{} = {} is too small: times up to {} cannot be distinguished below {:.2g}", what,
                            length, std::max(std::abs(plan_.start_), std::abs(plan_.stop_)), resolution),
                "use a larger one, or a start nearer to 0");
}

void Planner::check_states() {
  for (const RecordColumn& column : plan_.columns_) {
    if (column.kind != RecordColumn::state) continue;
    const auto& first = plan_.wiring_.layout.state;
    const auto unit = std::upper_bound(first.begin(), first.end(), column.index) - first.begin() - 1;
    const UnitInfo& info = plan_.units_[static_cast<std::size_t>(unit)];
    if (!info.can.states)
      problems_.add(
          "no-states", plan_.scenario_.units[static_cast<std::size_t>(unit)].name.place,
          fmt::format("'{}' cannot be recorded: unit '{}' does not give its states", column.name, info.name));
  }
}

}  // namespace accordo
