#include "model/record_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <unordered_set>

#include "base/index.hpp"
#include "base/names.hpp"
#include "model/name_index.hpp"

namespace accordo {
namespace {

/// The x of "state(x)"; empty when `text` is something else.
std::string_view inside(std::string_view text, std::string_view function) {
  if (text.size() < function.size() + 3 || text.substr(0, function.size()) != function) return {};
  if (text[function.size()] != '(' || text.back() != ')') return {};
  return text.substr(function.size() + 1, text.size() - function.size() - 2);
}

class RecordPlanner {
 public:
  RecordPlanner(std::span<const UnitInfo> units, const Layout& layout, Problems& problems,
                const Unparsed& unparsed)
      : units_(units), layout_(layout), problems_(problems), unparsed_(unparsed), names_(units) {}

  void add_outputs();
  void add(const Text& pattern);
  std::vector<RecordColumn> take() { return std::move(columns_); }

 private:
  int find(int unit, RecordColumn::Kind kind, std::string_view name);
  bool add_named(int unit, std::string_view variable, const Text& pattern);
  void not_a_number(const Text& pattern, TokenType type);
  bool add_matching(int unit, std::string_view pattern);
  void add(int unit, RecordColumn::Kind kind, int local);
  bool hidden(int unit, RecordColumn::Kind kind, const std::string& variable);
  std::string variable_name(int unit, RecordColumn::Kind kind, int local);
  void unknown(const Text& pattern);

