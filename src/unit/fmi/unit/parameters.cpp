#include "unit/fmi/unit/parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_map>

#include "archive/entry_name.hpp"
#include "base/names.hpp"
#include "unit/fmi/unit/token_ports.hpp"
#include "xml/text_values.hpp"

namespace accordo::fmi {
namespace {

/// A named variable, or one element of an array.
struct Target {
  std::size_t variable = 0;
  std::optional<std::size_t> element;
};

bool settable(const Variable& v) {
  if (v.variability == Variability::constant || v.type == Type::clock) return false;
  if (v.causality == Causality::input || v.causality == Causality::structural_parameter) return true;
  return v.initial == Initial::exact || v.initial == Initial::approx;
}

std::optional<std::int64_t> parse_item(const std::string& word, const TypeDefinition* type) {
  if (type != nullptr) {
    for (const EnumerationItem& item : type->items) {
      if (item.name == word) return item.value;
    }
  }
  return xml::parse_integer<std::int64_t>(word);
}

/// The start values of the file as a list of one per scalar.
template <class T>
std::vector<T> given_start(const Values& start, std::size_t count) {
  const auto* list = std::get_if<std::vector<T>>(&start);
  if (list == nullptr || list->empty()) return std::vector<T>(count);
  return list->size() == count ? *list : std::vector<T>(count, list->front());
}

class Reader {
 public:
  Reader(const FmuSpec& spec, const ModelDescription& description, Problems& problems)
      : spec_(spec), d_(description), problems_(problems) {
    for (std::size_t i = 0; i < d_.variables.size(); ++i) {
      by_name_.emplace(d_.variables[i].name, i);
      for (const std::string& alias : d_.variables[i].aliases) by_name_.emplace(alias, i);
    }
  }

  ParameterValues read() {
    for (const Definition& d : spec_.parameters) take(d, true);
    for (const Definition& d : spec_.parameters) take(d, false);
    ParameterValues values{.sizes = sizes_};
    for (auto& [variable, value] : values_) {
      const Variable& v = d_.variables[variable];
      if (v.causality == Causality::input && v.type == Type::float64) {
        values.inputs[variable] = std::get<std::vector<double>>(value);
        continue;
      }
      if (v.causality == Causality::input && exchangeable(v)) {
        values.discrete_inputs[variable] = std::move(value);
        continue;
      }
      const bool size = v.causality == Causality::structural_parameter;
      (size ? values.structural : values.start).push_back({v.name, v.reference, v.type, std::move(value)});
    }
    return values;
  }

 private:
  /// Structural parameters come first: the others' sizes follow from them.
  void take(const Definition& definition, bool structural) {
    const std::optional<Target> target = find(definition.name.text);
    if (!target) {
      if (structural) unknown(definition.name);
      return;
    }
    const Variable& v = d_.variables[target->variable];
    if ((v.causality == Causality::structural_parameter) != structural) return;
    if (!settable(v)) {
      problems_.add("fmu-not-settable", definition.name.place,
                    fmt::format("unit '{}': {} ({}) cannot be set", spec_.name.text,
                                archive::printable(v.name), name_of(v.causality)),
                    "parameters, inputs, and variables whose initial value is free can be set");
      return;
    }
    assign(*target, v, definition.value);
    if (!structural) return;
    const Values& value = values_[target->variable];
    if (const auto* list = std::get_if<std::vector<std::uint64_t>>(&value)) {
      if (!list->empty()) sizes_[target->variable] = list->front();
    }
  }

  std::optional<Target> find(const std::string& name) const {
    if (const auto found = by_name_.find(name); found != by_name_.end()) return Target{found->second, {}};
    const std::size_t bracket = name.rfind('[');
    if (bracket == std::string::npos) return std::nullopt;
    const auto found = by_name_.find(name.substr(0, bracket));
    if (found == by_name_.end() || d_.variables[found->second].dimensions.empty()) return std::nullopt;
    const std::string wanted = d_.variables[found->second].name + name.substr(bracket);
    for (const Element& e : elements(d_, found->second, sizes_)) {
      if (e.name == wanted) return Target{found->second, e.offset};
    }
    return std::nullopt;
  }

