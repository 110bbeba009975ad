#include "model/record_plan.hpp"

#include <fmt/format.h>

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
  RecordPlanner(std::span<const UnitInfo> units, const Layout& layout, Problems& problems)
      : units_(units), layout_(layout), problems_(problems), names_(units) {}

  void add_outputs() {
    for (int unit = 0; unit < layout_.units(); ++unit) {
      for (int i = 0; i < layout_.output_count(unit); ++i) add(unit, RecordColumn::output, i);
    }
  }
  void add(const Text& pattern);
  std::vector<RecordColumn> take() { return std::move(columns_); }

 private:
  bool add_named(int unit, std::string_view variable);
  bool add_matching(int unit, std::string_view pattern);
  void add(int unit, RecordColumn::Kind kind, int local);
  bool hidden(int unit, RecordColumn::Kind kind, const std::string& variable);
  std::string variable_name(int unit, RecordColumn::Kind kind, int local);
  void unknown(const Text& pattern);

  std::span<const UnitInfo> units_;
  const Layout& layout_;
  Problems& problems_;
  NameIndex names_;
  std::vector<RecordColumn> columns_;
  std::unordered_set<int> planned_[3];  // per kind, global indices
};

const std::vector<std::string>& names_of(const Ports& ports, RecordColumn::Kind kind) {
  if (kind == RecordColumn::output) return ports.outputs;
  return kind == RecordColumn::input ? ports.inputs : ports.states;
}

/// The name that says of what kind it is.
std::string explicit_name(RecordColumn::Kind kind, const std::string& name) {
  constexpr const char* kinds[] = {"output", "input", "state"};
  return fmt::format("{}({})", kinds[kind], name);
}

constexpr RecordColumn::Kind kKinds[] = {RecordColumn::output, RecordColumn::input, RecordColumn::state};

bool RecordPlanner::hidden(int unit, RecordColumn::Kind kind, const std::string& variable) {
  if (kind == RecordColumn::output) return false;
  if (names_.output(unit, variable) >= 0) return true;
  return kind == RecordColumn::state && names_.input(unit, variable) >= 0;
}

std::string RecordPlanner::variable_name(int unit, RecordColumn::Kind kind, int local) {
  const std::string& name = names_of(units_[index(unit)].ports, kind)[index(local)];
  if (!hidden(unit, kind, name)) return name;
  return explicit_name(kind, name);
}

void RecordPlanner::add(int unit, RecordColumn::Kind kind, int local) {
  const int first = kind == RecordColumn::output  ? layout_.first_output(unit)
                    : kind == RecordColumn::input ? layout_.first_input(unit)
                                                  : layout_.first_state(unit);
  if (!planned_[kind].insert(first + local).second) return;
  columns_.push_back({fmt::format("{}.{}", units_[index(unit)].name, variable_name(unit, kind, local)), kind,
                      first + local});
}

/// An exact name: an output, else an input, else a state.
bool RecordPlanner::add_named(int unit, std::string_view variable) {
  if (const int i = names_.output(unit, variable); i >= 0) return add(unit, RecordColumn::output, i), true;
  if (const int i = names_.input(unit, variable); i >= 0) return add(unit, RecordColumn::input, i), true;
  if (const int i = names_.state(unit, variable); i >= 0) return add(unit, RecordColumn::state, i), true;
  const std::string_view state = inside(variable, "state"), input = inside(variable, "input");
  if (const int i = names_.state(unit, state); i >= 0) return add(unit, RecordColumn::state, i), true;
  if (const int i = names_.input(unit, input); i >= 0) return add(unit, RecordColumn::input, i), true;
  return false;
}

/// Every signal of a unit whose full name matches: outputs, then inputs, then states.
bool RecordPlanner::add_matching(int unit, std::string_view pattern) {
  // `left.*` means what goes by its own name; `left.state(*)` means the states, hidden by outputs or not.
  const bool by_kind = pattern.find('(') != std::string_view::npos;
  const UnitInfo& info = units_[index(unit)];
  bool any = false;
  for (const RecordColumn::Kind kind : kKinds) {
    const std::vector<std::string>& names = names_of(info.ports, kind);
    for (std::size_t i = 0; i < names.size(); ++i) {
      const int local = static_cast<int>(i);
      if (!by_kind && hidden(unit, kind, names[i])) continue;
      const std::string name = by_kind ? explicit_name(kind, names[i]) : names[i];
      if (!matches(fmt::format("{}.{}", info.name, name), pattern)) continue;
      add(unit, kind, local);
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
    if (unit >= 0) any = star ? add_matching(unit, text) : add_named(unit, split->variable);
  } else if (star) {
    for (int unit = 0; unit < layout_.units(); ++unit) any = add_matching(unit, text) || any;
  }
  if (!any) unknown(pattern);
}

void RecordPlanner::unknown(const Text& pattern) {
  const std::optional<SplitName> split = split_name(pattern.text);
  const auto report = [&](const std::string& what, const std::string& remedy) {
    problems_.add("unknown-signal", pattern.place, what, remedy);
  };
  if (!split && pattern.text.find('*') == std::string::npos) {
    return report(fmt::format("'{}' is no signal", pattern.text), "write unit.variable, or unit.*");
  }
  if (split && split->unit.find('*') == std::string_view::npos) {
    const int unit = names_.unit(split->unit);
    if (unit < 0) {
      return report(fmt::format("there is no unit '{}'", split->unit), names_.guess_unit(split->unit));
    }
    if (names_.parameter(unit, split->variable) >= 0) {
      return report(fmt::format("'{}' is a parameter: it does not change", pattern.text), "");
    }
    std::vector<std::string> known;
    for (const RecordColumn::Kind kind : kKinds) {
      const std::vector<std::string>& names = names_of(units_[index(unit)].ports, kind);
      for (std::size_t i = 0; i < names.size(); ++i) {
        known.push_back(variable_name(unit, kind, static_cast<int>(i)));
      }
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
                                      const Layout& layout, Problems& problems) {
  RecordPlanner planner(units, layout, problems);
  if (patterns.empty()) planner.add_outputs();
  for (const Text& pattern : patterns) planner.add(pattern);
  return planner.take();
}

}  // namespace accordo
