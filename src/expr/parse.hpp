// From text to nodes, with errors a user can act on.
//
// From weak to strong: or; and; not; < <= > >= == != (not chained); + -; * /; unary -; ^ (right-associative).
// -x^2 is -(x^2), and 2^-3 is allowed.
#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "expr/graph.hpp"

namespace accordo::expr {

/// The names that expressions may use; a name's position is its index as a symbol.
class SymbolTable {
 public:
  SymbolTable() = default;
  SymbolTable(std::span<const std::string> names);
  SymbolTable(const std::vector<std::string>& names) : SymbolTable(std::span<const std::string>(names)) {}
  SymbolTable(std::initializer_list<std::string> names)
      : SymbolTable(std::span<const std::string>(names.begin(), names.size())) {}

  std::optional<int> find(std::string_view name) const;
  std::span<const std::string> names() const { return names_; }

 private:
  std::vector<std::string> names_;
  std::unordered_map<std::string, int> index_;
};

/// What is wrong with a text, and where. Ids: expression-syntax, unknown-symbol, unknown-function,
/// wrong-argument-count.
struct ParseProblem {
  int offset = 0;  ///< in bytes
  std::string what;
  std::string remedy;  ///< may be empty
  std::string id;
};

/// A node or a problem.
class Parsed {
 public:
  Parsed(Node node) : node_(node) {}
  Parsed(ParseProblem problem) : problem_(std::move(problem)) {}

  explicit operator bool() const { return !problem_; }
  Node operator*() const {
    assert(!problem_);
    return node_;
  }
  const ParseProblem& problem() const {
    assert(problem_);
    return *problem_;
  }

 private:
  Node node_ = -1;
  std::optional<ParseProblem> problem_;
};

/// Parses `text`, which may span lines; reports the first problem.
Parsed parse(Graph& graph, std::string_view text, const SymbolTable& symbols);

/// The same for a text in a user's file: adds a problem with its place there.
std::optional<Node> parse(Graph& graph, std::string_view text, const SourceLocation& place,
                          const SymbolTable& symbols, Problems& problems);

/// Line and column of a text, counted from 1.
struct LineColumn {
  int line = 1;
  int column = 1;
};
LineColumn line_column(std::string_view text, int offset);

/// The place of an offset in a text that starts at `start`. On later lines the column is unknown (0), for the
/// indentation of a block is not part of its text.
SourceLocation place_of(const SourceLocation& start, std::string_view text, int offset);

/// How deep parentheses, calls and powers may nest.
constexpr int max_depth = 500;

}  // namespace accordo::expr
