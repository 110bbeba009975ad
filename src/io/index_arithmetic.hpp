// Whole-number arithmetic of indices, such as `(i + 1) % n` and `0..n-1`, and the names in it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace accordo {

/// Numbers that go by a name: the constants of a scenario, and the indices of what is being repeated.
struct Bindings {
  std::vector<std::string> names;
  std::vector<double> values;

  bool empty() const { return names.empty(); }
  std::size_t size() const { return names.size(); }
  std::optional<double> find(std::string_view name) const;
  void add(std::string name, double value);
  /// Forgets all but the first `count`.
  void shrink(std::size_t count);
};

/// A whole number, or what is wrong.
struct Whole {
  std::int64_t value = 0;
  std::string fault = {};
  bool unknown_name = false;  ///< the fault is a name that is not bound

  explicit operator bool() const { return fault.empty(); }
};

/// Evaluates + - * // % and parentheses over whole numbers; // rounds down, and % is its remainder.
Whole evaluate_whole(std::string_view text, const Bindings& bindings);

/// From `first` to `last`, both included; none where `last` is `first` - 1.
struct Range {
  std::int64_t first = 0, last = -1;

  std::int64_t count() const { return last - first + 1; }
  bool contains(std::int64_t value) const { return first <= value && value <= last; }
  std::string text() const;
};

/// `0..n-1`; the fault is empty when it is one.
struct RangeResult {
  Range range = {};
  std::string fault = {};
};
RangeResult evaluate_range(std::string_view text, const Bindings& bindings);

/// Evaluates an expression over the bound names, as in equations; nothing when it is none.
std::optional<double> evaluate_number(std::string_view text, const Bindings& bindings);

/// Whether one of these names stands in the text, as a word.
bool mentions(std::string_view text, std::span<const std::string> names);

}  // namespace accordo
