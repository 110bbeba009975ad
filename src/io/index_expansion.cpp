#include "io/index_expansion.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/names.hpp"
#include "expr/op.hpp"
#include "io/number.hpp"

namespace accordo {
namespace {

/// Why this cannot be the name of an index; empty when it can.
std::string fault_of_index(std::string_view name, const Bindings& bindings) {
  if (!is_identifier(name)) return fmt::format("'{}' cannot be the name of an index", name);
  if (expr::is_reserved(name)) return fmt::format("'{}' has a meaning of its own in expressions", name);
  if (bindings.find(name)) return fmt::format("'{}' has a value already", name);
  return {};
}

bool contains(const Family& family, std::span<const std::int64_t> values) {
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (!family.ranges[k].contains(values[k])) return false;
  }
  return true;
}

/// "i = 0..9, j = 1..5"
std::string ranges_text(const Family& family) {
  std::string text;
  for (std::size_t k = 0; k < family.ranges.size(); ++k)
    text += fmt::format("{}{} = {}", k > 0 ? ", " : "", family.indices[k], family.ranges[k].text());
  return text;
}

std::string sample_member(const Family& family) {
  std::string text = family.name;
  for (const Range& range : family.ranges) text += fmt::format("[{}]", range.first);
  return text;
}

Expanded no_such_family(std::string_view unit, std::string_view name, const Families& families) {
  std::vector<std::string> known;
  for (const auto& [other, family] : families) known.push_back(other);
  std::sort(known.begin(), known.end());
  return {{}, fmt::format("there are no units '{}'", unit), did_you_mean(name, known)};
}

/// `cell[i+1]` as `cell[4]`.
Expanded expand_unit(std::string_view unit, const Bindings& bindings, const Families& families) {
  const IndexedName indexed = split_brackets(unit);
  const auto family = families.find(std::string(indexed.name));
  const bool known = family != families.end();
  if (known && family->second.ranges.empty()) return {std::string(unit), {}};
  if (known && indexed.brackets.size() != family->second.indices.size()) {
    return {{},
            fmt::format("'{}' are many units, told apart by {}: one is {}", indexed.name,
                        fmt::join(family->second.indices, ", "), sample_member(family->second))};
  }
  std::string text(indexed.name);
  std::vector<std::int64_t> values;
  for (const std::string_view bracket : indexed.brackets) {
    if (trim(bracket) == "*") {
      text += "[*]";
      continue;
    }
    const Whole value = evaluate_whole(bracket, bindings);
    if (!value && !known && value.unknown_name) return no_such_family(unit, indexed.name, families);
    if (!value) return {{}, fmt::format("the index [{}]: {}", bracket, value.fault)};
    values.push_back(value.value);
    text += fmt::format("[{}]", value.value);
  }
  if (!known || values.size() != indexed.brackets.size()) return {text, {}};
  if (contains(family->second, values)) return {std::move(text), {}};
  return {
      {},
      fmt::format("there is no unit '{}'{}: '{}' is there for {}", text, values_in(unit, bindings),
                  indexed.name, ranges_text(family->second)),
      "say for which indices, as in 'a[i].y -> a[i+1].u for i = 0..8', or take the remainder: a[(i+1) % 10]",
      true};
}

/// `list[i+1]` as `list[4]`; what is not bound is part of the name.
std::string expand_variable(std::string_view variable, const Bindings& bindings) {
  std::string text;
  for (std::size_t i = 0; i < variable.size();) {
    const std::size_t end = skip_bracket(variable, i);
    const std::string_view part = variable.substr(i, end - i);
    i = end;
    if (part.size() < 3) {
      text += part;
      continue;
    }
    const std::string_view inside = part.substr(1, part.size() - 2);
    const Whole value =
        mentions(inside, bindings.names) ? evaluate_whole(inside, bindings) : Whole{0, "as it is"};
    text += value ? fmt::format("[{}]", value.value) : std::string(part);
  }
  return text;
}

class Repeater {
 public:
  Repeater(Bindings& bindings, Budget& budget, const std::function<bool()>& body)
      : bindings_(bindings), budget_(budget), body_(body) {}

  std::string run(std::span<const Loop> loops) {
    if (loops.empty()) {
      if (budget_.left-- <= 0) return budget_.exceeded();
      goes_on_ = body_();
      return {};
    }
    const auto [range, fault] = evaluate_range(loops[0].range, bindings_);
    if (!fault.empty()) return fmt::format("the range of {}: {}", loops[0].index, fault);
    if (range.count() > budget_.left) return budget_.exceeded();
    const std::size_t before = bindings_.size();
    bindings_.add(loops[0].index, 0);
    std::string found;
    for (std::int64_t value = range.first; value <= range.last && goes_on_ && found.empty(); ++value) {
      bindings_.values[before] = static_cast<double>(value);
      found = run(loops.subspan(1));
    }
    bindings_.shrink(before);
    return found;
  }

