// Making a scenario ready: every check that can be made is made, and all problems are reported together.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/names.hpp"
#include "coupling/estimation.hpp"
#include "execute/communicator.hpp"
#include "io/scenario/keys.hpp"
#include "model/graph.hpp"
#include "model/quantity_rules.hpp"
#include "session/hindrance.hpp"
#include "session/session.hpp"

namespace accordo {
bool Session::assemble(Problems& problems) {
  set_times(problems);
  build_units(problems);
  if (!scenario_.unparsed.structure) {  // else every mention of a unit would count as a problem
    name_series();
    if (!scenario_.ignore_units) convert_connections(scenario_, units_, problems, warnings_);
    wiring_ = wire(scenario_, units_, problems);
    columns_ = plan_record(scenario_.record, units_, wiring_.layout, problems, scenario_.unparsed);
    read_series(problems);
    check_states(problems);
  }
  choose_method(problems);
  std::optional<Options> options;
  if (method_ != nullptr) {
    options.emplace(method_->options, scenario_.experiment.options, method_->name, problems);
    traits_ = method_->traits(*options, units_);
    set_step(problems);
    set_shortest_step(*options, problems);
    know_events(*options);
  }
  open_loops(problems);
  check_ranks(problems);
  if (!problems.empty()) return false;
  hosts_ = scenario_.execution.mpi && open_mpi().rank() > 0;
  if (hosts_) return true;  // the rest is rank 0's

  executor_ = make_executor();
  ensemble_ = std::make_unique<Ensemble>(wiring_, units_, *executor_, driven_);
  ensemble_->follow(driven_tokens_);
  coupling_ = method_->make({*options, *ensemble_, scenario_.experiment, problems});
  return problems.empty();
}

void Session::set_times(Problems& problems) {
  const ExperimentSpec& e = scenario_.experiment;
  start_ = e.start.value_or(0);
  if (!e.stop) {
    const bool unreadable = e.stop_place.line > 0;  // and reported
    if (!unreadable)
      problems.add("missing-stop", e.place, "the experiment has no stop time",
                   "add experiment.stop, or give --stop");
    return;
  }
  stop_ = *e.stop;
  if (stop_ <= start_) {
    problems.add("stop-before-start", e.stop_place,
                 fmt::format("stop ({}) must be later than start ({})", stop_, start_));
  }
  if (!std::isfinite(stop_ - start_)) {
    problems.add("not-finite", e.stop_place, "the time from start to stop is beyond what a double can hold");
  }
  if (e.output_interval)
    check_resolution(*e.output_interval, "output_interval", {scenario_.file.string(), 0, 0}, problems);
  if (stop_ > start_) set_output_points(problems);
}

/// In order and each once; those that are off the start or the stop by rounding are these.
void Session::set_output_points(Problems& problems) {
  ExperimentSpec& e = scenario_.experiment;
  const double rounding =
      8 * std::numeric_limits<double>::epsilon() * std::max(std::abs(start_), std::abs(stop_));
  std::vector<double> outside;
  for (double& t : e.output_points) {
    if (t < start_ && t >= start_ - rounding) t = start_;
    if (t > stop_ && t <= stop_ + rounding) t = stop_;
    if (!(t >= start_ && t <= stop_)) outside.push_back(t);
  }
  if (!outside.empty()) {
    constexpr std::size_t named = 5;
    const std::size_t some = std::min(named, outside.size());
    problems.add(
        "points-outside", e.output_points_place,
        fmt::format("output points outside the run, t = {} to {}: {}{}", start_, stop_,
                    fmt::join(outside.begin(), outside.begin() + static_cast<std::ptrdiff_t>(some), ", "),
                    outside.size() > some ? fmt::format(" and {} more", outside.size() - some) : ""),
        "leave them out, or change start or stop");
    return;
  }
  std::sort(e.output_points.begin(), e.output_points.end());
  e.output_points.erase(std::unique(e.output_points.begin(), e.output_points.end()), e.output_points.end());
}

void Session::check_resolution(double length, const char* what, const SourceLocation& place,
                               Problems& problems) const {
  // From here on t + length rounds to t, or is off by a good part of the length: time would stand still.
  const double resolution =
      8 * std::numeric_limits<double>::epsilon() * std::max(std::abs(start_), std::abs(stop_));
  if (stop_ <= start_ || length >= resolution) return;
  problems.add("step-too-small", place,
               fmt::format("{} = {} is too small: times up to {} are not told apart below {:.2g}", what,
                           length, std::max(std::abs(start_), std::abs(stop_)), resolution),
               "take a larger one, or let time start nearer to 0");
}

/// Columns for a single FMU may have the unit's name in front, or not: the FMU's own names count first.
void Session::name_series() {
  if (scenario_.file.extension() != ".fmu" || scenario_.units.empty()) return;
  const Ports& ports = units_.front().ports;
  const auto known = [&](const std::string& name) {
    const auto named = [&](const DiscretePort& port) { return port.name == name; };
    return std::find(ports.inputs.begin(), ports.inputs.end(), name) != ports.inputs.end() ||
           std::any_of(ports.discrete_inputs.begin(), ports.discrete_inputs.end(), named);
  };
  const std::string prefix = scenario_.units.front().name.text + ".";
  for (SeriesSpec& spec : scenario_.units.front().series) {
    if (spec.input.text.starts_with(prefix) && !known(spec.input.text))
      spec.input.text.erase(0, prefix.size());
  }
}

void Session::read_series(Problems& problems) {
  SeriesReader reader;
  for (std::size_t k = 0; k < scenario_.units.size(); ++k) {
    for (const SeriesSpec& spec : scenario_.units[k].series)
      drive_input(static_cast<int>(k), spec, reader, problems);
  }
}

/// One input that follows a series; what is not an input was reported by the wiring.
void Session::drive_input(int unit, const SeriesSpec& spec, SeriesReader& reader, Problems& problems) {
  const Ports& ports = units_[static_cast<std::size_t>(unit)].ports;
  std::shared_ptr<const TimeSeries> series;
  if (const auto found = std::find(ports.inputs.begin(), ports.inputs.end(), spec.input.text);
      found != ports.inputs.end()) {
    const auto i = found - ports.inputs.begin();
    series = reader.read(spec, problems);
    if (!series) return;
    const bool held = !ports.held.empty() && ports.held[static_cast<std::size_t>(i)];
    if (held) series = std::make_shared<TimeSeries>(series->held());
    if (!held) lines_.emplace_back(driven_.size(), series);
    driven_.push_back({wiring_.layout.first_input(unit) + static_cast<int>(i),
                       [series](const Instant& at) { return series->value(at); },
                       [series](const Instant& at) { return series->slope(at); },
                       [series](double from, double to) { return series->mean(from, to); }});
    if (!held) return;  // where it jumps is an event, or not: see know_events()
  } else {
    const auto& list = ports.discrete_inputs;
    const auto port = std::find_if(list.begin(), list.end(),
                                   [&](const DiscretePort& p) { return p.name == spec.input.text; });
    if (port == list.end() || is_text(port->type)) return;
    series = reader.read(spec, *port, problems);
    if (!series) return;
    driven_tokens_.push_back(
        {wiring_.layout.first_discrete_input(unit) + static_cast<int>(port - list.begin()),
         [series, type = port->type](const Instant& at) { return *token_of(series->value(at), type); }});
  }
  const std::vector<double> jumps = series->jumps();
  series_events_.insert(series_events_.end(), jumps.begin(), jumps.end());
}

void Session::check_states(Problems& problems) const {
  for (const RecordColumn& column : columns_) {
    if (column.kind != RecordColumn::state) continue;
    const auto& first = wiring_.layout.state;
    const auto unit = std::upper_bound(first.begin(), first.end(), column.index) - first.begin() - 1;
    const UnitInfo& info = units_[static_cast<std::size_t>(unit)];
    if (!info.can.states)
      problems.add(
          "no-states", scenario_.units[static_cast<std::size_t>(unit)].name.place,
          fmt::format("'{}' cannot be recorded: unit '{}' does not give its states", column.name, info.name));
  }
}

void Session::choose_method(Problems& problems) {
  const ExperimentSpec& e = scenario_.experiment;
  const bool automatic = !e.method || e.method->text == "auto";
  const std::string name = automatic ? automatic_method() : e.method->text;
  method_ = find_method(name);
  if (method_ == nullptr) {
    std::vector<std::string> names{"auto"};
    for (const Method& m : methods()) names.push_back(m.name);
    problems.add("unknown-method", e.method->place, fmt::format("there is no method '{}'", name),
                 did_you_mean(name, names));
    return;
  }
  for (const Hindrance& h : hindrances(*method_, *this)) {
    problems.add(h.id, scenario_.units[h.unit].name.place,
                 fmt::format("method '{}' cannot take unit '{}': {}", name, units_[h.unit].name, h.why),
                 h.remedy);
  }
  if (e.solver && method_->solver.empty()) {
    problems.add("no-solver", e.solver->place,
                 fmt::format("method '{}' does not iterate: it takes no solver", name),
                 "remove the solver, or choose a method that iterates, for instance ifosmondi-jfm");
  }
  if (e.estimate && !is_declared(e.estimate->text, keys::estimates)) {
    problems.add("bad-estimate", e.estimate->place, fmt::format("estimate cannot be '{}'", e.estimate->text),
                 "auto (units that cannot roll back), all, or none");
  }
}

/// What serves best with what the units can do; why is said in choice_.
std::string Session::automatic_method() {
  const UndrivenUnits undriven(wiring_);
  const auto all = std::ssize(units_);
  std::ptrdiff_t back = 0, linear = 0, either = 0, alone = 0, ahead = 0;
  for (std::size_t k = 0; k < units_.size(); ++k) {
    const UnitInfo& unit = units_[k];
    const bool goes_first = runs_ahead(unit, undriven[k]), rolls = unit.can.rollback || goes_first;
    alone += undriven[k] ? 1 : 0;
    ahead += goes_first ? 1 : 0;
    back += rolls ? 1 : 0;
    linear += estimable(unit) ? 1 : 0;
    either += rolls || estimable(unit) ? 1 : 0;
  }
  if (all > 0 && alone == all) {
    choice_ = all == 1 ? "nothing is fed by another unit" : "no unit is fed by another";
    return "jacobi";
  }
  if (back == all) {
    choice_ = ahead > 0       ? "all units that others feed roll back"
              : linear == all ? "all units roll back and linearize"
                              : "all units roll back";
    return "ifosmondi-jfm";
  }
  if (linear > 0) {
    choice_ = linear == all
                  ? fmt::format("{} of {} units cannot roll back, all linearize", all - back, all)
                  : fmt::format("{} of {} units cannot roll back, {} linearize", all - back, all, linear);
    return either == all && linear < all ? "ifosmondi-jfm" : "missiles";
  }
  choice_ = fmt::format("{} of {} units can neither roll back nor be estimated", all - either, all);
  return "f3ornits";
}

/// A loop through a unit whose ∂y/∂u nobody knows cannot be solved at an instant: the outputs of that unit
/// stay those of its step. Methods that iterate agree on them all the same, others are a step late.
void Session::open_loops(const Problems& problems) {
  if (!problems.empty()) return;
  const auto open_one = [&] {
    for (const OutputOrder::Stage& stage : propagation_order(wiring_, units_).stages) {
      for (const int k : stage.units) {
        UnitInfo& unit = units_[static_cast<std::size_t>(k)];
        const bool known = (unit.can.linearization && unit.can.states) || unit.can.feed_through;
        if (!stage.loop || known || !unit.can.reevaluation) continue;
        if (opened_loop_.empty()) opened_loop_ = describe_loop(stage, wiring_, units_);
        unit.can.reevaluation = false;
        return true;
      }
    }
    return false;
  };
  while (open_one()) {
  }
}

}  // namespace accordo