  void unknown(const Text& name) {
    std::vector<std::string> known;
    for (const Variable& v : d_.variables) {
      if (v.causality == Causality::parameter || v.causality == Causality::structural_parameter) {
        known.push_back(v.name);
      }
    }
    problems_.add("unknown-parameter", name.place,
                  fmt::format("unit '{}' has no parameter '{}'", spec_.name.text, name.text),
                  did_you_mean(name.text, known));
  }

  void assign(const Target& target, const Variable& v, const Text& text) {
    switch (v.type) {
      case Type::float32:
      case Type::float64:
        return assign_as<double>(target, v, text, [](const std::string& word) {
          const auto value = xml::parse_double(word);
          return value && std::isfinite(*value) ? value : std::nullopt;
        });
      case Type::uint8:
      case Type::uint16:
      case Type::uint32:
      case Type::uint64:
        return assign_as<std::uint64_t>(
            target, v, text, [](const std::string& word) { return xml::parse_integer<std::uint64_t>(word); });
      case Type::boolean:
        return assign_as<std::int64_t>(target, v, text, [](const std::string& word) {
          const auto value = xml::parse_boolean(word);
          return value ? std::optional<std::int64_t>(*value ? 1 : 0) : std::nullopt;
        });
      case Type::string:
        return assign_list(target, v, text, std::optional(std::vector<std::string>{text.text}));
      case Type::binary:
        return assign_as<std::string>(target, v, text,
                                      [](const std::string& word) { return xml::parse_hex(word); });
      default:
        return assign_as<std::int64_t>(target, v, text, [&](const std::string& word) {
          return parse_item(word, v.declared_type ? &d_.types[*v.declared_type] : nullptr);
        });
    }
  }

  template <class T, class Parse>
  void assign_as(const Target& target, const Variable& v, const Text& text, Parse parse) {
    std::string separated = text.text;
    for (char& c : separated) {
      if (c == ',' || c == '[' || c == ']' || c == ';') c = ' ';
    }
    std::optional<std::vector<T>> list(std::in_place);
    for (const std::string_view word : xml::words(separated)) {
      const std::optional<T> value = parse(std::string(word));
      if (!value) {
        list.reset();
        break;
      }
      list->push_back(*value);
    }
    assign_list(target, v, text, std::move(list));
  }

  template <class T>
  void assign_list(const Target& target, const Variable& v, const Text& text,
                   std::optional<std::vector<T>> list) {
    const auto count = static_cast<std::size_t>(element_count(v, sizes_));
    const bool fits = list && (list->size() == 1 || (!target.element && list->size() == count));
    if (!fits) {
      const std::string wanted =
          count == 1 || target.element ? "" : fmt::format(" (one value for all elements, or {})", count);
      problems_.add("fmu-bad-value", text.place,
                    fmt::format("unit '{}': '{}' is not a value of type {} for {}{}", spec_.name.text,
                                text.text, name_of(v.type), archive::printable(v.name), wanted));
      return;
    }
    const auto found = values_.find(target.variable);
    std::vector<T> all = given_start<T>(found == values_.end() ? v.start : found->second, count);
    if (target.element) {
      all[*target.element] = list->front();
    } else if (list->size() == count) {
      all = std::move(*list);
    } else {
      std::fill(all.begin(), all.end(), list->front());
    }
    values_[target.variable] = std::move(all);
  }

  const FmuSpec& spec_;
  const ModelDescription& d_;
  Problems& problems_;
  std::unordered_map<std::string, std::size_t> by_name_;
  StructuralValues sizes_;
  std::map<std::size_t, Values> values_;
};

}  // namespace

ParameterValues read_parameters(const FmuSpec& spec, const ModelDescription& description,
                                Problems& problems) {
  if (spec.parameters.empty()) return {};
  return Reader(spec, description, problems).read();
}

}  // namespace accordo::fmi
