// Inputs that follow time series.

#include <algorithm>

#include "session/planner.hpp"

namespace accordo {

/// Columns for a single FMU may have the unit's name in front, or not: the FMU's own names count first.
void Planner::name_series() {
  if (plan_.scenario_.file.extension() != ".fmu" || plan_.scenario_.units.empty()) return;
  const Ports& ports = plan_.units_.front().ports;
  const auto known = [&](const std::string& name) {
    const auto named = [&](const DiscretePort& port) { return port.name == name; };
    return std::find(ports.inputs.begin(), ports.inputs.end(), name) != ports.inputs.end() ||
           std::any_of(ports.discrete_inputs.begin(), ports.discrete_inputs.end(), named);
  };
  const std::string prefix = plan_.scenario_.units.front().name.text + ".";
  for (SeriesSpec& spec : plan_.scenario_.units.front().series) {
    if (spec.input.text.starts_with(prefix) && !known(spec.input.text))
      spec.input.text.erase(0, prefix.size());
  }
}

void Planner::read_series() {
  SeriesReader reader;
  for (std::size_t k = 0; k < plan_.scenario_.units.size(); ++k) {
    for (const SeriesSpec& spec : plan_.scenario_.units[k].series)
      drive_input(static_cast<int>(k), spec, reader);
  }
}

/// One input that follows a series; what is not an input was reported by the wiring.
void Planner::drive_input(int unit, const SeriesSpec& spec, SeriesReader& reader) {
  const Ports& ports = plan_.units_[static_cast<std::size_t>(unit)].ports;
  std::shared_ptr<const TimeSeries> series;
  if (const auto found = std::find(ports.inputs.begin(), ports.inputs.end(), spec.input.text);
      found != ports.inputs.end()) {
    const auto i = found - ports.inputs.begin();
    series = reader.read(spec, problems_);
    if (!series) return;
    const bool held = !ports.held.empty() && ports.held[static_cast<std::size_t>(i)];
    if (held) series = std::make_shared<TimeSeries>(series->held());
    if (!held) lines_.emplace_back(plan_.driven_.size(), series);
    plan_.driven_.push_back({plan_.wiring_.layout.first_input(unit) + static_cast<int>(i),
                             [series](const Instant& at) { return series->value(at); },
                             [series](const Instant& at) { return series->slope(at); },
                             [series](double from, double to) { return series->mean(from, to); }});
    if (!held) return;  // where it jumps is an event, or not: see know_events()
  } else {
    const auto& list = ports.discrete_inputs;
    const auto port = std::find_if(list.begin(), list.end(),
                                   [&](const DiscretePort& p) { return p.name == spec.input.text; });
    if (port == list.end() || is_text(port->type)) return;
    series = reader.read(spec, *port, problems_);
    if (!series) return;
    plan_.driven_tokens_.push_back(
        {plan_.wiring_.layout.first_discrete_input(unit) + static_cast<int>(port - list.begin()),
         [series, type = port->type](const Instant& at) { return *token_of(series->value(at), type); }});
  }
  const std::vector<double> jumps = series->jumps();
  plan_.series_events_.insert(plan_.series_events_.end(), jumps.begin(), jumps.end());
}

}  // namespace accordo