 private:
  Bindings& bindings_;
  Budget& budget_;
  const std::function<bool()>& body_;
  bool goes_on_ = true;
};

}  // namespace

std::size_t skip_bracket(std::string_view text, std::size_t i) {
  if (text[i] != '[') return i + 1;
  const std::size_t end = text.find(']', i);
  return end == std::string_view::npos ? i + 1 : end + 1;
}

std::string_view unit_part(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); i = skip_bracket(text, i)) {
    if (text[i] == '.') return text.substr(0, i);
  }
  return text;
}

IndexedName split_brackets(std::string_view text) {
  const std::size_t first = text.find('[');
  if (first == std::string_view::npos || first == 0) return {text, {}};
  IndexedName split{text.substr(0, first), {}};
  for (std::size_t i = first; i < text.size();) {
    const std::size_t end = skip_bracket(text, i);
    if (text[i] != '[' || end == i + 1) return {text, {}};  // something stands between or after
    split.brackets.push_back(text.substr(i + 1, end - i - 2));
    i = end;
  }
  return split;
}

Loops parse_loops(std::string_view text, const Bindings& bindings) {
  Loops loops;
  while (!text.empty()) {
    const std::string_view part = text.substr(0, text.find(','));
    text.remove_prefix(std::min(part.size() + 1, text.size()));
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos) {
      loops.fault = fmt::format("'{}' is not understood", trim(part));
      return loops;
    }
    const std::string_view index = trim(part.substr(0, equals));
    loops.fault = fault_of_index(index, bindings);
    for (const Loop& other : loops.list) {
      if (other.index == index) loops.fault = fmt::format("there are two ranges for '{}'", index);
    }
    if (!loops.fault.empty()) return loops;
    loops.list.push_back({std::string(index), std::string(part.substr(equals + 1))});
  }
  return loops;
}

Loops implied_loops(std::span<const std::string_view> names, const Bindings& bindings,
                    const Families& families) {
  Loops loops;
  const auto imply = [&](std::string_view index, const Range& range) {
    const auto known = std::find_if(loops.list.begin(), loops.list.end(),
                                    [&](const Loop& loop) { return loop.index == index; });
    if (known == loops.list.end()) {
      loops.list.push_back({std::string(index), range.text()});
    } else if (known->range != range.text()) {
      loops.fault =
          fmt::format("{} is {} in one family and {} in another", index, known->range, range.text());
    }
  };
  for (const std::string_view name : names) {
    const IndexedName unit = split_brackets(unit_part(name));
    const auto family = families.find(std::string(unit.name));
    if (family == families.end() || family->second.ranges.size() != unit.brackets.size()) continue;
    for (std::size_t k = 0; k < unit.brackets.size(); ++k) {
      const std::string_view index = trim(unit.brackets[k]);
      if (fault_of_index(index, bindings).empty()) imply(index, family->second.ranges[k]);
    }
  }
  return loops;
}

std::string Budget::exceeded() const {
  return fmt::format("the file would stand for more than {} units and connections", most);
}

std::string repeat(std::span<const Loop> loops, Bindings& bindings, Budget& budget,
                   const std::function<bool()>& body) {
  return Repeater(bindings, budget, body).run(loops);
}

Expanded expand(std::string_view name, const Bindings& bindings, const Families& families) {
  const std::string_view unit = unit_part(name);
  Expanded expanded = expand_unit(unit, bindings, families);
  if (expanded.fault.empty()) expanded.name += expand_variable(name.substr(unit.size()), bindings);
  return expanded;
}

std::string fill_braces(std::string_view text, const Bindings& bindings) {
  std::string filled;
  while (!text.empty()) {
    const std::size_t open = std::min(text.find('{'), text.size());
    filled += text.substr(0, open);
    text.remove_prefix(open);
    const std::size_t close = text.find('}');
    if (text.empty() || close == std::string_view::npos) break;
    const std::string_view inside = text.substr(1, close - 1);
    const Whole value = evaluate_whole(inside, bindings);
    const bool bound = mentions(inside, bindings.names) && value;
    filled += bound ? fmt::format("{}", value.value) : std::string(text.substr(0, close + 1));
    text.remove_prefix(close + 1);
  }
  return filled.append(text);
}

std::string values_in(std::string_view text, const Bindings& bindings) {
  std::string values;
  for (std::size_t k = 0; k < bindings.size(); ++k) {
    if (!mentions(text, std::span(&bindings.names[k], 1))) continue;
    values += fmt::format("{}{} = {}", values.empty() ? "" : ", ", bindings.names[k], bindings.values[k]);
  }
  return values.empty() ? values : fmt::format(" (for {})", values);
}

}  // namespace accordo
