// What stands for many: families of units (`cell[i]` with `repeat`), and texts with indices in them, repeated
// for the values of these indices (`cell[i].x -> cell[i+1].u for i = 0..8`).
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "io/index_arithmetic.hpp"

namespace accordo {

/// `cell[i][j]` and what its indices run through.
struct Family {
  std::string name;  ///< cell
  std::vector<std::string> indices;
  std::vector<Range> ranges;  ///< one per index; empty when the file is at fault: nothing is known of it
};
using Families = std::unordered_map<std::string, Family>;

/// `cell[i+1][0]`: what stands before the brackets, and in them. No brackets: not indexed.
struct IndexedName {
  std::string_view name;
  std::vector<std::string_view> brackets;
};
IndexedName split_brackets(std::string_view text);

/// Where what starts at `i` ends: a bracket is skipped as a whole, if it is closed.
std::size_t skip_bracket(std::string_view text, std::size_t i);

/// The unit in `unit.variable`: up to the first dot that is in no bracket.
std::string_view unit_part(std::string_view text);

/// An index and the range it runs through, which may use the indices before it.
struct Loop {
  std::string index;
  std::string range;
};

/// Loops, or what is wrong.
struct Loops {
  std::vector<Loop> list = {};
  std::string fault = {};
};

/// Reads `i = 0..n-1, j = 0..i`.
Loops parse_loops(std::string_view text, const Bindings& bindings);

/// The loops that names imply: an index that stands alone in a bracket of a family runs through that family.
Loops implied_loops(std::span<const std::string_view> names, const Bindings& bindings,
                    const Families& families);

/// How much of a file may still be repeated: its text is short, what it stands for may be beyond all memory.
struct Budget {
  std::int64_t most = 2'000'000;
  std::int64_t left = most;

  /// What to say when it is used up.
  std::string exceeded() const;
};

/// Calls `body` for all values of the indices, which are then bound; the last index changes fastest. Ends
/// when `body` says false. Empty, or what is wrong with the loops.
std::string repeat(std::span<const Loop> loops, Bindings& bindings, Budget& budget,
                   const std::function<bool()>& body);

/// A name with the values of its indices, or why there is none.
struct Expanded {
  std::string name = {};
  std::string fault = {};
  std::string remedy = {};
  bool out_of_range = false;  ///< of a family
};

/// Puts values in place of what stands in the brackets: of units always, of variables where they are bound;
/// `*` stays.
Expanded expand(std::string_view name, const Bindings& bindings, const Families& families);

/// Puts values in place of `{i+1}`, where these are bound.
std::string fill_braces(std::string_view text, const Bindings& bindings);

/// " (for i = 3)": the values of the names that stand in `text`; empty when there are none.
std::string values_in(std::string_view text, const Bindings& bindings);

}  // namespace accordo
