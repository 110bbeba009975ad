#include "model/wiring.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/index.hpp"
#include "base/names.hpp"
#include "model/name_index.hpp"
#include "model/type_rules.hpp"

namespace accordo {
namespace {

std::string where(const SourceLocation& place) {
  return place.line > 0 ? fmt::format("line {}", place.line) : std::string("the command line");
}

/// Collects the connections of a scenario, input by input.
class Wirer {
 public:
  Wirer(const Scenario& scenario, std::span<const UnitInfo> units, Problems& problems)
      : scenario_(scenario), units_(units), problems_(problems), names_(units), layout_(units) {}

  Wiring wire();

 private:
  /// What feeds an input: a connection, a time series, or nothing yet.
  struct Source {
    const ConnectionSpec* connection = nullptr;
    const SeriesSpec* series = nullptr;
    int output = -1;
    bool discrete = false;  ///< the output is

    bool given() const { return connection != nullptr || series != nullptr; }
    const SourceLocation& place() const {
      return series != nullptr ? series->input.place : connection->source.place;
    }
    std::string what() const {
      return series != nullptr ? fmt::format("the time series '{}'", series->file.string())
                               : fmt::format("'{}'", connection->source.text);
    }
  };

  /// One end of a connection: a global index, -1 after reporting why there is none, and its type.
  struct End {
    int index = -1;
    EndType type = {};
  };

  End resolve(const Text& name, bool as_source);
  void unknown(const Text& name, const SplitName& split, int unit, bool as_source);
  void connect(const ConnectionSpec& connection);
  void add_series(int unit, const SeriesSpec& series);
  bool fit(const ConnectionSpec& connection, const End& source, const End& target);
  void feed(const End& input, const std::string& name, const Source& source);
  std::vector<bool>& meant(const End& input) { return input.type ? discrete_meant_ : meant_; }
  void check_sources();
  void no_source(int unit, const std::string& input);
  Wiring result();
  void add_discrete_links(DiscreteWiring& wiring) const;
  SourceLocation place_of_input(int unit, const std::string& input) const;

