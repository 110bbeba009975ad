#include "model/wiring.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/index.hpp"
#include "base/names.hpp"
#include "model/name_index.hpp"

namespace accordo {
namespace {

std::string where(const Place& place) {
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

    bool given() const { return connection != nullptr || series != nullptr; }
    const Place& place() const { return series != nullptr ? series->input.place : connection->source.place; }
    std::string what() const {
      return series != nullptr ? fmt::format("the time series '{}'", series->file.string())
                               : fmt::format("'{}'", connection->source.text);
    }
  };

  int resolve(const Text& name, bool as_source);
  void unknown(const Text& name, const SplitName& split, int unit, bool as_source);
  void connect(const ConnectionSpec& connection);
  void add_series(int unit, const SeriesSpec& series);
  void feed(int input, const Source& source);
  void check_sources();
  Wiring result();
  Place place_of_input(int unit, const std::string& input) const;

  const Scenario& scenario_;
  std::span<const UnitInfo> units_;
  Problems& problems_;
  NameIndex names_;
  Layout layout_;
  std::vector<int> unit_of_input_;
  std::vector<Source> sources_;  // per input
  std::vector<bool> meant_;      // per input: a faulty connection was probably meant for it
};

/// The global index of an output (a source) or an input (a target); -1 after reporting why not.
int Wirer::resolve(const Text& name, bool as_source) {
  const std::optional<SplitName> split = split_name(name.text);
  if (!split) {
    problems_.add("bad-name", name.place, fmt::format("'{}' names no variable of a unit", name.text),
                  fmt::format("write unit.{}", as_source ? "output" : "input"));
    return -1;
  }
  const int unit = names_.unit(split->unit);
  if (unit < 0) {
    problems_.add("unknown-unit", name.place, fmt::format("there is no unit '{}'", split->unit),
                  names_.guess_unit(split->unit));
    return -1;
  }
  const int local = as_source ? names_.output(unit, split->variable) : names_.input(unit, split->variable);
  if (local < 0) {
    unknown(name, *split, unit, as_source);
    return -1;
  }
  return local + (as_source ? layout_.first_output(unit) : layout_.first_input(unit));
}

/// The unit exists, but offers no such output or input: say what the name is instead.
void Wirer::unknown(const Text& name, const SplitName& split, int unit, bool as_source) {
  const Ports& ports = units_[index(unit)].ports;
  const std::string_view variable = split.variable;
  const char* end = as_source ? "source" : "target";
  std::string what, remedy;
  if (as_source && names_.input(unit, variable) >= 0) {
    what = fmt::format("'{}' is an input and cannot be the source of a connection", name.text);
    remedy = "the source stands on the left: unit.output -> unit.input";
  } else if (!as_source && names_.output(unit, variable) >= 0) {
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
    const std::vector<std::string>& known = as_source ? ports.outputs : ports.inputs;
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

void Wirer::feed(int input, const Source& source) {
  Source& present = sources_[index(input)];
  if (!present.given()) {
    present = source;
    return;
  }
  const int unit = unit_of_input_[index(input)];
  const Ports& ports = units_[index(unit)].ports;
  problems_.add("two-sources", source.place(),
                fmt::format("'{}.{}' has two sources: {} here, {} in {}", units_[index(unit)].name,
                            ports.inputs[index(input - layout_.first_input(unit))], source.what(),
                            present.what(), where(present.place())),
                "keep one of them");
}

void Wirer::connect(const ConnectionSpec& connection) {
  const int output = resolve(connection.source, true);
  const int input = resolve(connection.target, false);
  if (input < 0) return;
  if (output < 0) {
    meant_[index(input)] = true;
    return;
  }
  feed(input, {.connection = &connection, .series = nullptr, .output = output});
}

void Wirer::add_series(int unit, const SeriesSpec& series) {
  const UnitInfo& info = units_[index(unit)];
  const int input = names_.input(unit, series.input.text);
  if (input < 0) {
    problems_.add("unknown-variable", series.input.place,
                  fmt::format("unit '{}' has no input '{}'", info.name, series.input.text),
                  did_you_mean(series.input.text, info.ports.inputs));
    return;
  }
  feed(layout_.first_input(unit) + input, {.connection = nullptr, .series = &series, .output = -1});
}

/// Where the file defines an input, or at least its unit.
Place Wirer::place_of_input(int unit, const std::string& input) const {
  if (index(unit) >= scenario_.units.size()) return {scenario_.file.string(), 0, 0};
  const UnitSpec& spec = scenario_.units[index(unit)];
  const auto search = [&](const auto& body) -> Place {
    if (body != nullptr) {
      for (const Definition& d : body->inputs) {
        if (d.name.text == input) return d.name.place;
      }
    }
    return spec.name.place;
  };
  return std::visit(search, spec.body);
}

void Wirer::check_sources() {
  for (int unit = 0; unit < layout_.units(); ++unit) {
    const Ports& ports = units_[index(unit)].ports;
    for (int i = 0; i < ports.input_count(); ++i) {
      const std::size_t input = index(layout_.first_input(unit) + i);
      if (sources_[input].given() || meant_[input] || ports.has_start[index(i)]) continue;
      const std::string& name = ports.inputs[index(i)];
      problems_.add("no-source", place_of_input(unit, name),
                    fmt::format("'{}.{}' has no source", units_[index(unit)].name, name),
                    "connect it, give it a start value, or a time series {file: …, column: …}");
    }
  }
}

Wiring Wirer::wire() {
  for (int unit = 0; unit < layout_.units(); ++unit) {
    unit_of_input_.insert(unit_of_input_.end(), index(layout_.input_count(unit)), unit);
  }
  sources_.resize(unit_of_input_.size());
  meant_.resize(unit_of_input_.size());
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
    if (source.connection == nullptr) continue;
    wiring.link_of_input[index(input)] = static_cast<int>(wiring.links.size());
    wiring.links.push_back({input, source.output, source.connection->gain, source.connection->offset});
  }
  for (int unit = 0; unit < layout_.units(); ++unit) {
    wiring.unit_of_output.insert(wiring.unit_of_output.end(), index(layout_.output_count(unit)), unit);
  }
  wiring.unit_of_input = std::move(unit_of_input_);
  wiring.layout = std::move(layout_);
  return wiring;
}

}  // namespace

Layout::Layout(std::span<const UnitInfo> units) {
  for (std::vector<int>* v : {&input, &output, &state}) {
    v->reserve(units.size() + 1);
    v->push_back(0);
  }
  for (const UnitInfo& u : units) {
    input.push_back(input.back() + u.ports.input_count());
    output.push_back(output.back() + u.ports.output_count());
    state.push_back(state.back() + u.ports.state_count());
  }
}

Wiring wire(const Scenario& scenario, std::span<const UnitInfo> units, Problems& problems) {
  return Wirer(scenario, units, problems).wire();
}

}  // namespace accordo