  std::span<const UnitInfo> units_;
  const Layout& layout_;
  Problems& problems_;
  const Unparsed& unparsed_;
  NameIndex names_;
  std::vector<RecordColumn> columns_;
  std::unordered_set<int> planned_[6];  // per kind, global indices
};

constexpr RecordColumn::Kind kKinds[] = {RecordColumn::output, RecordColumn::discrete_output,
                                         RecordColumn::input, RecordColumn::discrete_input,
                                         RecordColumn::state};

const std::vector<DiscretePort>* discrete_ports(const Ports& ports, RecordColumn::Kind kind) {
  if (kind == RecordColumn::discrete_output) return &ports.discrete_outputs;
  return kind == RecordColumn::discrete_input ? &ports.discrete_inputs : nullptr;
}

const std::vector<std::string>& names_of(const Ports& ports, RecordColumn::Kind kind) {
  if (kind == RecordColumn::output) return ports.outputs;
  if (kind == RecordColumn::observed) return ports.observed;
  return kind == RecordColumn::input ? ports.inputs : ports.states;
}

int count_of(const Ports& ports, RecordColumn::Kind kind) {
  const std::vector<DiscretePort>* discrete = discrete_ports(ports, kind);
  return static_cast<int>(discrete != nullptr ? discrete->size() : names_of(ports, kind).size());
}

const std::string& name_of(const Ports& ports, RecordColumn::Kind kind, int local) {
  const std::vector<DiscretePort>* discrete = discrete_ports(ports, kind);
  return discrete != nullptr ? (*discrete)[index(local)].name : names_of(ports, kind)[index(local)];
}

/// Whether it is a number.
bool recordable(const Ports& ports, RecordColumn::Kind kind, int local) {
  const std::vector<DiscretePort>* discrete = discrete_ports(ports, kind);
  return discrete == nullptr || !is_text((*discrete)[index(local)].type);
}

bool contains(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// The name that says of what kind it is.
std::string explicit_name(RecordColumn::Kind kind, const std::string& name) {
  constexpr const char* kinds[] = {"output", "input", "state", "output", "input", "variable"};
  return fmt::format("{}({})", kinds[kind], name);
}

bool RecordPlanner::hidden(int unit, RecordColumn::Kind kind, const std::string& variable) {
  if (kind == RecordColumn::output || kind == RecordColumn::observed ||
      discrete_ports(units_[index(unit)].ports, kind) != nullptr)
    return false;
  if (names_.output(unit, variable) >= 0) return true;
  return kind == RecordColumn::state && names_.input(unit, variable) >= 0;
}

std::string RecordPlanner::variable_name(int unit, RecordColumn::Kind kind, int local) {
  const std::string& name = name_of(units_[index(unit)].ports, kind, local);
  if (!hidden(unit, kind, name)) return name;
  return explicit_name(kind, name);
}

void RecordPlanner::add_outputs() {
  for (int unit = 0; unit < layout_.units(); ++unit) {
    const Ports& ports = units_[index(unit)].ports;
    for (const RecordColumn::Kind kind : {RecordColumn::output, RecordColumn::discrete_output}) {
      for (int i = 0; i < count_of(ports, kind); ++i) {
        if (recordable(ports, kind, i)) add(unit, kind, i);
      }
    }
  }
}

void RecordPlanner::add(int unit, RecordColumn::Kind kind, int local) {
  const std::vector<int>* first[] = {&layout_.output,          &layout_.input,          &layout_.state,
                                     &layout_.discrete_output, &layout_.discrete_input, &layout_.observed};
  const int global = (*first[kind])[index(unit)] + local;
  if (!planned_[kind].insert(global).second) return;
  const Ports& ports = units_[index(unit)].ports;
  const bool held = kind == RecordColumn::observed && !ports.observed_continuous[index(local)];
  columns_.push_back(
      {fmt::format("{}.{}", units_[index(unit)].name, variable_name(unit, kind, local)), kind, global, held});
}

int RecordPlanner::find(int unit, RecordColumn::Kind kind, std::string_view name) {
  switch (kind) {
    case RecordColumn::output:
      return names_.output(unit, name);
    case RecordColumn::input:
      return names_.input(unit, name);
    case RecordColumn::state:
      return names_.state(unit, name);
    case RecordColumn::discrete_output:
      return names_.discrete_output(unit, name);
    case RecordColumn::discrete_input:
      return names_.discrete_input(unit, name);
    case RecordColumn::observed:
      return names_.observed(unit, name);
  }
  return -1;
}

/// An exact name: an output, else an input, else a state, else any variable of an FMU.
bool RecordPlanner::add_named(int unit, std::string_view variable, const Text& pattern) {
  const auto add_first = [&](std::string_view name, std::initializer_list<RecordColumn::Kind> kinds) {
    for (const RecordColumn::Kind kind : kinds) {
      const int i = find(unit, kind, name);
      if (i < 0) continue;
      if (recordable(units_[index(unit)].ports, kind, i)) {
        add(unit, kind, i);
      } else {
        not_a_number(pattern, (*discrete_ports(units_[index(unit)].ports, kind))[index(i)].type);
      }
      return true;
    }
    return false;
  };
  return add_first(variable, {RecordColumn::output, RecordColumn::discrete_output, RecordColumn::input,
                              RecordColumn::discrete_input, RecordColumn::state}) ||
         add_first(inside(variable, "state"), {RecordColumn::state}) ||
         add_first(inside(variable, "input"), {RecordColumn::input, RecordColumn::discrete_input}) ||
         add_first(variable, {RecordColumn::observed});
}

void RecordPlanner::not_a_number(const Text& pattern, TokenType type) {
  problems_.add(
      "not-recordable", pattern.place,
      fmt::format("'{}' ({}) cannot be recorded: results hold numbers only", pattern.text, name_of(type)),
      "leave it out; it can be connected all the same");
}

/// Every signal of a unit whose full name matches: outputs, then inputs, then states.
bool RecordPlanner::add_matching(int unit, std::string_view pattern) {
  // `left.*` means what goes by its own name; `left.state(*)` means the states, hidden by outputs or not.
  const bool by_kind = pattern.find('(') != std::string_view::npos;
  const UnitInfo& info = units_[index(unit)];
  bool any = false;
  for (const RecordColumn::Kind kind : kKinds) {
    for (int i = 0; i < count_of(info.ports, kind); ++i) {
      const std::string& own = name_of(info.ports, kind, i);
      if (!recordable(info.ports, kind, i) || (!by_kind && hidden(unit, kind, own))) continue;
      const std::string name = by_kind ? explicit_name(kind, own) : own;
      if (!matches(fmt::format("{}.{}", info.name, name), pattern)) continue;
      add(unit, kind, i);
      any = true;
    }
  }
  return any;
}

void RecordPlanner::add(const Text& pattern) {
  const std::string_view text = pattern.text;
  const bool star = text.find('*') != std::string_view::npos;
  const std::optional<SplitName> split = split_name(text);
  bool any = false;
  if (split && split->unit.find('*') == std::string_view::npos) {
    const int unit = names_.unit(split->unit);
    if (unit >= 0) any = star ? add_matching(unit, text) : add_named(unit, split->variable, pattern);
  } else if (star) {
    for (int unit = 0; unit < layout_.units(); ++unit) any = add_matching(unit, text) || any;
  }
  if (!any) unknown(pattern);
}

void RecordPlanner::unknown(const Text& pattern) {
  const std::optional<SplitName> split = split_name(pattern.text);
  const bool any_unit = pattern.text.find('*') < pattern.text.find('.');
  if (any_unit ? unparsed_.any_unit() : split && unparsed_.has(split->unit)) return;
  const auto report = [&](const std::string& what, const std::string& remedy) {
    problems_.add("unknown-signal", pattern.place, what, remedy);
  };
  if (!split && pattern.text.find('*') == std::string::npos) {
    return report(fmt::format("'{}' is not a signal", pattern.text), "write unit.variable, or unit.*");
  }
  if (split && split->unit.find('*') == std::string_view::npos) {
    const int unit = names_.unit(split->unit);
    if (unit < 0) {
      return report(fmt::format("there is no unit '{}'", split->unit), names_.guess_unit(split->unit));
    }
    const Ports& ports = units_[index(unit)].ports;
    if (ports.variables != nullptr && contains(*ports.variables, split->variable)) {
      return problems_.add("not-recordable", pattern.place,
                           fmt::format("'{}' cannot be recorded: results hold numbers only", pattern.text));
    }
    if (names_.parameter(unit, split->variable) >= 0) {
      return report(fmt::format("'{}' is a parameter: it does not change", pattern.text), "");
    }
    std::vector<std::string> known;
    if (ports.variables != nullptr) known = *ports.variables;
    for (const RecordColumn::Kind kind : kKinds) {
      const int count = count_of(units_[index(unit)].ports, kind);
      for (int i = 0; i < count; ++i) known.push_back(variable_name(unit, kind, i));
    }
    if (split->variable.find('*') == std::string_view::npos) {
      return report(fmt::format("unit '{}' has no variable '{}'", split->unit, split->variable),
                    did_you_mean(split->variable, known));
    }
  }
  report(fmt::format("no signal matches '{}'", pattern.text),
         "patterns are unit.variable, with * for any letters");
}

}  // namespace

std::vector<RecordColumn> plan_record(std::span<const Text> patterns, std::span<const UnitInfo> units,
                                      const Layout& layout, Problems& problems, const Unparsed& unparsed) {
  RecordPlanner planner(units, layout, problems, unparsed);
  if (patterns.empty()) planner.add_outputs();
  for (const Text& pattern : patterns) planner.add(pattern);
  return planner.take();
}

void add_error_columns(std::vector<RecordColumn>& columns) {
  const auto is_error = [](const RecordColumn& column) { return column.error; };
  if (std::any_of(columns.begin(), columns.end(), is_error)) return;
  std::vector<RecordColumn> errors;
  for (const RecordColumn& column : columns) {
    if (column.kind != RecordColumn::output && column.kind != RecordColumn::input &&
        column.kind != RecordColumn::state)
      continue;
    errors.push_back(column);
    errors.back().name = fmt::format("error({})", column.name);
    errors.back().error = true;
  }
  columns.insert(columns.end(), errors.begin(), errors.end());
}

}  // namespace accordo