  const Scenario& scenario_;
  std::span<const UnitInfo> units_;
  Problems& problems_;
  NameIndex names_;
  Layout layout_;
  std::vector<int> unit_of_input_;
  std::vector<Source> sources_, discrete_sources_;  // per input
  std::vector<bool> meant_, discrete_meant_;  // per input: a faulty connection was probably meant for it
};

/// An output (a source) or an input (a target).
Wirer::End Wirer::resolve(const Text& name, bool as_source) {
  const std::optional<SplitName> split = split_name(name.text);
  if (!split) {
    problems_.add("bad-name", name.place, fmt::format("'{}' names no variable of a unit", name.text),
                  fmt::format("write unit.{}", as_source ? "output" : "input"));
    return {};
  }
  if (scenario_.unparsed.has(split->unit)) return {};
  const int unit = names_.unit(split->unit);
  if (unit < 0) {
    problems_.add("unknown-unit", name.place, fmt::format("there is no unit '{}'", split->unit),
                  names_.guess_unit(split->unit));
    return {};
  }
  const std::string_view variable = split->variable;
  const int real = as_source ? names_.output(unit, variable) : names_.input(unit, variable);
  if (real >= 0) return {real + (as_source ? layout_.first_output(unit) : layout_.first_input(unit)), {}};
  const int local =
      as_source ? names_.discrete_output(unit, variable) : names_.discrete_input(unit, variable);
  if (local < 0) {
    unknown(name, *split, unit, as_source);
    return {};
  }
  const Ports& ports = units_[index(unit)].ports;
  if (as_source)
    return {layout_.first_discrete_output(unit) + local, ports.discrete_outputs[index(local)].type};
  return {layout_.first_discrete_input(unit) + local, ports.discrete_inputs[index(local)].type};
}

/// The unit exists, but offers no such output or input: say what the name is instead.
void Wirer::unknown(const Text& name, const SplitName& split, int unit, bool as_source) {
  const Ports& ports = units_[index(unit)].ports;
  const std::string_view variable = split.variable;
  const char* end = as_source ? "source" : "target";
  std::string what, remedy;
  const bool input = names_.input(unit, variable) >= 0 || names_.discrete_input(unit, variable) >= 0;
  const bool output = names_.output(unit, variable) >= 0 || names_.discrete_output(unit, variable) >= 0;
  if (as_source && input) {
    what = fmt::format("'{}' is an input and cannot be the source of a connection", name.text);
    remedy = "the source stands on the left: unit.output -> unit.input";
  } else if (!as_source && output) {
    what = fmt::format("'{}' is an output and cannot be the target of a connection", name.text);
    remedy = "the target stands on the right: unit.output -> unit.input";
  } else if (names_.state(unit, variable) >= 0) {
    what = fmt::format("'{}' is a state and cannot be the {} of a connection", name.text, end);
    if (as_source)
      remedy = fmt::format("add it to the outputs of '{}': {}: {}", split.unit, variable, variable);
  } else if (names_.parameter(unit, variable) >= 0) {
    what = fmt::format("'{}' is a parameter and cannot be the {} of a connection", name.text, end);
    if (!as_source) remedy = fmt::format("make it an input of '{}'", split.unit);
  } else {
    std::vector<std::string> known = as_source ? ports.outputs : ports.inputs;
    for (const DiscretePort& port : as_source ? ports.discrete_outputs : ports.discrete_inputs)
      known.push_back(port.name);
    what = fmt::format("unit '{}' has no {} '{}'", split.unit, as_source ? "output" : "input", variable);
    remedy = known.empty() ? fmt::format("it has no {}s at all", as_source ? "output" : "input")
                           : did_you_mean(variable, known);
  }
  problems_.add("unknown-variable", name.place, what, remedy);
  // The input it was probably meant for would otherwise be reported once more, as having no source.
  if (as_source) return;
  const int guess = names_.input(unit, closest(variable, ports.inputs));
  if (guess >= 0) meant_[index(layout_.first_input(unit) + guess)] = true;
}

void Wirer::feed(const End& input, const std::string& name, const Source& source) {
  Source& present = (input.type ? discrete_sources_ : sources_)[index(input.index)];
  if (!present.given()) {
    present = source;
    return;
  }
  problems_.add("two-sources", source.place(),
                fmt::format("'{}' has two sources: {} here, {} in {}", name, source.what(), present.what(),
                            where(present.place())),
                "keep one of them");
}

void Wirer::connect(const ConnectionSpec& connection) {
  const End output = resolve(connection.source, true);
  const End input = resolve(connection.target, false);
  if (input.index < 0) return;
  if (output.index < 0 || !fit(connection, output, input)) {
    meant(input)[index(input.index)] = true;
    return;
  }
  feed(input, connection.target.text,
       {.connection = &connection, .series = nullptr, .output = output.index, .discrete = bool(output.type)});
}

bool Wirer::fit(const ConnectionSpec& connection, const End& source, const End& target) {
  const std::optional<Mismatch> found =
      connection.map.empty() ? mismatch(source.type, target.type, connection.gain, connection.offset)
                             : map_mismatch(source.type, target.type, connection.map);
  if (!found) return true;
  problems_.add("type-mismatch", connection.source.place,
                fmt::format("'{}' ({}) cannot feed '{}' ({}): {}", connection.source.text,
                            name_of(source.type), connection.target.text, name_of(target.type), found->why),
                found->remedy);
  return false;
}

void Wirer::add_series(int unit, const SeriesSpec& series) {
  const UnitInfo& info = units_[index(unit)];
  if (scenario_.unparsed.has(info.name)) return;
  const int input = names_.input(unit, series.input.text);
  if (input >= 0) {
    return feed({layout_.first_input(unit) + input, {}}, fmt::format("{}.{}", info.name, series.input.text),
                {.connection = nullptr, .series = &series, .output = -1});
  }
  if (const int i = names_.discrete_input(unit, series.input.text); i >= 0) {
    const TokenType type = info.ports.discrete_inputs[index(i)].type;
    const int input_index = layout_.first_discrete_input(unit) + i;
    if (!is_text(type)) {
      return feed({input_index, type}, fmt::format("{}.{}", info.name, series.input.text),
                  {.connection = nullptr, .series = &series, .output = -1});
    }
    problems_.add(
        "series-not-real", series.input.place,
        fmt::format("'{}.{}' ({}) cannot follow a time series", info.name, series.input.text, name_of(type)),
        "give it a start value, or connect it");
    discrete_meant_[index(input_index)] = true;
    return;
  }
  if (names_.parameter(unit, series.input.text) >= 0) {
    problems_.add(
        "series-not-tunable", series.input.place,
        fmt::format("'{}.{}' cannot follow a time series: this parameter does not change during a run",
                    info.name, series.input.text),
        "give it one value; only parameters that an FMU declares as tunable follow a series");
    return;
  }
  problems_.add("unknown-variable", series.input.place,
                fmt::format("unit '{}' has no input '{}'", info.name, series.input.text),
                did_you_mean(series.input.text, info.ports.inputs));
}

/// Where the file defines an input, or at least its unit.
SourceLocation Wirer::place_of_input(int unit, const std::string& input) const {
  if (index(unit) >= scenario_.units.size()) return {scenario_.file.string(), 0, 0};
  const UnitSpec& spec = scenario_.units[index(unit)];
  if (spec.body != nullptr) {
    for (const Definition& d : spec.body->inputs) {
      if (d.name.text == input) return d.name.place;
    }
  }
  return spec.name.place;
}

void Wirer::check_sources() {
  if (scenario_.unparsed.connections) return;
  for (int unit = 0; unit < layout_.units(); ++unit) {
    const Ports& ports = units_[index(unit)].ports;
    for (int i = 0; i < ports.input_count(); ++i) {
      const std::size_t input = index(layout_.first_input(unit) + i);
      if (sources_[input].given() || meant_[input] || ports.has_start[index(i)]) continue;
      no_source(unit, ports.inputs[index(i)]);
    }
    std::size_t input = index(layout_.first_discrete_input(unit));
    for (const DiscretePort& port : ports.discrete_inputs) {
      if (!discrete_sources_[input].given() && !discrete_meant_[input] && !port.has_start)
        no_source(unit, port.name);
      ++input;
    }
  }
}

void Wirer::no_source(int unit, const std::string& input) {
  problems_.add("no-source", place_of_input(unit, input),
                fmt::format("'{}.{}' has no source", units_[index(unit)].name, input),
                "connect it, give it a start value, or a time series {file: …, column: …}");
}

Wiring Wirer::wire() {
  for (int unit = 0; unit < layout_.units(); ++unit) {
    unit_of_input_.insert(unit_of_input_.end(), index(layout_.input_count(unit)), unit);
  }
  sources_.resize(unit_of_input_.size());
  meant_.resize(unit_of_input_.size());
  discrete_sources_.resize(index(layout_.discrete_inputs()));
  discrete_meant_.resize(discrete_sources_.size());
  const std::size_t described = std::min(units_.size(), scenario_.units.size());
  for (std::size_t k = 0; k < described; ++k) {
    for (const SeriesSpec& series : scenario_.units[k].series) add_series(static_cast<int>(k), series);
  }
  for (const ConnectionSpec& connection : scenario_.connections) connect(connection);
  check_sources();
  return result();
}

Wiring Wirer::result() {
  Wiring wiring;
  wiring.link_of_input.assign(index(layout_.inputs()), -1);
  for (int input = 0; input < layout_.inputs(); ++input) {
    const Source& source = sources_[index(input)];
    if (source.connection == nullptr || source.discrete) continue;
    wiring.link_of_input[index(input)] = static_cast<int>(wiring.links.size());
    wiring.links.push_back({input, source.output, source.connection->gain, source.connection->offset});
  }
  for (int unit = 0; unit < layout_.units(); ++unit) {
    wiring.unit_of_output.insert(wiring.unit_of_output.end(), index(layout_.output_count(unit)), unit);
  }
  add_discrete_links(wiring.discrete);
  wiring.unit_of_input = std::move(unit_of_input_);
  wiring.layout = std::move(layout_);
  return wiring;
}

void Wirer::add_discrete_links(DiscreteWiring& wiring) const {
  const auto link = [](std::size_t input, const Source& source) {
    return Link{static_cast<int>(input), source.output, source.connection->gain, source.connection->offset};
  };
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    if (sources_[i].discrete) wiring.held.push_back(link(i, sources_[i]));
  }
  for (std::size_t i = 0; i < discrete_sources_.size(); ++i) {
    const Source& source = discrete_sources_[i];
    if (source.connection == nullptr) continue;
    if (!source.discrete) {
      wiring.sampled.push_back(link(i, source));
      continue;
    }
    wiring.links.push_back({link(i, source), source.connection->map});
    std::sort(wiring.links.back().map.begin(), wiring.links.back().map.end());
  }
}

}  // namespace

Wiring wire(const Scenario& scenario, std::span<const UnitInfo> units, Problems& problems) {
  return Wirer(scenario, units, problems).wire();
}

}  // namespace accordo
